"""Exact search for melds that share no card: all choices, the best one, one that leaves no card.

Depth-first on the first card: it stays loose, or goes with one of the melds in which it is the first. Cards
come rank by rank: then what is left differs only by the runs that reach beyond a rank, so that few different
rests are met (30 low cards of two packs: suit by suit two million, rank by rank a few thousand).
Results are memoised by the cards (`spread`) and jokers that are left. Equal cards are only counted: of each
card the copies of the lowest packs are held, a pattern names the lowest ones, and the highest ones leave the
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rules.cards.deck import Deck
from rules.errors import Illegal
from rules.knobs import Contract
from rules.lookup import Lookup, spread


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
TieOrder = Callable[[Sequence[Pattern]], Any]
"""The sort key of patterns, of which no two share a card: of equal packings the lowest is the best.

The search compares parts of packings, so a pattern that is added to two packings of the same worth must not
change which of them is lower: true of sums, and of sorted lists of the same length.
"""
Merit = tuple[int, int]
"""The value of a packing, and how many patterns it has, below 0: the highest is the best."""
_FEW = 12  # with no more patterns than these, trying all choices is fastest
MOST_STEPS = 100_000
"""Of one search, before it gives up. Every hand that a preset deals takes less than a tenth of them."""


def all_packings(patterns: Iterable[Pattern], jokers: int) -> list[Packing]:
    """Every way to take some of `patterns`, with no more than `jokers` jokers, from the cards of one pack."""
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


def best_packing(
    deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int, tie_order: TieOrder
) -> Packing:
    """The packing that is worth most; of several the first in `tie_order`. Raises as `PackingSearch`."""
    if len(patterns) <= _FEW and deck.packs == 1:
        best = most_valuable(all_packings(patterns, jokers))
        return best[0] if len(best) == 1 else min(best, key=lambda packing: tie_order(packing[3]))
    return PackingSearch(deck, patterns, jokers).best_packing(with_table(patterns, bits), jokers, tie_order)


def every_packing(deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int) -> Iterable[Packing]:
    """Every packing, once. Raises as `PackingSearch`, also while they are read."""
    if len(patterns) <= _FEW and deck.packs == 1:
        return all_packings(patterns, jokers)
    return PackingSearch(deck, patterns, jokers).every_packing(with_table(patterns, bits), jokers)


def highest_worth(deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int) -> int:
    """What the best packing is worth."""
    if len(patterns) <= _FEW and deck.packs == 1:
        return max(map(worth_of, all_packings(patterns, jokers)))
    return PackingSearch(deck, patterns, jokers).highest_worth(with_table(patterns, bits), jokers)


def with_table(patterns: Iterable[Pattern], bits: int) -> int:
    """The cards `bits` and the bits of those melds of the table on which one may lay off."""
    for pattern in patterns:
        if pattern.onto >= 0:
            bits |= pattern.cards
    return bits


class _Alike(NamedTuple):
    """Patterns of the same cards: with more or fewer jokers, or as a run and as a set."""

    cards: int
    patterns: list[tuple[int, Pattern]]  # each with its index among those of the same first card


class Choice(NamedTuple):
    """What is left after patterns of the same cards, and these patterns."""

    rest: int
    patterns: list[tuple[int, Pattern]]


class _PatternIndex:
    """Patterns by their cards: of hundreds, those that can be made of the cards that are left.

    Many of them are one integer, a bit for each.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        by_cards: Lookup[int, _Alike] = {}
        self._groups: list[_Alike] = []
        for index, pattern in enumerate(patterns):
            if pattern.cards not in by_cards:
                by_cards[pattern.cards] = _Alike(pattern.cards, [])
                self._groups.append(by_cards[pattern.cards])
            by_cards[pattern.cards].patterns.append((index, pattern))
        self._all = (1 << len(self._groups)) - 1
        self._with_card: dict[int, int] = {}
        for place, alike in enumerate(self._groups):
            for card in bits_of(alike.cards):
                self._with_card[card] = self._with_card.get(card, 0) | 1 << place
        self._cards = sum(self._with_card)

    def fitting(self, left: int) -> list[_Alike]:
        """The patterns whose cards are left, whatever jokers they take."""
        fitting = self._all
        for card in bits_of(self._cards & ~left):
            fitting &= ~self._with_card[card]
        return [self._groups[bit.bit_length() - 1] for bit in bits_of(fitting)]


