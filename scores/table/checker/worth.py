"""Rum 500: what cards are worth, one player's or everybody's at the end of a hand.

Which cards form a meld, and which were laid off on others' melds, is the best reading of the table that all
share (`rules.closing.laid_cards`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.cards.meld_faults import NoMeld, why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.closing.laid_cards import LaidTable, SeatCards, lay_down_best, read_table
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.points import table_points
from scores.core.notation.numbers import signed
from scores.table.checker.check import Cards, Check

NOTHING_LAID = SeatCards((), (), (), 0)


class Worth(NamedTuple):
    """What a player's cards are worth: some laid down, the rest left in hand or thrown."""

    laid: SeatCards
    left: int  # points of the cards left in hand
    discard: Card | None = None
    # what the cards are worth to who goes out with them, if that is possible
    goes_out: int | None = None
    # the claimed groups that are no melds, and why
    wrong: tuple[tuple[int, NoMeld], ...] = ()


def worth_of(check: Check) -> Worth:
    """The worth of the cards as they are claimed, or else laid down in the best way."""
    rules = meld_rules(check.ruleset, check.players)
    if check.groups:
        return _claimed_worth(rules, check)
    laid = lay_down_best(rules, check.cards)
    left = _pips(rules, laid.loose)
    verdict = check.verdict
    goes_out = verdict.value if verdict is not None and verdict.legal else None
    if verdict is None or goes_out is None or goes_out < laid.points - left:
        return Worth(laid, left, goes_out=goes_out)
    return Worth(
        SeatCards(verdict.melds, (), (), goes_out), 0, verdict.discard, goes_out
    )


def _claimed_worth(rules: MeldRules, check: Check) -> Worth:
    readings = [rules.readings_in_any_order(group) for group in check.groups]
    wrong = tuple(
        (at, why_no_meld(check.ruleset, check.groups[at], check.players))
        for at, melds in enumerate(readings)
        if not melds
    )
    melds = tuple(
        max(options, key=lambda meld: table_points(rules, meld))
        for options in readings
        if options
    )
    loose = tuple(check.unclaimed_cards.elements())
    laid = SeatCards(melds, (), loose, sum(table_points(rules, meld) for meld in melds))
    return Worth(laid, _pips(rules, loose), wrong=wrong)


def counts_of_wrong_claim(check: Check, worth: Worth) -> str:
    """What the cards add if the wrong groups of a claim do not count: as they lie, and at their best."""
    rules = meld_rules(check.ruleset, check.players)
    at_fault = {at for at, _why in worth.wrong}
    wrong = [card for at in at_fault for card in check.groups[at]]
    best = lay_down_best(rules, check.cards)
    lying = worth.laid.points - worth.left - _pips(rules, wrong)
    points = {
        "lying": signed(lying),
        "best": signed(best.points - _pips(rules, best.loose)),
    }
    return (
        _("Si no vale, la mano suma %(lying)s tal como está y %(best)s bien ligada.")
        % points
    )


def _pips(rules: MeldRules, cards: Iterable[Card]) -> int:
    return sum(rules.deck.pips[card] for card in cards)


@dataclass(frozen=True)
class CardsAtEnd:
    """Everybody's cards at the end of a hand: those on the table and those in hand."""

    ruleset: Ruleset
    players: int
    closer: Seat | None  # who went out; None if the stock ran out
    tables: Mapping[Seat, Cards]
    hands: Mapping[Seat, Cards]

    @cached_property
    def rules(self) -> MeldRules:
        return meld_rules(self.ruleset, self.players)

    @property
    def has_too_many_ways(self) -> bool:
        """Whether the cards on the table have too many ways to lie there."""
        return self.table is None

    def laid(self, seat: Seat) -> SeatCards:
        """The cards on the table before `seat`."""
        return NOTHING_LAID if self.table is None else self.table.seats[seat]

    @cached_property
    def table(self) -> LaidTable | None:
        """The table that all share; None where the cards have too many ways to lie there."""
        try:
            return read_table(self.rules, self.tables)
        except Illegal as illegal:
            if illegal.code != "too-many-ways":
                raise
            return None

    def in_hand(self, seat: Seat) -> int:
        """The points of the cards left in hand, melded or not."""
        return _pips(self.rules, self.hands.get(seat, ()))

    def counted_hand(self) -> HandScored:
        """The hand as far as the cards tell it."""
        on_table = [
            seat for seat in self.tables if self.tables[seat] or self.hands[seat]
        ]
        return HandScored(
            {
                seat: self.in_hand(seat)
                for seat in self.hands
                if self.hands[seat] and seat != self.closer
            },
            self.closer,
            table={}
            if self.has_too_many_ways
            else {seat: self.laid(seat).points for seat in on_table},
        )

    def points(self, seat: Seat) -> str:
        """What the cards add that are there, in short; empty without any."""
        has_cards = self.tables.get(seat) or self.hands.get(seat)
        if not has_cards or self.has_too_many_ways:
            return ""
        return signed(self.laid(seat).points - self.in_hand(seat))

    def is_known(self, seat: Seat) -> bool:
        """Whether a seat's cards are complete: who went out has none in hand, everybody else has some."""
        return bool(
            self.tables.get(seat) if seat == self.closer else self.hands.get(seat)
        )
