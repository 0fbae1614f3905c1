"""Rum 500: which of the cards that lie before the players lie together, as melds of one table.

All cards of the table are one pool for the search that packs melds into a hand. Somebody began each meld with
cards that were a meld by themselves, and no card began two (docs/rules/CANON.md#rum-500).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rules.cards.lay_offs import grown
from rules.cards.meld_search import Packing, PackingSearch, worth_of
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern
from rules.closing.situation import TableMeld
from rules.events import Seat
from rules.packs import Card
from rules.scoring.points import table_points

WORTH_OF_CARD = 1 << 20
"""More than all points of a table: a reading with fewer loose cards is better, whatever it counts."""
MOST_STEPS = 14_000
"""Of all searches for one table together, before they give up: with nearly all cards of a pack only."""
MOST_WAYS = 1_000
"""Ways to begin the melds of a table that are tried before the reading is given up."""

Holders = dict[Card, list[Seat]]
"""Before whom each card lies: a seat for each copy of it."""


class _Beginning(NamedTuple):
    """Cards that one player had, and that are a meld by themselves."""

    seat: Seat
    indices: tuple[int, ...]  # of the meld that they have become


class TableSearch:
    """The search for the melds of one table, and for who began each of them."""

    def __init__(self, rules: MeldRules, tables: Mapping[Seat, Cards]) -> None:
        self.rules = rules
        self.holders: Holders = {}
        for seat, cards in tables.items():
            for card in cards:
                self.holders.setdefault(card, []).append(seat)
        lying = [card for cards in tables.values() for card in cards]
        self.bits, self.jokers = rules.deck.to_bits(lying)
        patterns = [
            valued
            for pattern in rules.patterns(self.bits, self.jokers)
            for valued in _worth_most(rules, pattern, self.holders)
        ]
        self.patterns = _indivisible(rules, patterns)
        self.steps = MOST_STEPS
        self.ways = 0

    def melds(self) -> list[TableMeld]:
        """The melds that take the most cards, of these the ones worth the most points, and few of them.
        Raises Illegal `too-many-ways`.
        """
        left_out: tuple[Pattern, ...] = ()
        packings = [(self._best(left_out), left_out)]
        while True:
            packings.sort(key=lambda packing: worth_of(packing[0]))
            packing, left_out = packings.pop()
            melds = _longest(self.rules, map(self.rules.to_meld, packing[3]))
            self.ways = 0
            begun = self._begun(melds)
            if begun is not None:
                return [
                    TableMeld(meld, self._seats(meld, beginning), beginning.seat)
                    for meld, beginning in zip(melds, begun, strict=True)
                ]
            # Some card would have to begin two of them: the best without one of them may be as good.
            without = [(*left_out, pattern) for pattern in packing[3]]
            packings += [(self._best(each), each) for each in without]

    def _best(self, left_out: Sequence[Pattern]) -> Packing:
        """The best packing with some patterns left out: without a loose card where that is possible, as it
        is on a table that people laid. Raises Illegal `too-many-ways`.
        """
        patterns = [each for each in self.patterns if each not in left_out]
        table = self.rules.deck, patterns, self.jokers
        search = PackingSearch(*table, self.steps, takes_all=True)
        if search.highest_worth(self.bits, self.jokers) < 0:
            self.steps -= search.steps
            search = PackingSearch(*table, self.steps, only_worth=True)
        packing = search.best_packing(self.bits, self.jokers, self.rules.tie_order)
        self.steps -= 1 + search.steps
        return packing

    def _begun(self, melds: Sequence[Meld]) -> list[_Beginning] | None:
        """Who began each meld, so that no card began two; None where nobody can have begun them all. The
        cards with which they were begun are then taken out of `holders`.
        """
        if not melds:
            return []
        for beginning in _beginnings(self.rules, melds[0], self.holders):
            self.ways += 1
            if self.ways > MOST_WAYS:
                return None
            cards = [melds[0].cards[index] for index in beginning.indices]
            for card in cards:
                self.holders[card].remove(beginning.seat)
            rest = self._begun(melds[1:])
            if rest is not None:
                return [beginning, *rest]
            for card in cards:
                self.holders[card].append(beginning.seat)
        return None

    def _seats(self, meld: Meld, beginning: _Beginning) -> tuple[Seat, ...]:
        """Of equal cards those of who began the meld first."""
        seats = []
        for at, card in enumerate(meld.cards):
            seat = beginning.seat
            if at not in beginning.indices:
                if seat not in self.holders[card]:
                    seat = self.holders[card][0]
                self.holders[card].remove(seat)
            seats.append(seat)
        return tuple(seats)


def _indivisible(rules: MeldRules, patterns: list[Pattern]) -> list[Pattern]:
    """Of one pack without those whose cards are two others that count as much: the search has half the steps,
    and `_longest` makes them again. Of two packs both might need an equal card of one player to begin with.
    """
    if rules.deck.packs > 1:
        return patterns
    worth = {pattern.cards: pattern.worth for pattern in patterns if not pattern.jokers}
    return [
        pattern
        for pattern in patterns
        if not any(
            pattern.cards & cards == cards
            and worth[cards] + worth.get(pattern.cards ^ cards, 0) + 1 >= pattern.worth
            for cards in worth
            if cards != pattern.cards
        )
    ]


def _longest(rules: MeldRules, melds: Iterable[Meld]) -> list[Meld]:
    """Melds of one rank as one set, and runs side by side as one run, where they count as much."""
    joined: list[Meld] = []
    for meld in sorted(melds, key=rules.deck_order):
        for at, other in enumerate(joined):
            longer = grown(rules, other, meld.cards)
            apart = table_points(rules, other) + table_points(rules, meld)
            if longer is not None and table_points(rules, longer) == apart:
                joined[at] = longer
                break
        else:
            joined.append(meld)
    return joined


def _worth_most(
    rules: MeldRules, pattern: Pattern, holders: Holders
) -> Iterator[Pattern]:
    """The pattern where it counts most, of its starts that somebody may have begun; none without any."""
    points = {
        start: table_points(rules, meld)
        for start in pattern.starts or (None,)
        if any(_beginnings(rules, meld := rules.to_meld(pattern, start), holders))
    }
    if points:
        start = max(points, key=points.__getitem__)
        cards = pattern.cards.bit_count() + pattern.jokers
        worth = (cards * WORTH_OF_CARD + points[start] << 8) - 1
        starts = () if start is None else (start,)
        yield pattern._replace(worth=worth, starts=starts)


def _beginnings(rules: MeldRules, meld: Meld, holders: Holders) -> Iterator[_Beginning]:
    """The smallest parts of a meld that one player may have laid first."""
    indices = range(len(meld.cards))
    stands_in = rules.stands_in(meld)
    if meld.kind is MeldKind.SET:
        parts = [*combinations(indices, rules.set_min)]
    else:
        size = rules.run_min
        parts = [
            tuple(indices[at : at + size]) for at in range(len(indices) - size + 1)
        ]
    for part in parts:
        if sum(not stands_in[at] for at in part) < rules.min_naturals:
            continue
        cards = [meld.cards[at] for at in part]
        for seat in sorted({*holders[cards[0]]}):
            if all(cards.count(card) <= holders[card].count(seat) for card in cards):
                yield _Beginning(seat, part)