def bits_of(number: int) -> Iterator[int]:
    """Each bit that is set, the lowest first."""
    while number:
        low = number & -number
        yield low
        number ^= low


class PackingSearch:
    """Answers about the cards and jokers that are left, memoised by the cards, for all numbers of jokers.

    Every method raises Illegal `too-many-ways` once all of them together have tried `most_steps` patterns.
    """

    def __init__(
        self, deck: Deck, patterns: Iterable[Pattern], jokers: int, most_steps: int = MOST_STEPS
    ) -> None:
        """`jokers` is the most that will be asked about."""
        self._packs, self._width = deck.packs, len(deck.cards)
        self._naturals = deck.end - 1
        self._one_pack = (1 << self._width) - 1
        self._copies = sum(1 << self._width * pack for pack in range(deck.packs))
        self._ranked = deck.ranked
        self._jokers = jokers
        by_first: dict[int, list[Pattern]] = {}
        for pattern in patterns:
            by_first.setdefault(self.first(pattern.cards), []).append(pattern)
        self._by_first: Lookup[int, _PatternIndex] = {
            spread(first): _PatternIndex(patterns) for first, patterns in by_first.items()
        }
        self.steps, self._most_steps = 0, most_steps
        self._all_choices: Lookup[int, list[Choice]] = {}
        self._highest_worths: Lookup[int, list[int]] = {0: [0] * (jokers + 1)}
        self._best: Lookup[tuple[int, int], Packing] = {}
        self._numbers_of_jokers: Lookup[int, int] = {0: 1}
        self._numbers_of_jokers_but_one: Lookup[int, int] = {0: 0}
        self._fulfilled: Lookup[tuple[int, int, Contract], bool] = {}
        self._fulfilled_but_one: Lookup[tuple[int, int, Contract], bool] = {}
        self._merit: Lookup[tuple[int, int], Merit] = {}
        self._best_cover: Lookup[tuple[int, int], Packing] = {}

    def first(self, cards: int) -> int:
        """The first of these cards by rank; a bit of the table's melds where there are no others."""
        for ranked in self._ranked:
            if here := cards & ranked:
                return here & -here
        return cards & -cards

    def without(self, low: int, left: int) -> int:
        """What is left when the card `low` stays loose, and with it the equal cards."""
        return left & ~(low * self._copies) if low <= self._naturals else left ^ low

    def rest(self, left: int, cards: int) -> int:
        """What `cards` leave of `left`: of each card as many copies fewer, the lowest ones."""
        if self._packs == 1:
            return left ^ cards
        gone = cards & self._naturals
        table = (left ^ cards) & ~self._naturals
        rest = left & self._naturals
        while gone:
            of_each = (gone & self._one_pack) * self._copies
            rest = rest & ~of_each | rest >> self._width & of_each
            gone >>= self._width
        return rest | table

    def _rests(self, left: int, fitting: Iterable[_Alike]) -> Iterator[tuple[_Alike, int]]:
        """Each of `fitting` with what it leaves: `rest`, faster for one copy of each card and no table."""
        fewer = (left & self._naturals) >> self._width
        for alike in fitting:
            if alike.cards <= self._one_pack:
                of_each = alike.cards * self._copies
                yield alike, left & ~of_each | fewer & of_each
            else:
                yield alike, self.rest(left, alike.cards)

    def choices(self, left: int) -> list[Choice]:
        """All that can be made of the first card with other cards that are left, whatever jokers it takes."""
        key = spread(left)
        choices = self._all_choices.get(key)
        if choices is None:
            patterns = self._by_first.get(spread(self.first(left)))
            fitting = [] if patterns is None else patterns.fitting(left)
            choices = [Choice(rest, alike.patterns) for alike, rest in self._rests(left, fitting)]
            self._all_choices[key] = choices
        self.steps += 1 + len(choices)
        if self.steps > self._most_steps:
            raise Illegal("too-many-ways")
        return choices

    def with_jokers(self, left: int, jokers: int, since: int = 0) -> Iterator[tuple[int, Pattern, int]]:
        """What can be made of the first card and up to `jokers` jokers: index, pattern, and the cards left.

        `since` leaves out those of a lower index.
        """
        for rest, patterns in self.choices(left):
            for index, pattern in patterns:
                if pattern.jokers <= jokers and index >= since:
                    yield index, pattern, rest

    def highest_worth(self, left: int, jokers: int) -> int:
        """The most that patterns made of what is left can be worth."""
        return self._highest(left)[jokers]

    def _highest(self, left: int) -> list[int]:
        """The same for each number of jokers."""
        key = spread(left)
        highest = self._highest_worths.get(key)
        if highest is None:
            highest = list(self._highest(self.without(self.first(left), left)))
            for rest, patterns in self.choices(left):
                after = self._highest(rest)
                for _index, (_cards, used, worth, *_) in patterns:
                    for jokers in range(used, self._jokers + 1):
                        if worth + after[jokers - used] > highest[jokers]:
                            highest[jokers] = worth + after[jokers - used]
            self._highest_worths[key] = highest
        return highest

    def best_packing(self, left: int, jokers: int, tie_order: TieOrder) -> Packing:
        """The packing that has the highest worth; of several the first in `tie_order`."""
        if not left:
            return 0, 0, 0, ()
        key = spread(left), jokers
        best = self._best.get(key)
        if best is None:
            ties = list(self._best_after_first(left, jokers, tie_order))
            best = ties[0] if len(ties) == 1 else min(ties, key=lambda packing: tie_order(packing[3]))
            self._best[key] = best
        return best

    def _best_after_first(self, left: int, jokers: int, tie_order: TieOrder) -> Iterator[Packing]:
        """For each choice for the first card that leads to the highest worth, the best packing."""
        highest = self.highest_worth(left, jokers)
        loose = self.without(self.first(left), left)
        if self.highest_worth(loose, jokers) == highest:
            yield self.best_packing(loose, jokers, tie_order)
        for _index, pattern, rest in self.with_jokers(left, jokers):
            spare = jokers - pattern.jokers
            if pattern.worth + self.highest_worth(rest, spare) == highest:
                yield with_pattern(pattern, left ^ rest, self.best_packing(rest, spare, tie_order))

    def every_packing(self, left: int, jokers: int, since: int = 0) -> Iterator[Packing]:
        """Every packing, once. `since` leaves out the patterns of the first card with a lower index."""
        if not left:
            yield 0, 0, 0, ()
            return
        first = self.first(left)
        yield from self.every_packing(self.without(first, left), jokers)
        for index, pattern, rest in self.with_jokers(left, jokers, since):
            following = index if self.first(rest) == first else 0
            for packing in self.every_packing(rest, jokers - pattern.jokers, following):
                yield with_pattern(pattern, left ^ rest, packing)

    def covers(
        self, left: int, jokers: int, contract: Contract | None = None, since: int = 0
    ) -> Iterator[Packing]:
        """Every packing that takes all that is left, once, with a `contract` in so many sets and runs.

        `since` leaves out the patterns of the first card with a lower index.
        """
        if not self.can_cover(left, jokers, contract):
            return
        if not left:
            yield 0, 0, 0, ()
            return
        first = self.first(left)
        for index, pattern, rest in self.with_jokers(left, jokers, since):
            following = index if self.first(rest) == first else 0
            still_asked = None if contract is None else less(contract, pattern)
            for packing in self.covers(rest, jokers - pattern.jokers, still_asked, following):
                yield with_pattern(pattern, left ^ rest, packing)

    def can_cover(self, left: int, jokers: int, contract: Contract | None) -> bool:
        """Whether `covers` has any packing."""
        if contract is None:
            return bool(self._jokers_to_cover(left) >> jokers & 1)
        return self._fulfils(left, jokers, contract)

    def can_cover_but_one(self, left: int, jokers: int, contract: Contract | None) -> bool:
        """Whether some packing takes all that is left but for one card or joker."""
        if jokers and self.can_cover(left, jokers - 1, contract):
            return True
        if contract is None:
            return bool(self._jokers_to_cover_but_one(left) >> jokers & 1)
        return self._fulfils_but_one(left, jokers, contract)

    def _jokers_to_cover(self, left: int) -> int:
        """How many jokers all packings take that take the cards `left`: a bit for each number."""
        key = spread(left)
        numbers = self._numbers_of_jokers.get(key)
        if numbers is None:
            numbers = 0
            for rest, patterns in self.choices(left):
                after = self._jokers_to_cover(rest)
                for _index, pattern in patterns if after else ():
                    numbers |= after << pattern.jokers
            self._numbers_of_jokers[key] = numbers = numbers & (2 << self._jokers) - 1
        return numbers

    def _jokers_to_cover_but_one(self, left: int) -> int:
        """The same for the packings that take all of the cards `left` but one."""
        key = spread(left)
        numbers = self._numbers_of_jokers_but_one.get(key)
        if numbers is None:
            loose = self.without(self.first(left), left)
            numbers = self._jokers_to_cover(loose) if loose.bit_count() + 1 == left.bit_count() else 0
            for rest, patterns in self.choices(left):
                after = self._jokers_to_cover_but_one(rest)
                for _index, pattern in patterns if after else ():
                    numbers |= after << pattern.jokers
            self._numbers_of_jokers_but_one[key] = numbers = numbers & (2 << self._jokers) - 1
        return numbers

    def _fulfils(self, left: int, jokers: int, contract: Contract) -> bool:
        """Whether all that is left makes just so many sets and runs.

        A contract has few melds, so this search is over sooner than one for any number of melds.
        """
        if not left or contract == (0, 0):
            return not left and not jokers and contract == (0, 0)
        key = spread(left), jokers, contract
        fulfils = self._fulfilled.get(key)
        if fulfils is None:
            fulfils = min(contract) >= 0 and any(
                self._fulfils(rest, jokers - pattern.jokers, less(contract, pattern))
                for _index, pattern, rest in self.with_jokers(left, jokers)
            )
            self._fulfilled[key] = fulfils
        return fulfils

    def _fulfils_but_one(self, left: int, jokers: int, contract: Contract) -> bool:
        """Whether all that is left but for one card makes just so many sets and runs."""
        if not left:
            return False
        key = spread(left), jokers, contract
        fulfils = self._fulfilled_but_one.get(key)
        if fulfils is None:
            loose = self.without(self.first(left), left)
            is_single = loose.bit_count() + 1 == left.bit_count()
            fulfils = min(contract) >= 0 and (
                (is_single and self._fulfils(loose, jokers, contract))
                or any(
                    self._fulfils_but_one(rest, jokers - pattern.jokers, less(contract, pattern))
                    for _index, pattern, rest in self.with_jokers(left, jokers)
                )
            )
            self._fulfilled_but_one[key] = fulfils
        return fulfils

    def best_cover(
        self, left: int, jokers: int, value_of: Callable[[Pattern], int], tie_order: TieOrder
    ) -> Packing | None:
        """Of `covers` the one with the highest sum of `value_of`, then of fewest patterns, then in
        `tie_order`; None if there is none.
        """
        merit = self._merit_of_cover(left, jokers, value_of)
        if merit is None:
            return None
        if not left:
            return 0, 0, 0, ()
        key = spread(left), jokers
        best = self._best_cover.get(key)
        if best is None:
            ties = []
            for _index, pattern, rest in self.with_jokers(left, jokers):
                spare = jokers - pattern.jokers
                if merit == _more_merit(self._merit_of_cover(rest, spare, value_of), value_of(pattern)):
                    cover = self.best_cover(rest, spare, value_of, tie_order)
                    ties += [] if cover is None else [with_pattern(pattern, left ^ rest, cover)]
            best = min(ties, key=lambda packing: tie_order(packing[3]))
            self._best_cover[key] = best
        return best

    def _merit_of_cover(self, left: int, jokers: int, value_of: Callable[[Pattern], int]) -> Merit | None:
        """The merit of the best packing that takes all that is left; None if there is none."""
        if not self.can_cover(left, jokers, None):
            return None
        if not left:
            return 0, 0
        key = spread(left), jokers
        if key not in self._merit:
            merits = (
                _more_merit(self._merit_of_cover(rest, jokers - pattern.jokers, value_of), value_of(pattern))
                for _index, pattern, rest in self.with_jokers(left, jokers)
            )
            self._merit[key] = max(merit for merit in merits if merit is not None)
        return self._merit[key]


def with_pattern(pattern: Pattern, cards: int, packing: Packing) -> Packing:
    """`packing` with one pattern more, which takes the bits `cards`."""
    taken, used, worth, chosen = packing
    return taken | cards, used + pattern.jokers, worth + pattern.worth, (pattern, *chosen)


def _more_merit(merit: Merit | None, value: int) -> Merit | None:
    """The merit of a packing with one pattern more, of this value."""
    return None if merit is None else (merit[0] + value, merit[1] - 1)


def less(contract: Contract, pattern: Pattern) -> Contract:
    """What the contract still asks for once `pattern` lies on the table."""
    sets, runs = contract
    return (sets, runs - 1) if pattern.starts else (sets - 1, runs)
