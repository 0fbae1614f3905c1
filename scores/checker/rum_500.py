"""Rum 500: what each player has on the table and what is left in hand, from the cards themselves.

Nobody tells which cards lie together: it is read off them, what was laid off on the others' melds included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.cards.arrange import Arrangement, LaidOff, to_arrangement
from rules.cards.lay_offs import lay_offs
from rules.cards.meld import Meld
from rules.cards.meld_faults import NoMeld, why_no_meld
from rules.cards.meld_search import best_packings
from rules.cards.melds import MeldRules, meld_rules
from rules.events import Seat
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.table_points import table_points
from scores.checker.check import Cards, Check

CARDS_LAID_AT_MOST = 30  # by one player: who takes from the discards takes all that cover the card


@dataclass(frozen=True)
class Laid:
    """Some cards as they can lie on the table: melds, what goes onto the others', and what does not fit."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    loose: Cards
    points: int  # of what lies there


def laid_down(rules: MeldRules, cards: Sequence[Card], table: Sequence[Meld] = ()) -> Laid:
    """The way to lay down `cards` that leaves the least over, and of such ways the one that counts most."""
    bits, jokers = rules.deck.to_bits(cards)
    patterns = [*rules.patterns(bits, jokers), *lay_offs(rules, bits, jokers, table)]
    packings = best_packings(rules.deck, patterns, bits, jokers)
    ways = (to_arrangement(rules, bits, jokers, packing) for packing in packings)
    laid = (Laid(one.melds, one.laid_off, one.loose, _points(rules, one, table)) for one in ways)
    return max(laid, key=lambda one: one.points)


def _points(rules: MeldRules, laid: Arrangement, table: Sequence[Meld]) -> int:
    melds = sum(table_points(rules, meld) for meld in laid.melds)
    return melds + sum(_of_lay_off(rules, one.cards, table[one.onto]) for one in laid.laid_off)


def _of_lay_off(rules: MeldRules, cards: Cards, onto: Meld) -> int:
    """What is laid off counts for who laid it off (docs/rules/CANON.md#rum-500), an ace by the run that it
    makes.
    """
    return max(table_points(rules, whole, cards) for whole in rules.readings([*onto.cards, *cards]))


@dataclass(frozen=True)
class Worth:
    """What somebody's cards are worth: some laid down, the rest kept in hand or thrown."""

    laid: Laid
    left: int  # points of what is kept in hand
    discard: Card | None = None
    goes_out: bool = False
    wrong: tuple[tuple[int, NoMeld], ...] = ()  # of a claim: which groups are no melds, and why


def worth_of(check: Check) -> Worth:
    """The worth of the cards as they are claimed, or laid down at best."""
    rules = meld_rules(check.ruleset, check.players)
    if check.groups:
        return _claimed(rules, check)
    verdict = check.verdict
    if verdict is not None and verdict.legal:
        laid = Laid(verdict.melds, (), (), verdict.value or 0)
        return Worth(laid, 0, verdict.discard, goes_out=True)
    laid = laid_down(rules, check.cards)
    return Worth(laid, _pips(rules, laid.loose))


def _claimed(rules: MeldRules, check: Check) -> Worth:
    readings = [rules.readings(group) for group in check.groups]
    wrong = tuple(
        (at, why_no_meld(check.ruleset, check.groups[at], check.players))
        for at, found in enumerate(readings)
        if not found
    )
    melds = tuple(max(found, key=lambda meld: table_points(rules, meld)) for found in readings if found)
    away = Counter(card for group in check.groups for card in group)
    loose = tuple((Counter(check.cards) - away).elements())
    laid = Laid(melds, (), loose, sum(table_points(rules, meld) for meld in melds))
    return Worth(laid, _pips(rules, loose), wrong=wrong)


def _pips(rules: MeldRules, cards: Iterable[Card]) -> int:
    return sum(rules.deck.pips[card] for card in cards)


@dataclass(frozen=True)
class Tables:
    """Everybody's cards at the end of a hand: those that lie before them and those still in hand."""

    ruleset: Ruleset
    players: int
    closer: Seat | None  # who went out; None where the stock ended the hand
    tables: Mapping[Seat, Cards]
    hands: Mapping[Seat, Cards]

    @cached_property
    def rules(self) -> MeldRules:
        return meld_rules(self.ruleset, self.players)

    def laid(self, seat: Seat) -> Laid:
        """What lies before `seat`, laid off on the others' melds where it is no meld of its own."""
        return laid_down(self.rules, self.tables.get(seat, ()), self.others_melds(seat))

    def others_melds(self, seat: Seat) -> list[Meld]:
        return [meld for other, melds in self._melds.items() if other != seat for meld in melds]

    @cached_property
    def _melds(self) -> dict[Seat, tuple[Meld, ...]]:
        return {seat: laid_down(self.rules, cards).melds for seat, cards in self.tables.items()}

    def in_hand(self, seat: Seat) -> int:
        """The points of the cards left in hand, melded or not."""
        return _pips(self.rules, self.hands.get(seat, ()))

    def is_known(self, seat: Seat) -> bool:
        """Whether both are told: who went out has nothing in hand, everybody else has something."""
        return bool(self.tables.get(seat) if seat == self.closer else self.hands.get(seat))
