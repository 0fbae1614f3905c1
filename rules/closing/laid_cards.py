"""Rum 500: what lies on the table at the end of a hand, read as one table that all share; and what a player
can lay down alone.

Of a table it is known which cards lie before each player, not when they were laid. All of them are one pool
for the search that packs melds into a hand. Somebody began each meld with cards that were a meld by
themselves, and no card began two; all its other cards may have been added afterwards, by anybody. Of all such
readings the best is the one in which the fewest cards fit nowhere; then the one worth the most points
(docs/rules/CANON.md#rum-500).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

from rules.cards.arrange import LaidOff, to_arrangement
from rules.cards.lay_offs import grown
from rules.cards.meld_search import Packing, PackingSearch, best_packing, worth_of
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern, pips_in, worth_of_meld
from rules.closing.verdict import TableMeld
from rules.errors import Illegal
from rules.events import Seat
from rules.packs import Card
from rules.scoring.points import table_points

WORTH_OF_CARD = 1 << 20
"""More than all points of a table: a reading with fewer loose cards is better, whatever it counts."""
MOST_STEPS = 14_000
"""Of all searches for one table together, before they give up: with nearly all cards of a pack only."""
MOST_WAYS = 1_000
"""Ways to begin the melds of a table that are tried before the reading is given up."""
MOST_TABLES = 14_000
"""On which groups that players name are laid off, before the search gives up."""
Holders = dict[Card, list[Seat]]
"""Before whom each card lies: a seat for each copy of it."""
_Lying = tuple[tuple[Meld, ...], tuple[int, ...]]
"""The melds of a table, and the groups that are not laid off yet."""


class SeatCards(NamedTuple):
    """What lies before one player: own melds, what was laid off on which meld of the table, and the rest."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]  # `onto` is the number of a meld in `LaidTable.melds`
    loose: Cards
    points: int  # of the melds and the lay-offs


class LaidTable(NamedTuple):
    """All melds of the table, and what each player has there."""

    melds: tuple[TableMeld, ...]
    seats: Mapping[Seat, SeatCards]


def read_table(rules: MeldRules, tables: Mapping[Seat, Cards]) -> LaidTable:
    """The best reading of the cards that lie before each player. Raises Illegal `too-many-ways`."""
    pieces = [
        piece
        for laid in _TableSearch(rules, tables).melds()
        for piece in _pieces(rules, laid)
    ]
    melds = sorted(
        pieces, key=lambda piece: (piece.owner, rules.deck_order(piece.meld))
    )
    return LaidTable(
        tuple(melds),
        {
            seat: _seat_cards(rules, seat, cards, melds)
            for seat, cards in tables.items()
        },
    )


def _pieces(rules: MeldRules, laid: TableMeld) -> list[TableMeld]:
    """The meld, cut between the parts that different players laid as whole melds."""
    parts = _whole_parts(rules, laid)
    if laid.meld.kind is MeldKind.SET:
        others = {index for part in parts[1:] for index in part}
        first = [index for index in range(len(laid.seats)) if index not in others]
        cuts = [first, *parts[1:]]
    else:
        starts = [0, *(part[0] for part in parts[1:]), len(laid.seats)]
        cuts = [list(range(start, end)) for start, end in pairwise(starts)]
    return [
        TableMeld(
            _part_of(laid.meld, cut),
            tuple(laid.seats[index] for index in cut),
            laid.seats[part[0]],
        )
        for cut, part in zip(cuts, parts, strict=True)
    ]


def _whole_parts(rules: MeldRules, laid: TableMeld) -> list[list[int]]:
    """The indices of cards that one player laid and that are a meld by themselves; side by side in a run, and
    none that begins with an ace inside the run: a run that began there would count it 1.
    """
    meld, seats, _owner = laid
    indices: Iterable[int] = range(len(seats))
    if meld.kind is MeldKind.SET:
        indices = sorted(indices, key=lambda index: seats[index])
    parts: list[list[int]] = []
    for at in indices:
        if parts and seats[parts[-1][0]] == seats[at]:
            parts[-1].append(at)
        else:
            parts.append([at])
    first, *others = (part for part in parts if _is_whole(rules, meld, part))
    if meld.kind is MeldKind.SET:
        return [first, *others]
    return [first, *(part for part in others if meld.cards[part[0]].rank != 1)]


def _is_whole(rules: MeldRules, meld: Meld, part: Sequence[int]) -> bool:
    """Whether these cards of a meld, side by side in a run, are a meld by themselves."""
    fewest = rules.set_min if meld.kind is MeldKind.SET else rules.run_min
    stands_in = rules.stands_in(meld)
    naturals = sum(not stands_in[at] for at in part)
    return len(part) >= fewest and naturals >= rules.min_naturals


def _part_of(meld: Meld, indices: Sequence[int]) -> Meld:
    """The cards of a meld at these indices, as a meld of their own."""
    start = meld.start if meld.kind is MeldKind.SET else meld.start + indices[0]
    cards = tuple(meld.cards[index] for index in indices)
    return meld._replace(cards=cards, start=start)


