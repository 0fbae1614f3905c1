"""Months of a group at random: after each act the account is that of a child with a purse for each person."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from uuid import uuid4

import pytest

from rules.match.corrections import Amended, Change
from scores.circle.accounts import log
from scores.circle.archive import lifecycle
from scores.circle.circles import merging
from scores.models import Match, Phone, PlayerMerge
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import write
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva", "Paco", "Noa", "Iker")
ACTS = 60


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

    def __init__(self, seed):
        self.dice = Random(seed)
        self.circle = new_circle()
        self.phone = Phone.objects.create()
        self.matches = []
        self.paid = {}  # the payments that count
        self.days = 0

    def act(self):
        acts = [self.play, self.correct, self.delete_or_restore, self.pay, self.zero]
        acts += [self.play, self.pay, self.undo, self.merge, self.split]
        self.dice.choice(acts)()

    def play(self):
        names = self.dice.sample(NAMES, self.dice.randint(2, 4))
        currency = self.dice.choice(("", "€"))
        stake = self.dice.randint(1, 9)
        self.days += self.dice.randint(0, 1)
        match = played(
            self.circle, *names, days=self.days, stake=stake, currency=currency
        )
        self.matches.append(Played(match, names, currency, stake))

    def correct(self):
        """Another one has won an old match."""
        for each in self.dice.sample(self.matches, min(1, len(self.matches))):
            if each.is_deleted:
                return
            each.winner = self.dice.randrange(len(each.names))
            points = [60 + seat for seat in range(len(each.names))]
            points[each.winner] = 0
            change = Change(0, hand(*points, closer=each.winner))
            write(Match.objects.get(pk=each.match.pk), Amended((change,)))

    def delete_or_restore(self):
        for each in self.dice.sample(self.matches, min(1, len(self.matches))):
            match = Match.objects.get(pk=each.match.pk)
            lifecycle.delete(match, undo=each.is_deleted)
            each.is_deleted = not each.is_deleted

    def writes(self, day="", **typed):
        """Sometimes with two taps."""
        for _tap in range(self.dice.randint(1, 2)):
            log.write(self.circle, self.phone, typed, day)

    def pay(self):
        """All or a part of a payment, in the account or on an evening."""
        days = [each.match.played_on.isoformat() for each in self.matches]
        day = self.dice.choice(["", *days])
        dues = [due for due in log.account_of(self.circle).dues(day) if due[1]]
        if dues:
            paid, still = self.dice.choice(dues)
            cents = self.dice.choice((still, self.dice.randint(1, still)))
            key = str(uuid4())
            self.writes(day, key=key, due=paid.name, do="all", all=str(cents))
            self.paid[key] = [paid._replace(cents=cents)]

    def zero(self):
        key = str(uuid4())
        before = self.balances()
        self.writes(key=key, do="zero")
        assert self.balances() == {}
        entry = self.circle.account_entries.filter(uid=key).first()
        assert (entry is None) == (before == {})
        if entry:
            self.paid[key] = entry.payments

    def undo(self):
        for entry in self.dice.sample(sorted(self.paid), min(1, len(self.paid))):
            self.writes(key=str(uuid4()), do="undo", entry=entry)
            del self.paid[entry]

    def merge(self):
        players = {player.name: player for player in merging.named_players(self.circle)}
        for one, other in combinations(
            self.dice.sample(sorted(players), len(players)), 2
        ):
            try:
                merging.merge_players(players[one], players[other], self.phone)
            except merging.SatTogether:
                continue
            return

    def split(self):
        for merge in PlayerMerge.objects.filter(undone_at=None).order_by("-pk")[:1]:
            merging.undo_player_merge(merge)

    # By hand

    def person(self, player):
        """Who somebody is now."""
        merge = PlayerMerge.objects.filter(undone_at=None, emptied=player).first()
        return self.person(merge.kept_id) if merge else player

    def purses(self):
        found = {}

        def give(currency, player, cents):
            key = (currency, self.person(player))
            found[key] = found.get(key, 0) + cents

        for each in self.matches:
            seats = each.match.seats.order_by("position")
            for seat in seats if not each.is_deleted else ():
                pot = each.stake * len(seats) if seat.position == each.winner else 0
                give(each.currency, seat.player_id, (pot - each.stake) * 100)
        for payments in self.paid.values():
            for currency, payer, payee, cents in payments:
                give(currency, payer, cents)
                give(currency, payee, -cents)
        return {key: cents for key, cents in found.items() if cents}

    def balances(self):
        return {
            (currency, person): cents
            for currency, balance in log.account_of(self.circle).balances.items()
            for person, cents in balance.items()
        }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "seed", range(extent.share("random accounts", nightly=20, here=1))
)
def test_whatever_happens_the_account_is_what_one_would_count_by_hand(seed):
    group = Group(seed)
    for _act in range(ACTS):
        group.act()
        assert group.balances() == group.purses()
    assert len(group.matches) > 2
