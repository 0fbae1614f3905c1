"""Exact search for melds that share no card: all choices, the most valuable ones, those that leave no card.

Depth-first on the first card: it stays loose, or goes with one of the melds in which it is the first. Cards
come rank by rank: then what is left differs only by the runs that reach beyond a rank, so that few different
rests are met (30 low cards of two packs: suit by suit two million, rank by rank a few thousand).
Results are memoised by the cards and jokers that are left. Of equal cards the copy of the lowest pack is used
first, so that no choice is found twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.cards.deck import Deck
from rules.knobs import Contract


class Pattern(NamedTuple):
    """Cards of a hand that can leave it together, as one meld or laid off on one meld of the table."""

    cards: int  # its bits; of a lay-off also a bit for the table's meld, so that only one is laid off there
    jokers: int  # the printed jokers it takes
    worth: int  # see `rules.cards.worth`
    naturals: int = 0  # those of `cards` that stand in their own place
    starts: tuple[int, ...] = ()  # of a run: where it may begin on the track, jokers at an end leave a choice
    onto: int = -1  # of a lay-off: the index of the table's meld


Patterns = tuple[Pattern, ...]
Packing = tuple[int, int, int, tuple[Pattern, ...]]
"""Patterns that share no card: the bits and the jokers they take, their worth, and the patterns themselves.

