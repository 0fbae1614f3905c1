"""Rum 500: the points of the cards that each player has on the table and in hand.

Which cards form a meld, and which were laid off on others' melds, is found by a search for the best reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.cards.arrange import LaidOff, to_arrangement
from rules.cards.lay_offs import lay_offs
from rules.cards.meld import Meld
from rules.cards.meld_faults import NoMeld, why_no_meld
from rules.cards.meld_search import best_packing
from rules.cards.melds import MeldRules, meld_rules
from rules.cards.patterns import Pattern
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import table_points
from scores.table.checker.check import Cards, Check

CARDS_LAID_AT_MOST = 30  # by one player: who takes from the discards takes all that cover the card


@dataclass(frozen=True)
class LaidCards:
    """Cards laid on the table: own melds, cards laid off on others' melds, and the rest."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    loose: Cards
    points: int  # of the melds and the lay-offs


NOTHING_LAID = LaidCards((), (), (), 0)


def laid_down(rules: MeldRules, cards: Sequence[Card], table: Sequence[Meld] = ()) -> LaidCards:
    """How to lay down `cards` so that the fewest points are left over; of such ways the one worth most."""
    bits, jokers = rules.deck.to_bits(cards)
    patterns = [*rules.patterns(bits, jokers), *lay_offs(rules, bits, jokers, table)]

    def points(chosen: Iterable[Pattern]) -> int:
        return sum(_points(rules, pattern, bits, table) for pattern in chosen)

    def most_points_first(chosen: Sequence[Pattern]) -> tuple[object, ...]:
        return -points(chosen), *rules.tie_order(chosen)

    packing = best_packing(rules.deck, patterns, bits, jokers, most_points_first)
    best = to_arrangement(rules, bits, jokers, packing)
    return LaidCards(best.melds, best.laid_off, best.loose, points(packing[3]))


def _points(rules: MeldRules, pattern: Pattern, bits: int, table: Sequence[Meld]) -> int:
    """The points of one meld, or of the cards laid off on one meld of the table."""
    if pattern.onto < 0:
        return table_points(rules, rules.to_meld(pattern))
    cards = (*rules.deck.cards_of(pattern.cards & bits), *[JOKER] * pattern.jokers)
    return _lay_off_points(rules, cards, table[pattern.onto])


def _lay_off_points(rules: MeldRules, cards: Cards, onto: Meld) -> int:
    """What is laid off counts for who laid it off (docs/rules/CANON.md#rum-500), an ace by the run that it
    makes.
    """
    return max(table_points(rules, whole, cards) for whole in rules.readings([*onto.cards, *cards]))


@dataclass(frozen=True)
class Worth:
    """What a player's cards are worth: some laid down, the rest left in hand or thrown."""

    laid: LaidCards
    left: int  # points of the cards left in hand
    discard: Card | None = None
    goes_out: bool = False
    wrong: tuple[tuple[int, NoMeld], ...] = ()  # the claimed groups that are no melds, and why


def worth_of(check: Check) -> Worth:
    """The worth of the cards as they are claimed, or else laid down in the best way."""
    rules = meld_rules(check.ruleset, check.players)
    if check.groups:
        return _claimed_worth(rules, check)
    verdict = check.verdict
    if verdict is not None and verdict.legal:
        laid = LaidCards(verdict.melds, (), (), verdict.value or 0)
        return Worth(laid, 0, verdict.discard, goes_out=True)
    laid = laid_down(rules, check.cards)
    return Worth(laid, _pips(rules, laid.loose))


def _claimed_worth(rules: MeldRules, check: Check) -> Worth:
    readings = [rules.readings_in_any_order(group) for group in check.groups]
    wrong = tuple(
        (at, why_no_meld(check.ruleset, check.groups[at], check.players))
        for at, melds in enumerate(readings)
        if not melds
    )
    melds = tuple(max(options, key=lambda meld: table_points(rules, meld)) for options in readings if options)
    melded = Counter(card for group in check.groups for card in group)
    loose = tuple((Counter(check.cards) - melded).elements())
    laid = LaidCards(melds, (), loose, sum(table_points(rules, meld) for meld in melds))
    return Worth(laid, _pips(rules, loose), wrong=wrong)


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
        """Whether some cards have too many ways to lay them: only a house's rules deal such."""
        return self._laid is None

    def laid(self, seat: Seat) -> LaidCards:
        """The cards on the table before `seat`. What is no own meld is laid off on the others' melds."""
        return NOTHING_LAID if self._laid is None else self._laid[seat]

    def others_melds(self, seat: Seat) -> list[Meld]:
        return [meld for other, melds in self._melds.items() if other != seat for meld in melds]

    @cached_property
    def _laid(self) -> dict[Seat, LaidCards] | None:
        try:
            return {
                seat: laid_down(self.rules, cards, self.others_melds(seat))
                for seat, cards in self.tables.items()
            }
        except Illegal as illegal:
            if illegal.code != "too-many-ways":
                raise
            return None

    @cached_property
    def _melds(self) -> dict[Seat, tuple[Meld, ...]]:
        return {seat: laid_down(self.rules, cards).melds for seat, cards in self.tables.items()}

    def in_hand(self, seat: Seat) -> int:
        """The points of the cards left in hand, melded or not."""
        return _pips(self.rules, self.hands.get(seat, ()))

    def counted_hand(self) -> HandScored:
        """The hand as far as the cards tell it."""
        on_table = [seat for seat in self.tables if self.tables[seat] or self.hands[seat]]
        return HandScored(
            {seat: self.in_hand(seat) for seat in self.hands if self.hands[seat] and seat != self.closer},
            self.closer,
            table={} if self.has_too_many_ways else {seat: self.laid(seat).points for seat in on_table},
        )

    def is_known(self, seat: Seat) -> bool:
        """Whether a seat's cards are complete: who went out has none in hand, everybody else has some."""
        return bool(self.tables.get(seat) if seat == self.closer else self.hands.get(seat))
