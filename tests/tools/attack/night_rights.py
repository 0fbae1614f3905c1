"""A club night: forged, renewed and ended cards of its tables and their letters; links to watch it; and
phones that were sent away, that forgot themselves, or whose round is over."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from tests.support.servers import Served
from tests.support.wire import Phone
from tests.tools.attack.measuring import Measured
from tests.tools.club_night.simulated.night import CARD, hidden
from tests.tools.lost_phone import paper_key_of

PEOPLE = 8
TABLES = 2
FORGED = 50
WATCH = re.compile(r"/l/night/\w+/watch/[\w-]+/page/")
ORGANISED = (
    *("organise/", "door/", "door/1/", "seat/", "rounds/1/1/", "rounds/1/2/", "money/"),
    *("share/", "cards/", "lists/", "aloud/", "end/"),
)
REFUSED = (403, 404, 405)
WRONG_LETTERS = 422
SENT_AWAY = "Fuera"  # the name of a phone that is sent away


class Hall:
    """A night whose first round is published, and the phones of its two tables."""

    def __init__(self, app: Served) -> None:
        self.organiser = Phone(app.port)
        self.port = app.port
        self.organiser.start("Ana", "Luis")
        circle = re.search(r"/c/\w+/", self.organiser.get("/").text)[0]
        form = f"{circle}nights/new/"
        chosen = {
            "preset": "everybody-plays",
            "expected": PEOPLE,
            "game": "chinchon",
            "ends": "limit",
        }
        desk = self.organiser.post(
            form, **hidden(self.organiser.get(form)) | chosen
        ).location
        self.night = desk.removesuffix("organise/")
        self.circle = circle
        for number in range(PEOPLE):
            self.organises("door/", do="new", q=f"P{number}")
        self.publish()
        self.cards, self.letters = self.on_the_tables()
        self.matches = []
        self.phones = []
        for path in self.cards:
            self.phones.append(self.new_phone())
            self.matches.append(self.phones[-1].post(path).location)
        self.hands = dict.fromkeys(self.matches, 0)
        for phone, match in zip(self.phones, self.matches, strict=True):
            assert self.writes(phone, match)

    def organises(self, page: str, **fields: object) -> None:
        answer = self.organiser.post(f"{self.night}{page}", **fields)
        assert answer.status == 302, (page, answer.status)

    def publish(self) -> None:
        self.organises(
            "seat/",
            **hidden(self.organiser.get(f"{self.night}seat/")),
            do="publish anyway",
        )

    def next_match(self) -> str:
        """The match at the first table after one more round is published."""
        self.publish()
        match = self.new_phone().post(self.on_the_tables()[0][0]).location
        self.hands[match] = 0
        return match

    def has_scanned(self, phone: Phone) -> Phone:
        """The phone, which has the first card and the link to watch."""
        for link in (self.cards[0], self.link_to_watch()):
            assert phone.post(link).status == 302
        return phone

    def sends_away(self, phone: Phone, place: str) -> None:
        """The organiser removes the phone from a match or from the group."""
        assert phone.post("/phone/", name=SENT_AWAY).status == 302
        phones = self.organiser.get(f"{place}phones/").plain
        page = re.search(rf'href="([^"]+)"\s*><b>{SENT_AWAY}<', phones)[1]
        assert self.organiser.post(page, do="remove").status == 302

    def on_the_tables(self) -> tuple[list[str], list[str]]:
        """The paths and the letters on the cards, in the order of the tables."""
        found = CARD.findall(self.organiser.get(f"{self.night}cards/").text)
        assert len(found) == TABLES, found
        return [path for _letters, path, _table in found], [
            letters for letters, _path, _table in found
        ]

    def link_to_watch(self) -> str:
        return WATCH.search(self.organiser.get(f"{self.night}share/").text)[0]

    def new_phone(self) -> Phone:
        return Phone(self.port)

    def watcher(self) -> Phone:
        phone = self.new_phone()
        assert phone.post(self.link_to_watch()).status == 302
        assert phone.get(self.night).status == 200
        return phone

    def opened(self, *paths: str) -> int:
        """How many of these links a phone that nobody knows may open or take."""
        phone = self.new_phone()
        answers = [
            ask(path).status for path in paths for ask in (phone.get, phone.post)
        ]
        return sum(status not in REFUSED for status in answers)

    def writes(self, phone: Phone, match: str) -> bool:
        """Whether it may save the next hand."""
        is_saved = phone.save(match, self.hands[match], 1, 2, 3).status not in REFUSED
        self.hands[match] += is_saved
        return is_saved

    def led(self, letters: str) -> int:
        return self.new_phone().post("/join/", code=letters).status != WRONG_LETTERS

    def organised_by(self, phone: Phone) -> int:
        """How many pages of the organiser it may open or post to."""
        asked = [
            ask(f"{self.night}{page}").status
            for page in ORGANISED
            for ask in (phone.get, phone.post)
        ]
        asked += [
            phone.post(f"{self.night}clock/", minutes=5).status,
            phone.get(self.circle).status,
        ]
        return sum(status not in REFUSED for status in asked)


def forged_tokens(hall: Hall) -> int:
    return hall.opened(
        *(
            _with_token(hall.cards[0], secrets.token_urlsafe(16))
            for _one in range(FORGED)
        )
    )


def tokens_of_another_link(hall: Hall) -> int:
    """A card with the token of the other table or of the link to watch, and the other way round."""
    first, other = hall.cards
    watch = hall.link_to_watch()
    return hall.opened(
        _with_token(first, _token(other)),
        _with_token(first, _token(watch)),
        _with_token(watch, _token(first)),
    )


def phones_of_another_table(hall: Hall) -> int:
    """What the phone of one table may do at the other, and to the night."""
    first, _other = hall.phones
    return hall.writes(first, hall.matches[1]) + hall.organised_by(first)


def watchers_of_the_night(hall: Hall) -> int:
    phone = hall.watcher()
    return hall.organised_by(phone) + sum(
        hall.writes(phone, match) for match in hall.matches
    )


def renewed_cards(hall: Hall) -> int:
    """The card of the first table, its letters and its phone; the new ones work."""
    card, _other = hall.cards
    letters, _letters = hall.letters
    hall.organises("rounds/1/1/", do="renew")
    hall.cards, hall.letters = hall.on_the_tables()
    assert hall.opened(hall.cards[0]) == 2
    assert hall.led(hall.letters[0])
    return (
        hall.opened(card)
        + hall.led(letters)
        + hall.writes(hall.phones[0], hall.matches[0])
    )


def renewed_links_to_watch(hall: Hall) -> int:
    phone = hall.watcher()
    link = hall.link_to_watch()
    hall.organises("share/", do="renew watch")
    return hall.opened(link) + (phone.get(hall.night).status not in REFUSED)


def cards_after_the_end(hall: Hall) -> int:
    hall.organises("end/")
    return hall.opened(*hall.cards) + sum(map(hall.led, hall.letters))


def removed_from_the_match(hall: Hall) -> int:
    """Its card, the letters on that, and the next round."""
    phone = hall.has_scanned(hall.new_phone())
    card, _other = hall.cards
    letters, _letters = hall.letters
    hall.sends_away(phone, hall.matches[0])
    return hall.opened(card) + hall.led(letters) + hall.writes(phone, hall.next_match())


def removed_from_the_group(hall: Hall) -> int:
    """Also the link of the night that it took."""
    phone = hall.has_scanned(hall.organiser.invites(hall.circle, "score"))
    links = hall.cards[0], hall.link_to_watch()
    hall.sends_away(phone, hall.circle)
    found = phone.get(hall.night).status not in REFUSED
    return hall.opened(*links) + found + hall.writes(phone, hall.next_match())


def cookies_of_a_phone_that_forgot(hall: Hall) -> int:
    """A copy of the cookie, of a phone whose rights wait for its paper key."""
    phone = hall.has_scanned(hall.new_phone())
    assert paper_key_of(phone)
    thief = phone.at(hall.port)
    thief.cookies = dict(phone.cookies)
    assert phone.post("/phone/forget/").status == 200
    found = [
        thief.get(page).status not in REFUSED for page in (hall.night, hall.matches[0])
    ]
    return (
        sum(found)
        + hall.writes(thief, hall.matches[0])
        + hall.writes(thief, hall.next_match())
    )


def what_was_made_at_a_table(hall: Hall) -> int:
    """A rematch in the club's group, which would outlive the round."""
    phone = hall.phones[0]
    match = hall.matches[0]
    made = phone.post(f"{match}rematch/").status not in REFUSED
    later = hall.next_match()
    return made + hall.writes(phone, match) + (not hall.writes(phone, later))


