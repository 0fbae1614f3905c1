"""Cards of one pack without a joker: once the sets are chosen, every suit is by itself.

So what the runs of one suit leave is looked up, and only the sets are tried. Sums of costs are compared in
place of sums of worths: the pips of all cards, less what the melds are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from operator import itemgetter, or_
from typing import NamedTuple, Protocol, TypeVar

from rules.cards.deck import Deck
from rules.cards.meld import Meld
from rules.cards.meld_search import PIPS_FROM, Packing, Pattern, Patterns, packings

_KNOWN_AT_MOST = 1 << 16  # look-ups kept in one table
_place = itemgetter(0)


class Melds(Protocol):
    """What is asked of `melds.MeldRules`."""

    deck: Deck
    set_min: int
    suits: tuple[int, ...]  # the cards of each suit
    ranks: tuple[int, ...]  # the cards of each rank

    def runs_in(self, held: int, jokers: int) -> Patterns: ...
    def sets_in(self, held: int, jokers: int) -> Patterns: ...
    def suit_of(self, cards: int) -> int: ...
    def write(self, pattern: Pattern) -> Meld: ...
    def place_of(self, meld: Meld) -> list[int]: ...


class Laid(NamedTuple):
    """A meld and its place among others (`MeldRules.place_of_meld`)."""

    place: list[int]
    meld: Meld


class Choice(NamedTuple):
    """Some sets, or some runs: the cards they take, what they cost, and how they lie on the table."""

    taken: int
    cost: int
    laid: tuple[Laid, ...]


_Kept = TypeVar("_Kept")
Split = tuple[int, int, tuple[Choice, ...]]  # plain, for there are many


class _Known(dict[int, int]):
    """A number for the cards of one suit, looked for when it is first asked."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, cards: int) -> int:
        if len(self) >= _KNOWN_AT_MOST:
            self.clear()
        self[cards] = cost = self._find(cards)
        return cost