A plain tuple and no class, because a search makes thousands.
"""
Merit = tuple[int, int]
"""The value of a packing, and how many patterns it has, below 0: the highest is the best."""
_FEW = 12  # with no more patterns than these, trying all choices is fastest


def all_packings(patterns: Iterable[Pattern], jokers: int) -> list[Packing]:
    """Every way to take some of `patterns` that share no card and have no more than `jokers` jokers."""
    packings: list[Packing] = [(0, 0, 0, ())]
    for pattern in patterns:
        cards, needed, worth = pattern[:3]
        packings += [
            (taken | cards, used + needed, total + worth, (*chosen, pattern))
            for taken, used, total, chosen in packings
            if not taken & cards and used + needed <= jokers
        ]
    return packings


def worth_of(packing: Packing) -> int:
    _, _, worth, _ = packing
    return worth


def most_valuable(packings: Sequence[Packing]) -> list[Packing]:
    """Those of `packings` that are worth most."""
    highest = max(map(worth_of, packings))
    return [packing for packing in packings if worth_of(packing) == highest]


def best_packings(deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int) -> list[Packing]:
    """The packings that are worth most; those that differ only in which of equal cards they take, once."""
    if len(patterns) <= _FEW:
        return most_valuable(all_packings(patterns, jokers))
    return list(PackingSearch(deck, patterns).best_packings(_with_table(patterns, bits), jokers))


def highest_worth(deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int) -> int:
    """What the best packing is worth."""
    if len(patterns) <= _FEW:
        return max(map(worth_of, all_packings(patterns, jokers)))
    return PackingSearch(deck, patterns).highest_worth(_with_table(patterns, bits), jokers)


def _with_table(patterns: Iterable[Pattern], bits: int) -> int:
    """The cards `bits` and the bits of those melds of the table on which one may lay off."""
    for pattern in patterns:
        if pattern.onto >= 0:
            bits |= pattern.cards
    return bits


class PackingSearch:
    """Answers about the cards and jokers that are left, memoised."""

    def __init__(self, deck: Deck, patterns: Iterable[Pattern]) -> None:
        self.end, self.packs, self.width = deck.end, deck.packs, len(deck.cards)
        self._ranked = deck.ranked
        self._by_first: dict[int, list[Pattern]] = {}
        for pattern in patterns:
            self._by_first.setdefault(self._first(pattern.cards), []).append(pattern)
        self._highest_worth: dict[tuple[int, int], int] = {}
        self._merit: dict[tuple[int, int], Merit] = {}
        self._can_cover: dict[tuple[int, int, Contract | None], bool] = {}

    def _first(self, cards: int) -> int:
        """The first of these cards by rank; a bit of the table's melds where there are no others."""
        for ranked in self._ranked:
            if here := cards & ranked:
                return here & -here
        return cards & -cards

    def without(self, low: int, left: int) -> int:
        """What is left when the card `low` stays loose, and with it the equal cards."""
        left ^= low
        if low < self.end:
            for _ in range(1, self.packs):
                low <<= self.width
                left &= ~low
        return left

    def fitting(self, left: int, jokers: int) -> Iterator[Pattern]:
        """The patterns of the first card that can be made of what is left, of equal cards the lowest copy."""
        for pattern in self._by_first.get(self._first(left), ()):
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

    def highest_worth(self, left: int, jokers: int) -> int:
        """The most that patterns made of what is left can be worth."""
        if not left:
            return 0
        highest = self._highest_worth.get((left, jokers))
        if highest is None:
            highest = self.highest_worth(self.without(self._first(left), left), jokers)
            for pattern in self.fitting(left, jokers):
                rest = self.highest_worth(left & ~pattern.cards, jokers - pattern.jokers)
                highest = max(highest, pattern.worth + rest)
            self._highest_worth[left, jokers] = highest
        return highest

    def best_packings(self, left: int, jokers: int) -> Iterator[Packing]:
        """Every packing that has the highest worth."""
        highest = self.highest_worth(left, jokers)
        if not left:
            yield 0, 0, 0, ()
            return
        loose = self.without(self._first(left), left)
        if self.highest_worth(loose, jokers) == highest:
            yield from self.best_packings(loose, jokers)
        for pattern in self.fitting(left, jokers):
            rest, spare = left & ~pattern.cards, jokers - pattern.jokers
            if pattern.worth + self.highest_worth(rest, spare) == highest:
                yield from (with_pattern(pattern, packing) for packing in self.best_packings(rest, spare))

    def covers(self, left: int, jokers: int, contract: Contract | None = None) -> Iterator[Packing]:
        """Every packing that takes all that is left, with a `contract` in so many sets and so many runs."""
        if not self.can_cover(left, jokers, contract):
            return
        if not left:
            yield 0, 0, 0, ()
            return
        for pattern in self.fitting(left, jokers):
            still_asked = _less(contract, pattern)
            rest = self.covers(left & ~pattern.cards, jokers - pattern.jokers, still_asked)
            yield from (with_pattern(pattern, packing) for packing in rest)

    def best_covers(self, left: int, jokers: int, value_of: Callable[[Pattern], int]) -> Iterator[Packing]:
        """Those of `covers` with the highest sum of `value_of`, and of these those of fewest patterns."""
        merit = self._merit_of_cover(left, jokers, value_of)
        if merit is None:
            return
        if not left:
            yield 0, 0, 0, ()
            return
        for pattern in self.fitting(left, jokers):
            rest = left & ~pattern.cards, jokers - pattern.jokers
            if merit == _more_merit(self._merit_of_cover(*rest, value_of), value_of(pattern)):
                yield from (with_pattern(pattern, packing) for packing in self.best_covers(*rest, value_of))

    def _merit_of_cover(self, left: int, jokers: int, value_of: Callable[[Pattern], int]) -> Merit | None:
        """The merit of the best packing that takes all that is left; None if there is none."""
        if not self.can_cover(left, jokers, None):
            return None
        if not left:
            return 0, 0
        if (left, jokers) not in self._merit:
            merits = (
                _more_merit(
                    self._merit_of_cover(left & ~pattern.cards, jokers - pattern.jokers, value_of),
                    value_of(pattern),
                )
                for pattern in self.fitting(left, jokers)
            )
            self._merit[left, jokers] = max(merit for merit in merits if merit is not None)
        return self._merit[left, jokers]

    def can_cover(self, left: int, jokers: int, contract: Contract | None) -> bool:
        """Whether `covers` has any packing."""
        if not left:
            return not jokers and contract in (None, (0, 0))
        if contract is not None and min(contract) < 0:
            return False
        answer = self._can_cover.get((left, jokers, contract))
        if answer is None:
            answer = any(
                self.can_cover(left & ~pattern.cards, jokers - pattern.jokers, _less(contract, pattern))
                for pattern in self.fitting(left, jokers)
            )
            self._can_cover[left, jokers, contract] = answer
        return answer


def with_pattern(pattern: Pattern, packing: Packing) -> Packing:
    """`packing` with one pattern more."""
    taken, used, worth, chosen = packing
    return taken | pattern.cards, used + pattern.jokers, worth + pattern.worth, (pattern, *chosen)


def _more_merit(merit: Merit | None, value: int) -> Merit | None:
    """The merit of a packing with one pattern more, of this value."""
    return None if merit is None else (merit[0] + value, merit[1] - 1)


def _less(contract: Contract | None, pattern: Pattern) -> Contract | None:
    """What the contract still asks for once `pattern` lies on the table."""
    if contract is None:
        return None
    sets, runs = contract
    return (sets, runs - 1) if pattern.starts else (sets - 1, runs)
