"""Melds as they lie on the table; patterns, cards that can leave a hand together; an index of them."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.cards.deck import bits_of
from rules.lookup import PARTS, Lookup, part, spread
from rules.packs import Card

Cards = Sequence[Card]


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"


class Meld(NamedTuple):
    """Cards that belong together, as they lie on the table."""

    kind: MeldKind
    # a run rising, each joker in its place; a set suit by suit, jokers last
    cards: tuple[Card, ...]
    suit: int = -1  # of a run: the index of its suit in the deck
    start: int = -1  # of a run: its first index on the track of `MeldRules`


class Pattern(NamedTuple):
    """Cards of a hand that can leave it together, as one meld or laid off on one meld of the table."""

    cards: int  # its bits; of a lay-off also a bit for the table's meld, so that only one is laid off there
    jokers: int  # the printed jokers it takes
    worth: int  # as `worth_of_meld` has it
    naturals: int = 0  # those of `cards` that stand in their own place
    # of a run: where it may begin on the track, jokers at an end leave a choice
    starts: tuple[int, ...] = ()
    onto: int = -1  # of a lay-off: the index of the table's meld


Patterns = tuple[Pattern, ...]
_Numbered = tuple[int, Pattern]
"""A pattern, and its index in the PatternIndex that has it."""


class Alike(NamedTuple):
    """Patterns of the same cards. Several numbers of jokers are one integer: a bit for each."""

    cards: int
    patterns: list[_Numbered]
    # each number of jokers, and what the patterns with so many are worth
    worths: list[tuple[int, int]]
    as_set: int  # the numbers of jokers with which the cards are a set
    as_run: int


class PatternIndex:
    """Of hundreds of patterns those that the cards left can make. Many are one integer: a bit for each, the
    first one the highest.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        by_cards: list[Lookup[int, list[_Numbered]] | None] = [None] * PARTS
        groups: list[list[_Numbered]] = []
        for index, pattern in enumerate(patterns):
            key = spread(pattern.cards)
            known = part(by_cards, key)
            if key not in known:
                known[key] = []
                groups.append(known[key])
            known[key].append((index, pattern))
        self.groups = [_alike(group) for group in groups]
        # with one bit more, so that any choice has the same length
        self._all = (2 << len(groups)) - 1
        cards = 0
        for alike in self.groups:
            cards |= alike.cards
        self._without_card = [(card, self._without(card)) for card in bits_of(cards)]

    def _without(self, card: int) -> int:
        without = 1
        for alike in self.groups:
            without = without << 1 | (not alike.cards & card)
        return without

    def _fitting_bits(self, left: int) -> int:
        fitting = self._all
        for card, without in self._without_card:
            if not left & card:
                fitting &= without
        return fitting

    def usable(self, left: int) -> int:
        """The cards of the lowest packs that are in a pattern whose cards are left."""
        fitting = self._fitting_bits(left)
        usable = 0
        for card, without in self._without_card:
            if left & card and fitting & ~without:
                usable |= card
        return usable

    def fitting_patterns(self, left: int) -> list[Alike]:
        """The patterns whose cards are left, whatever jokers they take."""
        digits = bin(self._fitting_bits(left))
        groups = []
        digit = digits.find("1", _FIRST_DIGIT)
        while digit > 0:
            groups.append(self.groups[digit - _FIRST_DIGIT])
            digit = digits.find("1", digit + 1)
        return groups


_FIRST_DIGIT = len("0b1")


def _alike(patterns: list[_Numbered]) -> Alike:
    as_set = as_run = 0
    worths: list[tuple[int, int]] = []
    for _index, pattern in patterns:
        number = 1 << pattern.jokers
        if not (as_set | as_run) & number:
            worths.append((pattern.jokers, pattern.worth))
        if pattern.starts:
            as_run |= number
        else:
            as_set |= number
    cards = patterns[0][1].cards
    return Alike(cards, patterns, worths, as_set, as_run)


# The worth of a meld is one integer, so that the worths of several can be added and compared. It holds four
# numbers, the most important in the highest bits: the pips and the number of cards that leave the hand, then,
# subtracted, the number of cards laid off and the number of melds: the tie order of `rules.cards.arrange`.
_FIELD_BITS = 5  # of each number below the pips: up to 31 cards
_LAID_OFF_SHIFT = _FIELD_BITS
_CARDS_SHIFT = 2 * _FIELD_BITS
_PIPS_SHIFT = 3 * _FIELD_BITS


def worth_of_meld(pips: int, cards: int) -> int:
    return (pips << _PIPS_SHIFT) + (cards << _CARDS_SHIFT) - 1


def worth_of_lay_off(pips: int, cards: int) -> int:
    return (pips << _PIPS_SHIFT) + (cards << _CARDS_SHIFT) - (cards << _LAID_OFF_SHIFT)


def pips_in(worth: int) -> int:
    """The pips of a worth, or of a sum of worths."""
    return worth >> _PIPS_SHIFT