class BySuit:
    """The least deadwood of one pack's cards without jokers, all suits being alike."""

    def __init__(self, rules: Melds) -> None:
        self._rules = rules
        self._suits = rules.suits
        self._width = len(rules.deck.ranks)
        self._sets_of_three = rules.set_min > 2
        self._ranks = rules.ranks
        self._costs = _Known(self._cost_of_suit)
        self._in_runs = _Known(self._cards_in_runs)
        self._set_costs = _Known(self._cost_of_rank)
        self._first_suit: dict[int, tuple[int, int]] = {}
        self._runs: dict[int, list[Choice]] = {}
        self._sets: dict[int, tuple[list[Choice], list[Choice]]] = {}

    def least(self, held: int) -> int:
        """The least deadwood of the cards `held`."""
        first, second, third, last = self._suits
        costs = self._costs
        cost = costs[held & first] + costs[held & second] + costs[held & third] + costs[held & last]
        often = self._held_thrice(held) if self._sets_of_three else self._held_in_all(held)
        if not often:
            return -(-cost >> PIPS_FROM)
        runs, set_costs, ranks = self._in_runs, self._set_costs, self._ranks
        in_runs = runs[held & first] | runs[held & second] | runs[held & third] | runs[held & last]
        torn = []
        while often:
            low = often & -often
            often ^= low
            alike = held & ranks[low.bit_length() - 1]
            if alike & in_runs:
                torn.append(alike)
            else:
                cost += set_costs[alike]
        if torn:
            cost -= self._saved_by(torn, held)
        return -(-cost >> PIPS_FROM)

    def _saved_by(self, torn: Sequence[int], held: int) -> int:
        """The most that sets of the ranks `torn`, whose cards runs could take too, save."""
        first, second, third, last = self._suits
        costs, most = self._costs, 0
        splits = [(held, 0)]
        for alike in torn:
            _, choices = self._sets.get(alike) or self._learn_sets(alike)
            splits += [(rest ^ one[0], spent + one[1]) for rest, spent in splits for one in choices[1:]]
        before = costs[held & first] + costs[held & second] + costs[held & third] + costs[held & last]
        for rest, spent in splits[1:]:
            after = costs[rest & first] + costs[rest & second] + costs[rest & third] + costs[rest & last]
            saved = before - after - spent
            if saved > most:
                most = saved
        return most

    def best(self, held: int) -> tuple[int, int, tuple[Meld, ...]]:
        """The least deadwood, the cards that are melded, and the melds: the first in the tie order."""
        splits = self._split(held)
        least = self._after(splits[0])
        if len(splits) > 1:
            costs = list(map(self._after, splits))
            least = min(costs)
            splits = [split for split, cost in zip(splits, costs, strict=True) if cost == least]
        ways = [way for split in splits for way in self._ways(split)]
        taken, laid = ways[0] if len(ways) == 1 else min(ways, key=_places)
        return -(-least >> PIPS_FROM), taken, tuple(one.meld for one in laid)

    def _after(self, split: Split) -> int:
        """What a choice of sets costs with the best runs of what it leaves."""
        rest, spent, _ = split
        first, second, third, last = self._suits
        costs = self._costs
        return spent + costs[rest & first] + costs[rest & second] + costs[rest & third] + costs[rest & last]

    def _split(self, held: int) -> list[Split]:
        """Every choice of sets that may be best: the cards it leaves to the runs, its cost, and the sets."""
        splits: list[Split] = [(held, 0, ())]
        often = self._held_thrice(held) if self._sets_of_three else self._held_in_all(held)
        if not often:
            return splits
        first, second, third, last = self._suits
        runs = self._in_runs
        in_runs = runs[held & first] | runs[held & second] | runs[held & third] | runs[held & last]
        while often:
            low = often & -often
            often ^= low
            alike = held & self._ranks[low.bit_length() - 1]
            choices = self._sets.get(alike) or self._learn_sets(alike)
            splits = [
                (rest ^ one.taken, spent + one.cost, (*sets, one))
                for rest, spent, sets in splits
                # Cards that are in no run are worth what they are worth, whatever else is melded.
                for one in choices[bool(alike & in_runs)]
            ]
        return splits

    def _held_thrice(self, held: int) -> int:
        """The places of the ranks that are held three times or more."""
        first, second = held, held >> self._width
        third, last = second >> self._width, second >> 2 * self._width
        return (first & second & (third | last) | third & last & (first | second)) & self._suits[0]

    def _held_in_all(self, held: int) -> int:
        """The places of the ranks that are held at all."""
        first, second = held, held >> self._width
        return (first | second | second >> self._width | second >> 2 * self._width) & self._suits[0]

    def _ways(self, split: Split) -> Iterator[tuple[int, tuple[Laid, ...]]]:
        """Every best way to take runs from what the sets leave, the melds in the order of the deck."""
        rest, _, sets = split
        first, second, third, last = self._suits
        in_runs, known = self._in_runs, self._runs
        runs = [
            known.get(cards) or self._learn_runs(cards)
            for cards in (rest & first, rest & second, rest & third, rest & last)
            if in_runs[cards]
        ]
        for chosen in product(*runs):
            taken, laid = 0, list[Laid]()
            for choice in (*sets, *chosen):
                taken |= choice[0]
                laid += choice[2]
            if len(laid) > 1:
                laid.sort(key=_place)
            yield taken, tuple(laid)

    def _cost_of_suit(self, cards: int) -> int:
        """What the best runs leave of one suit's cards: pips, and below them what breaks ties."""
        return self._of_first_suit(cards)[0]

    def _cards_in_runs(self, cards: int) -> int:
        """Those of one suit's cards that some run could take."""
        return self._of_first_suit(cards)[1] << self._suit_shift(cards)

    def _suit_shift(self, cards: int) -> int:
        return self._rules.suit_of(cards) * self._width if cards else 0

    def _of_first_suit(self, cards: int) -> tuple[int, int]:
        """The two numbers for the same ranks of the first suit: all suits are alike."""
        ranks = cards >> self._suit_shift(cards)
        known = self._first_suit.get(ranks)
        if known is None:
            runs = self._rules.runs_in(ranks, 0)
            most = max(way[2] for way in packings(runs, 0)) if runs else 0
            known = self._pips(ranks) - most, reduce(or_, (run.cards for run in runs), 0)
            _keep(self._first_suit, ranks, known)
        return known

    def _pips(self, cards: int) -> int:
        deck = self._rules.deck
        return sum(map(deck.pips.__getitem__, deck.cards_of(cards))) << PIPS_FROM

    def _cost_of_rank(self, alike: int) -> int:
        """What the best sets change in the cost of the cards of one rank: less than nothing if they help."""
        best = self._learn_sets(alike)[0][0]
        return best.cost - self._pips(best.taken)

    def _learn_runs(self, cards: int) -> list[Choice]:
        """The best ways to take runs from one suit's cards."""
        ways = packings(self._rules.runs_in(cards, 0), 0)
        most = max(way[2] for way in ways)
        found = [self._choice(way) for way in ways if way[2] == most]
        _keep(self._runs, cards, found)
        return found

    def _learn_sets(self, alike: int) -> tuple[list[Choice], list[Choice]]:
        """The ways to take sets from the cards of one rank, or none: the best of them, and all."""
        ways = packings(self._rules.sets_in(alike, 0), 0)
        most = max(way[2] for way in ways)
        best = [self._choice(way) for way in ways if way[2] == most]
        found = best, [self._choice(way) for way in ways]
        _keep(self._sets, alike, found)
        return found

    def _choice(self, way: Packing) -> Choice:
        taken, _, worth, patterns = way
        return Choice(taken, self._pips(taken) - worth, tuple(map(self._laid, patterns)))

    def _laid(self, pattern: Pattern) -> Laid:
        meld = self._rules.write(pattern)
        return Laid(self._rules.place_of(meld), meld)


def _keep(known: dict[int, _Kept], cards: int, found: _Kept) -> None:
    if len(known) >= _KNOWN_AT_MOST:
        known.clear()
    known[cards] = found


def _places(way: tuple[int, tuple[Laid, ...]]) -> list[list[int]]:
    return [one.place for one in way[1]]
