"""The fast search for cards of one pack without jokers or wild cards.

Once the sets are chosen, the runs of each suit are independent of the other suits. So the cost of a suit is
cached by its cards, and only choices of sets are tried. A cost is the worth (`rules.cards.patterns`) of all
cards less the worth of the melds: the deadwood in its high bits, tie-breaks in its low bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rules.cards.meld_search import Packing, all_packings, most_valuable
from rules.cards.patterns import PIPS_SHIFT, Meld, Pattern

if TYPE_CHECKING:
    from rules.cards.melds import MeldRules

_CACHE_SIZE = 1 << 16  # entries of one table
_sort_key = itemgetter(0)


class KeyedMeld(NamedTuple):
    """A meld and its sort key (`MeldRules.deck_order`)."""

    sort_key: list[int]
    meld: Meld


class MeldChoice(NamedTuple):
    """Some sets, or some runs: the bits they take, what they add to the cost, and the melds."""

    taken: int
    cost: int
    melds: tuple[KeyedMeld, ...]


_Value = TypeVar("_Value")
Sets = tuple[list[MeldChoice], list[MeldChoice]]
"""The choices of sets among the cards of one rank, no set included: the best ones, and all."""
Split = tuple[int, int, tuple[MeldChoice, ...]]
"""The bits that a choice of sets leaves to the runs, its cost, and the sets. Plain for speed."""


class _Cache(dict[int, _Value]):
    """A value for each key of card bits, computed at the first look-up."""

    def __init__(self, compute: Callable[[int], _Value]) -> None:
        self._compute = compute

    def __missing__(self, cards: int) -> _Value:
        if len(self) >= _CACHE_SIZE:
            self.clear()
        self[cards] = value = self._compute(cards)
        return value


class SinglePackSearch:
    """The least deadwood of one pack's cards without jokers or wild cards."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._suits = rules.suits
        self._ranks = rules.ranks
        self._width = len(rules.deck.ranks)
        self._ranks_of_sets = (
            self._ranks_of_three if rules.set_min > 2 else self._ranks_of_any
        )
        self._costs = _Cache(self._cost_of_suit)
        self._in_runs = _Cache(self._cards_in_runs)
        self._runs = _Cache(self._best_runs)
        self._sets = _Cache(self._choices_of_sets)

    def least_deadwood(self, bits: int) -> int:
        """The least deadwood of the cards `bits`."""
        return -(-min(map(self._cost_after, self._split(bits))) >> PIPS_SHIFT)

    def best(self, bits: int) -> tuple[int, int, tuple[Meld, ...]]:
        """The least deadwood, the cards that are melded, and the melds: the first in the tie order."""
        splits = self._split(bits)
        least = self._cost_after(splits[0])
        if len(splits) > 1:
            costs = list(map(self._cost_after, splits))
            least = min(costs)
            splits = [
                split
                for split, cost in zip(splits, costs, strict=True)
                if cost == least
            ]
        layouts = [layout for split in splits for layout in self._layouts(split)]
        if len(layouts) > 1:
            layouts.sort(key=lambda layout: [keyed.sort_key for keyed in layout[1]])
        taken, melds = layouts[0]
        return -(-least >> PIPS_SHIFT), taken, tuple(keyed.meld for keyed in melds)

    def _cost_after(self, split: Split) -> int:
        """The cost of a choice of sets together with the best runs of the cards it leaves."""
        rest, spent, _ = split
        first, second, third, last = self._suits
        costs = self._costs
        return (
            spent
            + costs[rest & first]
            + costs[rest & second]
            + costs[rest & third]
            + costs[rest & last]
        )

    def _split(self, bits: int) -> list[Split]:
        """Every choice of sets that may be best."""
        splits: list[Split] = [(bits, 0, ())]
        ranks_left = self._ranks_of_sets(bits)
        if not ranks_left:
            return splits
        first, second, third, last = self._suits
        runs = self._in_runs
        in_runs = (
            runs[bits & first]
            | runs[bits & second]
            | runs[bits & third]
            | runs[bits & last]
        )
        while ranks_left:
            low = ranks_left & -ranks_left
            ranks_left ^= low
            alike = bits & self._ranks[low.bit_length() - 1]
            choices = self._sets[alike]
            splits = [
                (rest ^ choice.taken, spent + choice.cost, (*sets, choice))
                for rest, spent, sets in splits
                # Where no run could take the cards of the rank, only its best sets need to be tried.
                for choice in choices[bool(alike & in_runs)]
            ]
        return splits

    def _ranks_of_three(self, bits: int) -> int:
        """One bit for each rank with three cards or more."""
        first = bits
        second = bits >> self._width
        third = second >> self._width
        last = second >> 2 * self._width
        return (
            first & second & (third | last) | third & last & (first | second)
        ) & self._suits[0]

    def _ranks_of_any(self, bits: int) -> int:
        """One bit for each rank with any card."""
        first = bits
        second = bits >> self._width
        return (
            first | second | second >> self._width | second >> 2 * self._width
        ) & self._suits[0]

    def _layouts(self, split: Split) -> Iterator[tuple[int, tuple[KeyedMeld, ...]]]:
        """The bits and the melds of every best choice of runs after these sets, in the deck's order."""
        rest, _, sets = split
        first, second, third, last = self._suits
        in_runs = self._in_runs
        best_runs = self._runs
        runs = [
            best_runs[cards]
            for cards in (rest & first, rest & second, rest & third, rest & last)
            if in_runs[cards]
        ]
        for chosen in product(*runs):
            taken = 0
            melds = list[KeyedMeld]()
            for choice in (*sets, *chosen):
                taken |= choice[0]
                melds += choice[2]
            if len(melds) > 1:
                melds.sort(key=_sort_key)
            yield taken, tuple(melds)

    def _cost_of_suit(self, cards: int) -> int:
        """The cost of these cards of one suit with their best runs."""
        best = self._runs[cards][0]
        return self._pips(cards ^ best.taken) + best.cost

    def _cards_in_runs(self, cards: int) -> int:
        """Those of these cards of one suit that some run takes."""
        in_runs = 0
        for run in self._rules.runs_in(cards, 0):
            in_runs |= run.cards
        return in_runs

    def _pips(self, cards: int) -> int:
        return self._rules.deck.pips_of(cards) << PIPS_SHIFT

    def _best_runs(self, cards: int) -> list[MeldChoice]:
        return list(
            map(
                self._choice,
                most_valuable(all_packings(self._rules.runs_in(cards, 0), 0)),
            )
        )

    def _choices_of_sets(self, alike: int) -> Sets:
        packings = all_packings(self._rules.sets_in(alike, 0), 0)
        return list(map(self._choice, most_valuable(packings))), list(
            map(self._choice, packings)
        )

    def _choice(self, packing: Packing) -> MeldChoice:
        taken, _, worth, patterns = packing
        return MeldChoice(
            taken, self._pips(taken) - worth, tuple(map(self._keyed_meld, patterns))
        )

    def _keyed_meld(self, pattern: Pattern) -> KeyedMeld:
        meld = self._rules.to_meld(pattern)
        return KeyedMeld(self._rules.deck_order(meld), meld)
