"""Months of a group at random: after each act the account is that of a child with a purse for each person."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from uuid import uuid4

import pytest
from django.test import Client

from rules.match.corrections import Amended, Change
from scores.circle.accounts.log import account_of
from scores.circle.circles import merging
from scores.models import AccountEntry, Match, Phone, Player, PlayerMerge, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import holder, phone_of, write
from tests.scores.support.table import address_of, send_to
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva", "Paco", "Noa", "Iker")
ACTS = 40


@dataclass
class Played:
    match: Match
    names: list[str]
    currency: str
    stake: int
    winner: int = 0
    is_deleted: bool = False


class Group:
    """A circle, and beside it what somebody would note by hand."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.circle = new_circle()
        self.phone: Client = phone_of(self.circle, Role.OWN)
        self.matches: list[Played] = []
        # payer, payee, currency, cents, and whether it counts
        self.paid: dict[str, list] = {}
        self.days = 0

    def act(self) -> None:
        self.dice.choice(
            [
                self.play,
                self.play,
                self.correct,
                self.delete_or_restore,
                self.pay,
                self.pay,
                self.zero,
                self.undo,
                self.merge,
                self.split,
            ]
        )()

    def play(self) -> None:
        names = self.dice.sample(NAMES, self.dice.randint(2, 4))
        currency = self.dice.choice(("", "€"))
        stake = self.dice.randint(1, 9)
        self.days += self.dice.randint(0, 1)
        match = played(
            self.circle, *names, days=self.days, stake=stake, currency=currency
        )
        self.matches.append(Played(match, names, currency, stake))

    def correct(self) -> None:
        """Another one has won an old match."""
        for each in self.dice.sample(self.matches, min(1, len(self.matches))):
            if each.is_deleted:
                return
            each.winner = self.dice.randrange(len(each.names))
            points = [60 + seat for seat in range(len(each.names))]
            points[each.winner] = 0
            change = Change(0, hand(*points, closer=each.winner))
            write(Match.objects.get(pk=each.match.pk), Amended((change,)))

    def delete_or_restore(self) -> None:
        for each in self.dice.sample(self.matches, min(1, len(self.matches))):
            name = "restore-match" if each.is_deleted else "delete-match"
            fields = {"word": "borrar"}
            address = address_of(name, each.match)
            page = self.phone.get(address)
            if page.status_code == 200:
                fields = dict.fromkeys(page.context["form"].fields, "borrar")
            assert self.phone.post(address, fields).status_code == 302
            each.is_deleted = not each.is_deleted

    def pay(self) -> None:
        """All or a part of a payment, in the account or on an evening; sometimes with two taps."""
        paths = [address_of("account", self.circle)]
        if self.matches:
            day = self.dice.choice(self.matches).match.played_on.isoformat()
            paths.append(address_of("evening", self.circle, day))
        path = self.dice.choice(paths)
        page = self.phone.get(path)
        if page.status_code == 404 or "shown" not in page.context:
            return
        lines = [
            line
            for cash in page.context["shown"].cash
            for line in cash.due
            if line.open
        ]
        if not lines:
            return
        line = self.dice.choice(lines)
        cents = self.dice.choice((line.open, self.dice.randint(1, line.open)))
        part = f"{cents // 100},{cents % 100:02}"
        key = str(uuid4())
        fields = {"key": key, "due": line.name, "do": "part", "part": part}
        for _tap in range(self.dice.randint(1, 2)):
            assert self.phone.post(path, fields).status_code == 302
        currency, payer, payee = line.name.split("\t")
        self.paid[key] = [(currency, int(payer), int(payee), cents)]

    def zero(self) -> None:
        key = AccountEntry._meta.get_field("uid").default()
        now = self.balances()
        answer = send_to(self.phone, "account", self.circle, do="zero", key=key)
        assert answer.status_code == 302
        assert self.balances() == {}
        entry = AccountEntry.objects.filter(uid=key).first()
        assert (entry is None) == (now == {})
        if entry:
            self.paid[str(key)] = [tuple(each) for each in entry.payments]

    def undo(self) -> None:
        for key in self.dice.sample(sorted(self.paid), min(1, len(self.paid))):
            fields = {"do": "undo", "entry": key, "key": str(uuid4())}
            for _tap in range(2):
                send_to(self.phone, "account", self.circle, **fields)
            del self.paid[key]

    def merge(self) -> None:
        players = {player.name: player for player in merging.named_players(self.circle)}
        for one, other in combinations(
            self.dice.sample(sorted(players), len(players)), 2
        ):
            try:
                merging.merge_players(players[one], players[other], self.holder)
            except merging.SatTogether:
                continue
            return

    @property
    def holder(self) -> Phone:
        phone = holder(self.phone)
        assert phone is not None
        return phone

    def split(self) -> None:
        for merge in PlayerMerge.objects.filter(undone_at=None).order_by("-pk")[:1]:
            merging.undo_player_merge(merge)

    # By hand

    def person(self, player: Player) -> str:
        """The name under which somebody is known now."""
        merge = PlayerMerge.objects.filter(undone_at=None, emptied=player).first()
        return self.person(merge.kept) if merge else player.name

    def purses(self) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}

        def give(currency: str, player: Player, cents: int) -> None:
            key = (currency, self.person(player))
            found[key] = found.get(key, 0) + cents

        for each in self.matches:
            seats = [seat.player for seat in each.match.seats.order_by("position")]
            for seat, player in enumerate(seats if not each.is_deleted else ()):
                pot = each.stake * len(seats) if seat == each.winner else 0
                give(each.currency, player, (pot - each.stake) * 100)
        for payments in self.paid.values():
            for currency, payer, payee, cents in payments:
                give(currency, Player.objects.get(pk=payer), cents)
                give(currency, Player.objects.get(pk=payee), -cents)
        return {key: cents for key, cents in found.items() if cents}

    def balances(self) -> dict[tuple[str, str], int]:
        names = {player.pk: player.name for player in self.circle.players.all()}
        return {
            (currency, names[person]): cents
            for currency, balance in account_of(self.circle).balances.items()
            for person, cents in balance.items()
        }


@pytest.mark.parametrize(
    "seed", range(extent.share("random accounts", nightly=20, here=2))
)
def test_whatever_happens_the_account_is_what_one_would_count_by_hand(seed: int):
    group = Group(seed)
    for _act in range(ACTS):
        group.act()
        assert group.balances() == group.purses()
        sums: dict[str, int] = {}
        for (currency, _person), cents in group.balances().items():
            sums[currency] = sums.get(currency, 0) + cents
        assert set(sums.values()) <= {0}
    assert len(group.matches) > 2
    assert group.paid or AccountEntry.objects.exists()