def _seat_cards(
    rules: MeldRules, seat: Seat, cards: Cards, melds: Sequence[TableMeld]
) -> SeatCards:
    own: list[Meld] = []
    laid_off: list[LaidOff] = []
    left = Counter(cards)
    points = 0
    for onto, laid in enumerate(melds):
        pairs = zip(laid.meld.cards, laid.seats, strict=True)
        theirs = Counter(card for card, by in pairs if by == seat)
        points += table_points(rules, laid.meld, [*theirs.elements()])
        left -= theirs
        if laid.owner == seat:
            own.append(_part_of(laid.meld, _whole_parts(rules, laid)[0]))
            theirs -= Counter(own[-1].cards)
        if theirs:
            laid_off.append(LaidOff(onto, tuple(rules.deck.sorted(theirs.elements()))))
    loose = tuple(rules.deck.sorted(left.elements()))
    return SeatCards(tuple(own), tuple(laid_off), loose, points)


# Which cards lie together, and who began each meld


class _Beginning(NamedTuple):
    """Cards that one player had, and that are a meld by themselves."""

    seat: Seat
    indices: tuple[int, ...]  # of the meld that they have become


class _TableSearch:
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
        """Before whom each card of the meld lies: of equal cards, first before whoever began it."""
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
    """Melds of one rank as one set, and runs side by side as one run. What they come to does not change: only
    an ace counts more in one run than in another, and the search has taken the dearer run already.
    """
    joined: list[Meld] = []
    for meld in sorted(melds, key=rules.deck_order):
        for at, other in enumerate(joined):
            if longer := grown(rules, other, meld.cards):
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
    parts: Iterable[tuple[int, ...]] = combinations(indices, rules.set_min)
    if meld.kind is MeldKind.RUN:
        size = rules.run_min
        starts = range(len(indices) - size + 1)
        parts = (tuple(indices[at : at + size]) for at in starts)
    for part in parts:
        if _is_whole(rules, meld, part):
            cards = [meld.cards[at] for at in part]
            for seat in sorted({*holders[cards[0]]}):
                if all(
                    cards.count(card) <= holders[card].count(seat) for card in cards
                ):
                    yield _Beginning(seat, part)


# Where each player says which cards were laid together


def points_of_groups(rules: MeldRules, groups: Sequence[Cards]) -> list[int]:
    """The points of each group of cards that was laid together: a meld, or cards laid off on one meld, also
    on one that others made longer. They were laid in the best order: as many as possible fit, for the most
    points. A group that fits nowhere counts as in hand. Raises Illegal `too-many-ways` and `impossible-hand`.
    """
    in_hand = [rules.pips_of(*rules.deck.to_bits(group)) for group in groups]
    read_as = {
        at: readings
        for at, group in enumerate(groups)
        if (readings := rules.readings(group))
    }
    waiting = tuple(at for at in range(len(groups)) if at not in read_as)
    points = max(
        (
            _laid_off(rules, groups, melds, waiting, {})
            | {
                at: table_points(rules, meld)
                for at, meld in zip(read_as, melds, strict=True)
            }
            for melds in product(*read_as.values())
        ),
        key=_merit,
    )
    return [points.get(at, pips) for at, pips in enumerate(in_hand)]


def _laid_off(
    rules: MeldRules,
    groups: Sequence[Cards],
    melds: tuple[Meld, ...],
    waiting: tuple[int, ...],
    known: dict[_Lying, dict[int, int]],
) -> dict[int, int]:
    """The points of the groups that can be laid off of those `waiting`: of the most, for the most points."""
    lying = melds, waiting
    if lying in known:
        return known[lying]
    if len(known) >= MOST_TABLES:
        raise Illegal("too-many-ways")
    best: dict[int, int] = {}
    for at, (onto, meld) in product(waiting, enumerate(melds)):
        if longer := grown(rules, meld, groups[at]):
            after = (*melds[:onto], longer, *melds[onto + 1 :])
            others = tuple(other for other in waiting if other != at)
            rest = _laid_off(rules, groups, after, others, known)
            points = table_points(rules, longer, groups[at])
            best = max(best, {at: points, **rest}, key=_merit)
    known[lying] = best
    return best


def _merit(laid_off: Mapping[int, int]) -> tuple[int, int]:
    return len(laid_off), sum(laid_off.values())


# What a player can lay down alone


def lay_down_best(rules: MeldRules, cards: Cards) -> SeatCards:
    """How to lay down some of `cards` so that what is on the table less what is left in hand is the most."""
    bits, jokers = rules.deck.to_bits(cards)
    patterns = [
        _with_net_worth(rules, pattern) for pattern in rules.patterns(bits, jokers)
    ]
    packing = best_packing(rules.deck, patterns, bits, jokers, rules.tie_order)
    best = to_arrangement(rules, bits, jokers, packing)
    points = sum(table_points(rules, meld) for meld in best.melds)
    return SeatCards(best.melds, (), best.loose, points)


def _with_net_worth(rules: MeldRules, pattern: Pattern) -> Pattern:
    """The pattern with the points that it adds on the table and spares in hand as its worth."""
    points = table_points(rules, rules.to_meld(pattern)) + pips_in(pattern.worth)
    return pattern._replace(
        worth=worth_of_meld(points, pattern.cards.bit_count() + pattern.jokers)
    )
