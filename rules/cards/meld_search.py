"""Choosing melds that share no card: every choice, the choices that are worth most, those that leave nothing.

Cards are taken up lowest first: each is left, or goes with one of the melds in which it is the lowest. What
can still be done with the cards that are left is asked again and again, so it is remembered. Equal cards are
as good as each other, so the copy of the lowest pack always goes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.cards.deck import Deck
from rules.knobs import Contract


class Pattern(NamedTuple):
    """Cards of a hand that can leave it together, as one meld or onto one meld of the table."""

    cards: int  # the bits it takes; of a lay-off also the bit of the table's meld, so that it happens once
    jokers: int  # the printed jokers it takes
    worth: int  # see `MeldRules.worth_of`
    naturals: int = 0  # those of `cards` that stand in their own place
    starts: tuple[int, ...] = ()  # of a run: where it may begin on the track, jokers at an end leave a choice
    onto: int = -1  # of a lay-off: which meld of the table


Patterns = tuple[Pattern, ...]
# Melds and lay-offs that share no card: bits, jokers, worth, and they themselves. Plain, for there are many.
Packing = tuple[int, int, int, tuple[Pattern, ...]]
PIPS_FROM = 15  # the bits of a worth below the pips break ties
_FEW = 12  # with no more melds than these to choose from, trying all choices is quickest


def pips_in(worth: int) -> int:
    """The pips of a worth, or of a sum of worths."""
    return worth >> PIPS_FROM


def packings(patterns: Iterable[Pattern], jokers: int) -> list[Packing]:
    """Every way to take some of `patterns` that share no card and have no more than `jokers` jokers."""
    ways: list[Packing] = [(0, 0, 0, ())]
    for pattern in patterns:
        cards, needed, worth = pattern[:3]
        ways += [
            (taken | cards, used + needed, total + worth, (*chosen, pattern))
            for taken, used, total, chosen in ways
            if not taken & cards and used + needed <= jokers
        ]
    return ways


def best_packings(deck: Deck, patterns: Sequence[Pattern], held: int, jokers: int) -> list[Packing]:
    """Those of `packings` that are worth most, but for which of equal cards they take."""
    if len(patterns) <= _FEW:
        ways = packings(patterns, jokers)
        most = max(way[2] for way in ways)
        return [way for way in ways if way[2] == most]
    return list(Search(deck, patterns).best(_all_bits(patterns, held), jokers))


def most_worth(deck: Deck, patterns: Sequence[Pattern], held: int, jokers: int) -> int:
    """What the best of `packings` is worth."""
    if len(patterns) <= _FEW:
        return max(way[2] for way in packings(patterns, jokers))
    return Search(deck, patterns).most(_all_bits(patterns, held), jokers)


def _all_bits(patterns: Iterable[Pattern], held: int) -> int:
    """The cards `held` and the marks of the melds of the table on which one may lay off."""
    for pattern in patterns:
        if pattern.onto >= 0:
            held |= pattern.cards
    return held


class Search:
    """What can be done with the cards that are left, remembered."""

    def __init__(self, deck: Deck, patterns: Iterable[Pattern]) -> None:
        self.end, self.packs, self.width = deck.end, deck.packs, len(deck.cards)
        self.by_lowest: dict[int, list[Pattern]] = {}
        for pattern in patterns:
            self.by_lowest.setdefault(pattern.cards & -pattern.cards, []).append(pattern)
        self._most: dict[tuple[int, int], int] = {}
        self._can: dict[tuple[int, int, Contract | None], bool] = {}

    def without(self, low: int, left: int) -> int:
        """What is left when the card `low` stays loose, and with it the equal cards."""
        left ^= low
        if low < self.end:
            for _ in range(1, self.packs):
                low <<= self.width
                left &= ~low
        return left

    def fitting(self, left: int, jokers: int) -> Iterator[Pattern]:
        """The melds of the lowest card that can be made of what is left, of equal cards the lowest."""
        for pattern in self.by_lowest.get(left & -left, ()):
            cards = pattern.cards
            if pattern.jokers <= jokers and not cards & ~left and not self._passes_over(cards, left):
                yield pattern

    def _passes_over(self, cards: int, left: int) -> bool:
        """Whether `cards` take a card while an equal one of a lower pack is left."""
        lower, others = cards & self.end - 1, left & ~cards
        for _ in range(1, self.packs):
            lower >>= self.width
            if lower & others:
                return True
        return False

    def most(self, left: int, jokers: int) -> int:
        """The most that melds of what is left can be worth."""
        if not left:
            return 0
        known = self._most.get((left, jokers))
        if known is None:
            known = self.most(self.without(left & -left, left), jokers)
            for pattern in self.fitting(left, jokers):
                rest = self.most(left & ~pattern.cards, jokers - pattern.jokers)
                known = max(known, pattern.worth + rest)
            self._most[left, jokers] = known
        return known

    def best(self, left: int, jokers: int) -> Iterator[Packing]:
        """Every choice that is worth that."""
        most = self.most(left, jokers)
        if not left:
            yield 0, 0, 0, ()
            return
        loose = self.without(left & -left, left)
        if self.most(loose, jokers) == most:
            yield from self.best(loose, jokers)
        for pattern in self.fitting(left, jokers):
            rest, spare = left & ~pattern.cards, jokers - pattern.jokers
            if pattern.worth + self.most(rest, spare) == most:
                yield from (_with(pattern, way) for way in self.best(rest, spare))

    def covers(self, left: int, jokers: int, contract: Contract | None = None) -> Iterator[Packing]:
        """Every way to take all that is left, with a `contract` in so many sets and so many runs."""
        if not self.can(left, jokers, contract):
            return
        if not left:
            yield 0, 0, 0, ()
            return
        for pattern in self.fitting(left, jokers):
            open_melds = _less(contract, pattern)
            rest = self.covers(left & ~pattern.cards, jokers - pattern.jokers, open_melds)
            yield from (_with(pattern, way) for way in rest)

    def can(self, left: int, jokers: int, contract: Contract | None) -> bool:
        """Whether all that is left can be covered."""
        if not left:
            return not jokers and contract in (None, (0, 0))
        if contract is not None and min(contract) < 0:
            return False
        known = self._can.get((left, jokers, contract))
        if known is None:
            known = any(
                self.can(left & ~pattern.cards, jokers - pattern.jokers, _less(contract, pattern))
                for pattern in self.fitting(left, jokers)
            )
            self._can[left, jokers, contract] = known
        return known


def _with(pattern: Pattern, way: Packing) -> Packing:
    taken, used, worth, chosen = way
    return taken | pattern.cards, used + pattern.jokers, worth + pattern.worth, (pattern, *chosen)


def _less(contract: Contract | None, pattern: Pattern) -> Contract | None:
    """What the contract still asks for once `pattern` lies on the table."""
    if contract is None:
        return None
    sets, runs = contract
    return (sets, runs - 1) if pattern.starts else (sets - 1, runs)
