"""Rum 500: what lies on the table at the end of a hand, read as one table that all share; and what a player
can lay down alone.

Of a table it is known which cards lie before each player, not when they were laid. A run or a set can have
grown as it lies if one player laid a meld in it that was whole by itself; all its other cards may have been
added afterwards, by anybody. Of all such readings the best is the one in which the fewest cards fit nowhere;
then the one worth the most points (docs/rules/CANON.md#rum-500).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from rules.cards.arrange import LaidOff, to_arrangement
from rules.cards.lay_offs import grown
from rules.cards.meld_search import best_packing
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern, pips_in, worth_of_meld
from rules.closing.laid_melds import TableSearch
from rules.closing.situation import TableMeld
from rules.errors import Illegal
from rules.events import Seat
from rules.scoring.points import table_points

MOST_TABLES = 14_000
"""On which groups that players name are laid off, before the search gives up."""
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
        for laid in TableSearch(rules, tables).melds()
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
    indices = range(len(seats))
    if meld.kind is MeldKind.SET:
        fewest = rules.set_min
        parts = [
            [at for at in indices if seats[at] == seat] for seat in sorted(set(seats))
        ]
    else:
        fewest = rules.run_min
        starts = [at for at in indices if at == 0 or seats[at] != seats[at - 1]]
        parts = [[*range(*ends)] for ends in pairwise([*starts, len(seats)])]
    stands_in = rules.stands_in(meld)
    whole = [
        part
        for part in parts
        if len(part) >= fewest
        and sum(not stands_in[at] for at in part) >= rules.min_naturals
    ]
    inside = [] if meld.kind is MeldKind.SET else whole[1:]
    aces = [part for part in inside if meld.cards[part[0]].rank == 1]
    return [part for part in whole if part not in aces]


def _part_of(meld: Meld, indices: Sequence[int]) -> Meld:
    """Those cards of a meld, as a meld."""
    start = meld.start if meld.kind is MeldKind.SET else meld.start + indices[0]
    return Meld(
        meld.kind, tuple(meld.cards[index] for index in indices), meld.suit, start
    )


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


# Where each player says which cards were laid together


def points_of_groups(rules: MeldRules, groups: Sequence[Cards]) -> list[int]:
    """The points of each group of cards that was laid together: a meld, or cards laid off on one meld, also
    on one that others made longer. They were laid in the best order: as many as possible fit, for the most
    points. A group that fits nowhere counts as in hand. Raises Illegal `too-many-ways`.
    """
    readings = [rules.readings(group) for group in groups]
    whole = [at for at, read_as in enumerate(readings) if read_as]
    waiting = tuple(at for at, read_as in enumerate(readings) if not read_as)
    ways = [
        (melds, _laid_off(rules, groups, melds, waiting, {}))
        for melds in product(*(readings[at] for at in whole))
    ]
    melds, laid_off = max(
        ways, key=lambda way: (_merit(way[1]), _worth_of(rules, way[0]))
    )
    points = [sum(rules.deck.pips[card] for card in group) for group in groups]
    for at, meld in zip(whole, melds, strict=True):
        points[at] = table_points(rules, meld)
    for at, laid in laid_off.items():
        points[at] = laid
    return points


def _worth_of(rules: MeldRules, melds: Iterable[Meld]) -> int:
    return sum(table_points(rules, meld) for meld in melds)


def _laid_off(
    rules: MeldRules,
    groups: Sequence[Cards],
    melds: tuple[Meld, ...],
    waiting: tuple[int, ...],
    known: dict[_Lying, dict[int, int]],
) -> dict[int, int]:
    """The points of the groups that can be laid off of those `waiting`: of the most, for the most points."""
    lying = melds, waiting
    if lying not in known:
        if len(known) >= MOST_TABLES:
            raise Illegal("too-many-ways")
        known[lying] = {}
        ways: list[dict[int, int]] = [{}]
        for at, (onto, meld) in product(waiting, enumerate(melds)):
            longer = grown(rules, meld, groups[at])
            if longer is not None:
                after = (*melds[:onto], longer, *melds[onto + 1 :])
                others = tuple(other for other in waiting if other != at)
                rest = _laid_off(rules, groups, after, others, known)
                ways.append({at: table_points(rules, longer, groups[at]), **rest})
        known[lying] = max(ways, key=_merit)
    return known[lying]


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
    return SeatCards(best.melds, (), best.loose, _worth_of(rules, best.melds))


def _with_net_worth(rules: MeldRules, pattern: Pattern) -> Pattern:
    """The pattern with the points that it adds on the table and spares in hand as its worth."""
    points = table_points(rules, rules.to_meld(pattern)) + pips_in(pattern.worth)
    return pattern._replace(
        worth=worth_of_meld(points, pattern.cards.bit_count() + pattern.jokers)
    )
