"""A night at random, against a naive model: cards, links, rounds, corrections, renewed cards, rematches, and
phones that are sent away or forget themselves."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from scores.core.access import grants, paper_keys
from scores.models import Circle, Match, Role
from scores.night import links
from scores.night.cards import places
from scores.night.models import Night, NightGrant, Place, PlaceGrant, Sitting
from tests.scores.support.factories import holder, new_phone, start
from tests.scores.support.nights import open_night, published
from tests.scores.support.table import page_of_phone
from tests.support.extent import share

EIGHT = ("Ana", "Luis", "Eva", "Paco", "Luz", "Leo", "Mar", "Sol")
PHONES = 4
TABLES = (1, 2)
STEPS = 25
ROLES = (Role.WATCH, Role.SCORE, Role.OWN)
PAGES = {
    "night-standings": Role.WATCH,
    "night-version": Role.WATCH,
    "night-hall": Role.WATCH,
    "night-desk": Role.SCORE,
    "night-check-in": Role.SCORE,
    "night-seat": Role.OWN,
    "night-money": Role.OWN,
    "night-share": Role.OWN,
}


class Evening:
    """`cards`: who scanned which table; `given`: what a phone may, by round and table; `links`: the links to
    keep score that were copied, each with its round and table; `live`: of these, those that must work;
    `missing`: who was said to be missing, by round, table and number; `at_night`: the role of a phone by a
    link of the night."""

    def __init__(self, owner: Client, dice: Random) -> None:
        self.owner = owner
        self.dice = dice
        self.night = published(open_night(start(owner, "Ana", "Luis").circle, *EIGHT))
        self.phones = [Client() for _phone in range(PHONES)]
        for client in self.phones:
            new_phone(client)
        self.last = 1
        self.cards: set[tuple[int, int]] = set()
        self.given: dict[tuple[int, int, int], int] = {}
        self.links: dict[str, tuple[int, int]] = {}
        self.live: set[str] = set()
        self.old_cards: set[str] = set()
        self.missing: set[tuple[int, int, int]] = set()
        self.at_night: dict[int, int] = {}
        self.old_nights: set[str] = set()
        self.old_cookies: list[UUID] = []

    def match(self, number: int, table: int) -> Match:
        return Match.objects.get(sitting__round=number, sitting__place__number=table)

    def place(self, table: int) -> Place:
        return Place.objects.select_related("night").get(night=self.night, number=table)

    # Steps

    def scan(self) -> None:
        phone = self.dice.randrange(PHONES)
        table = self.dice.choice(TABLES)
        assert (
            self.phones[phone].post(places.link_path(self.place(table))).status_code
            == 302
        )
        self.cards.add((phone, table))
        self.given[phone, self.last, table] = Role.SCORE

    def copy_and_take_a_link(self) -> None:
        phone = self.dice.randrange(PHONES)
        table = self.dice.choice(TABLES)
        path = grants.link_path(self.match(self.last, table), Role.SCORE)
        self.links[path] = (self.last, table)
        self.live.add(path)
        self.take(phone, path)

    def take_an_old_link(self) -> None:
        if self.links:
            self.take(self.dice.randrange(PHONES), self.dice.choice(sorted(self.links)))

    def take(self, phone: int, path: str) -> None:
        assert self.phones[phone].post(path).status_code == (
            302 if path in self.live else 404
        )
        if path in self.live:
            self.given[phone, *self.links[path]] = Role.SCORE

    def publish(self) -> None:
        published(self.night)
        for key, role in self.given.items():
            if key[1] == self.last and role == Role.SCORE:
                self.given[key] = Role.WATCH
        self.live -= {
            path for path, (number, _table) in self.links.items() if number == self.last
        }
        self.last += 1
        self.given |= {
            (phone, self.last, table): Role.SCORE for phone, table in self.cards
        }

    def let_a_table_correct(self) -> None:
        number = self.dice.randint(1, self.last)
        table = self.dice.choice(TABLES)
        address = reverse("night-table", args=[self.night.code, number, table])
        assert self.owner.post(address, {"do": "allow"}).status_code == 302
        self.given |= {
            (phone, number, at): Role.SCORE for phone, at in self.cards if at == table
        }

    def say_that_somebody_is_missing(self) -> None:
        """Heard only from who keeps score at that table, of the people there, while the round is the last."""
        number = self.dice.randint(max(1, self.last - 1), self.last)
        table = self.dice.choice(TABLES)
        match = self.match(number, table)
        who = self.dice.choice(EIGHT)
        entrant = EIGHT.index(who) + 1
        is_now = number == self.last and match.seats.filter(player__name=who).exists()
        address = reverse("match-missing", args=[match.code])
        for phone, client in enumerate(self.phones):
            may = self.given.get((phone, number, table), 0) == Role.SCORE
            answer = client.post(address, {"do": f"missing {entrant}"})
            assert answer.status_code == (404 if not may else 302 if is_now else 409)
            self.missing |= {(number, table, entrant)} if may and is_now else set()
        sittings = Sitting.objects.values_list("round", "place__number", "missing")
        assert {
            (*at, one) for *at, missing in sittings for one in missing
        } == self.missing

    def renew_a_card(self) -> None:
        table = self.dice.choice(TABLES)
        self.old_cards.add(places.link_path(self.place(table)))
        places.renew(self.place(table))
        losing = {phone for phone, at in self.cards if at == table}
        lost = [
            key
            for key, role in self.given.items()
            if key[0] in losing and key[2] == table and role
        ]
        of_matches = {(number, table) for _phone, number, _table in lost}
        self.live -= {path for path, place in self.links.items() if place in of_matches}
        self.given = {key: role for key, role in self.given.items() if key not in lost}
        self.cards = {card for card in self.cards if card[1] != table}

    def remove_from_a_match(self) -> None:
        """A phone that may see it loses it with the later ones of that table, and the card is changed."""
        if not self.given:
            return
        phone, number, table = self.dice.choice(sorted(self.given))
        self.note_card(phone, table)
        page = page_of_phone(self.match(number, table), self.phones[phone])
        assert self.owner.post(page, {"do": "remove"}).status_code == 302
        self.cards.discard((phone, table))
        for later in range(number, self.last + 1):
            self.given.pop((phone, later, table), None)
        gone = {(later, table) for later in range(number, self.last + 1)}
        self.live -= {path for path, at in self.links.items() if at in gone}

    def remove_from_the_group(self) -> None:
        """A phone that joined the group, and all that it has of the night; one that watches, if any."""
        phone = self.dice.choice(sorted(self.at_night) or range(PHONES))
        circle = self.night.circle
        self.phones[phone].post(
            grants.link_path(Circle.objects.get(pk=circle.pk), Role.WATCH)
        )
        for table in TABLES:
            self.note_card(phone, table)
        self.note_night(phone)
        page = page_of_phone(circle, self.phones[phone])
        assert self.owner.post(page, {"do": "remove"}).status_code == 302
        keeping = {
            key[1:]
            for key, role in self.given.items()
            if key[0] == phone and role == Role.SCORE
        }
        self.live -= {path for path, at in self.links.items() if at in keeping}
        self.leave(phone)

    def note_card(self, phone: int, table: int) -> None:
        if (phone, table) in self.cards:
            self.old_cards.add(places.link_path(self.place(table)))

    def leave(self, phone: int) -> None:
        self.cards = {card for card in self.cards if card[0] != phone}
        self.given = {key: role for key, role in self.given.items() if key[0] != phone}
        self.at_night.pop(phone, None)

    def forget(self) -> None:
        """With a key or without: nobody has what it had; and its holder begins with another browser."""
        phone = self.dice.randrange(PHONES)
        known = holder(self.phones[phone])
        self.old_cookies.append(known.uid)
        if self.dice.random() < 0.5:
            paper_keys.make(known, "es")
        assert self.phones[phone].post(reverse("forget")).status_code == 200
        self.leave(phone)
        new_phone(self.phones[phone])

    def start_a_rematch(self) -> None:
        """Nobody who has the table alone may; of one by the group its phones have nothing."""
        match = self.match(self.dice.randint(1, self.last), self.dice.choice(TABLES))
        address = reverse("rematch", args=[match.code])
        assert {client.post(address).status_code for client in self.phones} == {404}
        made = self.owner.post(address)["Location"]
        assert {client.get(made).status_code for client in self.phones} == {404}

    def link(self, role: int) -> str:
        return links.link_path(Night.objects.get(pk=self.night.pk), Role(role))

    def note_night(self, phone: int) -> None:
        """What it saw of the night is worth nothing soon: the links up to its role, and of who organises the
        cards."""
        role = self.at_night.get(phone, Role.NONE)
        self.old_nights |= {self.link(seen) for seen in ROLES if seen <= role}
        if role == Role.OWN:
            self.old_cards |= {places.link_path(self.place(table)) for table in TABLES}

    def take_a_link_of_the_night(self) -> None:
        phone = self.dice.randrange(PHONES)
        role = self.dice.choice(ROLES)
        assert self.phones[phone].post(self.link(role)).status_code == 302
        self.at_night[phone] = max(role, self.at_night.get(phone, role))

    def renew_a_link_of_the_night(self) -> None:
        role = self.dice.choice(ROLES)
        self.old_nights.add(self.link(role))
        losing = [phone for phone, held in self.at_night.items() if held == role]
        for phone in losing:
            self.note_night(phone)
        self.share(f"renew {links.NAMES[role]}")
        for phone in losing:
            del self.at_night[phone]

    def send_a_helper_away(self) -> None:
        if not self.at_night:
            return
        phone = self.dice.choice(sorted(self.at_night))
        self.note_night(phone)
        held = self.night.grants.get(phone=holder(self.phones[phone]))
        self.share(f"remove {held.pk}")
        del self.at_night[phone]

    def go_to_the_bin_and_back(self) -> None:
        """Meanwhile nobody may anything there, and no link or card of it works."""
        paths = [self.link(role) for role in ROLES]
        paths += [places.link_path(self.place(table)) for table in TABLES]
        self.owner.post(reverse("night-delete", args=[self.night.code]))
        assert {Client().post(path).status_code for path in (*paths, *self.live)} == {
            404
        }
        assert self.told() == {}
        page = reverse("night-standings", args=[self.night.code])
        assert {client.get(page).status_code for client in self.phones} == {404}
        self.owner.post(reverse("restore-night", args=[self.night.code]))

    def share(self, do: str) -> None:
        address = reverse("night-share", args=[self.night.code])
        assert self.owner.post(address, {"do": do}).status_code == 302

    def say_who_one_is(self) -> None:
        """Nothing comes of it; nobody says it of a night that the phone may not see."""
        phone = self.dice.randrange(PHONES)
        answer = self.phones[phone].post(
            reverse("night-me", args=[self.night.code]), {"entrant": "3"}
        )
        assert answer.status_code == (302 if phone in self.at_night else 404)

    # What holds after every step

    def told(self) -> dict[tuple[int, int, int], int]:
        found = {}
        for number in range(1, self.last + 1):
            for table in TABLES:
                code = self.match(number, table).code
                found |= {
                    (phone, number, table): self.role(phone, code)
                    for phone in range(PHONES)
                }
        return {key: role for key, role in found.items() if role}

    def at_tables(self) -> set[tuple[int, int]]:
        """Which phones would keep score at which tables in the next round."""
        known = {holder(client).pk: phone for phone, client in enumerate(self.phones)}
        scanned = PlaceGrant.objects.filter(phone__in=known).values_list(
            "phone", "place__number"
        )
        return {(known[pk], table) for pk, table in scanned}

    def roles_at_night(self) -> dict[int, int]:
        known = {holder(client).pk: phone for phone, client in enumerate(self.phones)}
        held = NightGrant.objects.filter(role__gt=Role.NONE, phone__in=known)
        return {known[pk]: role for pk, role in held.values_list("phone", "role")}

    def role(self, phone: int, code: str) -> int:
        return self.role_of(holder(self.phones[phone]).uid, code)

    def role_of(self, uid: UUID, code: str) -> int:
        try:
            return grants.match_to_watch(SimpleNamespace(phone_uid=uid), code).role
        except Http404:
            return Role.NONE

    def nothing_else(self) -> None:
        """No page of a higher role or of the group, and no old card."""
        stranger = self.phones[self.dice.randrange(PHONES)]
        assert stranger.get(self.night.circle.get_absolute_url()).status_code == 404
        assert {
            stranger.post(path).status_code
            for path in (*self.old_cards, *self.old_nights)
        } <= {404}
        codes = Match.objects.values_list("code", flat=True)
        assert {
            self.role_of(uid, code) for uid in self.old_cookies for code in codes
        } <= {Role.NONE}
        for name, least in PAGES.items():
            pages = [
                client.get(reverse(name, args=[self.night.code]))
                for client in self.phones
            ]
            seen = {
                phone for phone, page in enumerate(pages) if page.status_code == 200
            }
            may = {phone for phone, role in self.at_night.items() if role >= least}
            assert (name, seen) == (name, may)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(share("random nights", nightly=20, here=2)))
def test_a_phone_may_at_each_table_what_a_naive_model_says(phone, seed):
    dice = Random(seed)
    evening = Evening(phone, dice)
    steps = [
        evening.scan,
        evening.copy_and_take_a_link,
        evening.take_an_old_link,
        evening.publish,
    ]
    steps += [evening.let_a_table_correct, evening.renew_a_card, evening.scan]
    steps += [evening.say_that_somebody_is_missing] * 3
    steps += [
        evening.take_a_link_of_the_night,
        evening.take_a_link_of_the_night,
        evening.take_a_link_of_the_night,
        evening.renew_a_link_of_the_night,
        evening.send_a_helper_away,
        evening.go_to_the_bin_and_back,
        evening.say_who_one_is,
    ]
    steps += [
        evening.remove_from_a_match,
        evening.remove_from_the_group,
        evening.forget,
    ]
    steps += [evening.start_a_rematch]
    for _step in range(STEPS):
        step = dice.choice(steps)
        step()
        assert evening.told() == evening.given, step.__name__
        assert evening.at_tables() == evening.cards, step.__name__
        assert evening.roles_at_night() == evening.at_night, step.__name__
    evening.nothing_else()