def _with_token(path: str, token: str) -> str:
    return path.replace(_token(path), token)


def _token(path: str) -> str:
    return path.split("/")[-3]


TRIED: tuple[Callable[[Hall], int], ...] = (
    *(
        forged_tokens,
        tokens_of_another_link,
        phones_of_another_table,
        watchers_of_the_night,
    ),
    *(renewed_cards, renewed_links_to_watch, cards_after_the_end),
)


def cards_and_links_of_a_night(server: Served) -> Measured:
    hall = Hall(server)
    opened = {act.__name__.replace("_", " "): act(hall) for act in TRIED}
    return {"held": not any(opened.values()), "bound": "nothing is opened", **opened}


LEFT: tuple[Callable[[Hall], int], ...] = (
    *(removed_from_the_match, removed_from_the_group),
    *(cookies_of_a_phone_that_forgot, what_was_made_at_a_table),
)


def phones_that_were_sent_away(server: Served) -> Measured:
    """Each at a night of its own."""
    opened = {act.__name__.replace("_", " "): act(Hall(server)) for act in LEFT}
    return {"held": not any(opened.values()), "bound": "nothing is opened", **opened}


ATTACKS = {
    attack.__name__: attack
    for attack in (cards_and_links_of_a_night, phones_that_were_sent_away)
}
