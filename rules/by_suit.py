"""Cards of one pack without a joker: once the sets are chosen, every suit is by itself.

So what the runs of one suit leave is looked up, and only the sets are tried. Sums of costs are compared in
place of sums of worths: the pips of all cards, less what the melds are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rules.packing import PIPS_FROM, Packing, Pattern, packings

if TYPE_CHECKING:
    from rules.melds import Meld, MeldRules

_KNOWN_AT_MOST = 1 << 16  # look-ups kept in one table
_place = itemgetter(0)


class Laid(NamedTuple):
    """A meld and its place among others (`MeldRules.place_of_meld`)."""

    place: list[int]
    meld: Meld


class Choice(NamedTuple):
    """Some sets, or some runs: the cards they take, what they cost, and how they lie on the table."""

    taken: int
    cost: int
    laid: tuple[Laid, ...]


Split = tuple[int, int, tuple[Choice, ...]]  # plain, for there are many


class _Known(dict[int, int]):
    """What the best runs of one suit's cards leave, looked for when it is first asked."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, cards: int) -> int:
        if len(self) >= _KNOWN_AT_MOST:
            self.clear()
        self[cards] = cost = self._find(cards)
        return cost


class BySuit:
    """The least deadwood of one pack's cards without jokers and wild cards."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._suits = rules.suits
        self._width = len(rules.deck.ranks)
        self._sets_of_three = rules.set_min > 2
        self._costs = _Known(self._cost_of_suit)
        self._runs: dict[int, list[Choice]] = {}
        self._sets: dict[int, list[Choice]] = {}

    def least(self, held: int) -> int:
        """The least deadwood of the cards `held`."""
        return -(-min(split[1] for split in self._split(held)) >> PIPS_FROM)

    def best(self, held: int) -> tuple[int, int, tuple[Meld, ...]]:
        """The least deadwood, the cards that are melded, and the melds: the first in the tie order."""
        splits = self._split(held)
        least = min(split[1] for split in splits)
        ways = [way for split in splits if split[1] == least for way in self._ways(split)]
        taken, laid = ways[0] if len(ways) == 1 else min(ways, key=_places)
        return -(-least >> PIPS_FROM), taken, tuple(one.meld for one in laid)

    def _split(self, held: int) -> list[Split]:
        """Every choice of sets: the cards it leaves to the runs, what all costs then, and the sets."""
        first, second, third, last = self._suits
        costs = self._costs
        cost = costs[held & first] + costs[held & second] + costs[held & third] + costs[held & last]
        splits: list[Split] = [(held, cost, ())]
        if self._sets_of_three and not self._has_three(held):
            return splits
        chosen: list[Split] = [(held, 0, ())]
        for alike in self._rules.alike(held):
            chosen += [
                (rest ^ one.taken, spent + one.cost, (*sets, one))
                for rest, spent, sets in chosen
                for one in self._sets.get(alike) or self._learn_sets(alike)
            ]
        for rest, spent, sets in chosen[1:]:
            cost = costs[rest & first] + costs[rest & second] + costs[rest & third] + costs[rest & last]
            splits.append((rest, cost + spent, sets))
        return splits

    def _has_three(self, held: int) -> int:
        """Whether `held` has three cards of a rank; quicker than to look for which."""
        first, second = held, held >> self._width
        third, last = second >> self._width, second >> 2 * self._width
        both, either = first & second, first | second
        return (both & (third | last) | third & last & either) & self._suits[0]

    def _ways(self, split: Split) -> Iterator[tuple[int, tuple[Laid, ...]]]:
        """Every best way to take runs from what the sets leave, the melds in the order of the deck."""
        rest, _, sets = split
        taken = sum(one.taken for one in sets)
        runs = [self._runs.get(rest & suit) or self._learn_runs(rest & suit) for suit in self._suits]
        for chosen in product(*runs):
            laid = [one for choice in (*sets, *chosen) for one in choice.laid]
            if len(laid) > 1:
                laid.sort(key=_place)
            yield taken + sum(one.taken for one in chosen), tuple(laid)

    def _cost_of_suit(self, cards: int) -> int:
        """What the best runs leave of one suit's cards: pips, and below them what breaks ties."""
        runs = self._rules.runs_in(cards, 0)
        return self._pips(cards) - (max(way[2] for way in packings(runs, 0)) if runs else 0)

    def _pips(self, cards: int) -> int:
        deck = self._rules.deck
        return sum(map(deck.pips.__getitem__, deck.cards_of(cards))) << PIPS_FROM

    def _learn_runs(self, cards: int) -> list[Choice]:
        """The best ways to take runs from one suit's cards."""
        ways = packings(self._rules.runs_in(cards, 0), 0)
        most = max(way[2] for way in ways)
        return self._keep(self._runs, cards, [way for way in ways if way[2] == most])

    def _learn_sets(self, alike: int) -> list[Choice]:
        """The ways to take sets from the cards of one rank."""
        return self._keep(self._sets, alike, packings(self._rules.sets_in(alike, 0), 0)[1:])

    def _keep(self, known: dict[int, list[Choice]], cards: int, ways: list[Packing]) -> list[Choice]:
        if len(known) >= _KNOWN_AT_MOST:
            known.clear()
        known[cards] = [
            Choice(taken, self._pips(taken) - worth, tuple(map(self._laid, patterns)))
            for taken, _, worth, patterns in ways
        ]
        return known[cards]

    def _laid(self, pattern: Pattern) -> Laid:
        meld = self._rules.write(pattern)
        return Laid(self._rules.place_of(meld), meld)


def _places(way: tuple[int, tuple[Laid, ...]]) -> list[list[int]]:
    return [one.place for one in way[1]]
