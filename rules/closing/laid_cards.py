"""Rum 500: what lies on the table at the end of a hand, read as one table that all share; and what a player
can lay down alone.

Of a table it is known which cards lie before each player, not when they were laid. A run or a set can have
grown as it lies if one player laid a meld in it that was whole by itself; all its other cards may have been
added afterwards, by anybody. Of all such readings the best is the one in which the fewest cards fit nowhere;
then the one worth the most points (docs/rules/CANON.md#rum-500).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from rules.cards.arrange import LaidOff, to_arrangement
from rules.cards.lay_offs import grown
from rules.cards.meld_search import best_packing
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern, pips_in, worth_of_meld
from rules.closing.laid_melds import LaidMeld, laid_melds, whole_parts
from rules.errors import Illegal
from rules.events import Seat
from rules.scoring.points import table_points

MOST_STEPS_OF_GROUPS = 14_000
"""To lay off groups that players name, before the search gives up."""


class TableMeld(NamedTuple):
    """A meld as it lies in the end: the owner's own, and what was laid off on it."""

    meld: Meld
    seats: tuple[Seat, ...]
    owner: Seat
    own: Meld


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
        piece for laid in laid_melds(rules, tables) for piece in _pieces(rules, laid)
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


def _pieces(rules: MeldRules, laid: LaidMeld) -> list[TableMeld]:
    """The meld, cut between the parts that different players laid as whole melds."""
    parts = whole_parts(rules, laid)
    if _is_set(laid.meld):
        others = {place for part in parts[1:] for place in part}
        cuts = [
            [place for place in range(len(laid.seats)) if place not in others],
            *parts[1:],
        ]
    else:
        # No cut below an ace inside a run: it would begin a run there, and count 1.
        parts = [
            part
            for at, part in enumerate(parts)
            if at == 0 or laid.meld.cards[part[0]].rank != 1
        ]
        starts = [0, *(part[0] for part in parts[1:]), len(laid.seats)]
        cuts = [list(range(start, end)) for start, end in pairwise(starts)]
    return [_piece(laid, cut, part) for cut, part in zip(cuts, parts, strict=True)]


def _is_set(meld: Meld) -> bool:
    return meld.kind is MeldKind.SET


def _piece(laid: LaidMeld, cut: Sequence[int], part: Sequence[int]) -> TableMeld:
    seats = tuple(laid.seats[place] for place in cut)
    return TableMeld(
        _part_of(laid.meld, cut), seats, laid.seats[part[0]], _part_of(laid.meld, part)
    )


def _part_of(meld: Meld, places: Sequence[int]) -> Meld:
    """Those cards of a meld, as a meld."""
    start = meld.start if _is_set(meld) else meld.start + places[0]
    return Meld(
        meld.kind, tuple(meld.cards[place] for place in places), meld.suit, start
    )


def _seat_cards(
    rules: MeldRules, seat: Seat, cards: Cards, melds: Sequence[TableMeld]
) -> SeatCards:
    own = tuple(laid.own for laid in melds if laid.owner == seat)
    laid_off: list[LaidOff] = []
    left = Counter(cards)
    points = 0
    for onto, laid in enumerate(melds):
        theirs = [
            card
            for card, by in zip(laid.meld.cards, laid.seats, strict=True)
            if by == seat
        ]
        points += table_points(rules, laid.meld, theirs)
        left = left - Counter(theirs)
        added = Counter(theirs) - Counter(laid.own.cards if laid.owner == seat else ())
        if added:
            laid_off.append(LaidOff(onto, tuple(rules.deck.sorted(added.elements()))))
    return SeatCards(
        own, tuple(laid_off), tuple(rules.deck.sorted(left.elements())), points
    )


# Where each player says which cards were laid together


class _Growth(NamedTuple):
    """A table that is built up."""

    melds: tuple[Meld, ...]
    waiting: tuple[int, ...]  # the groups that are not laid off yet
    # of each group that is laid off: its number and its points
    points: tuple[tuple[int, int], ...] = ()


def points_of_groups(rules: MeldRules, groups: Sequence[Cards]) -> list[int]:
    """The points of each group of cards that was laid together: a meld, or cards laid off on one meld, also
    on one that others made longer. They were laid in the best order: as many as possible fit, for the most
    points. A group that fits nowhere counts as in hand. Raises Illegal `too-many-ways`.
    """
    readings = [rules.readings(group) for group in groups]
    whole = [at for at, read_as in enumerate(readings) if read_as]
    waiting = tuple(at for at, read_as in enumerate(readings) if not read_as)
    points = [sum(rules.deck.pips[card] for card in group) for group in groups]
    ways = [
        (melds, _best_growth(rules, groups, _Growth(melds, waiting)))
        for melds in product(*(readings[at] for at in whole))
    ]
    melds, growth = max(
        ways, key=lambda way: (_growth_merit(way[1]), _worth_of(rules, way[0]))
    )
    for at, meld in zip(whole, melds, strict=True):
        points[at] = table_points(rules, meld)
    for at, laid in growth.points:
        points[at] = laid
    return points


def _worth_of(rules: MeldRules, melds: Iterable[Meld]) -> int:
    return sum(table_points(rules, meld) for meld in melds)


def _growth_merit(growth: _Growth) -> tuple[int, int]:
    return -len(growth.waiting), _points_laid_off(growth)


def _points_laid_off(growth: _Growth) -> int:
    return sum(points for _at, points in growth.points)


def _best_growth(rules: MeldRules, groups: Sequence[Cards], start: _Growth) -> _Growth:
    """The table with the most groups laid off, for the most points."""
    best = start
    growths = [start]
    most = {(start.melds, start.waiting): 0}
    for _step in range(MOST_STEPS_OF_GROUPS):
        if not growths:
            return best
        growth = growths.pop()
        best = max(best, growth, key=_growth_merit)
        for longer in _one_longer(rules, groups, growth):
            key = longer.melds, longer.waiting
            points = _points_laid_off(longer)
            if key not in most or points > most[key]:
                most[key] = points
                growths.append(longer)
    raise Illegal("too-many-ways")


def _one_longer(
    rules: MeldRules, groups: Sequence[Cards], growth: _Growth
) -> Iterator[_Growth]:
    for at, (onto, meld) in product(growth.waiting, enumerate(growth.melds)):
        longer = grown(rules, meld, groups[at])
        if longer is not None:
            melds = (*growth.melds[:onto], longer, *growth.melds[onto + 1 :])
            waiting = tuple(other for other in growth.waiting if other != at)
            laid = (at, table_points(rules, longer, groups[at]))
            yield _Growth(melds, waiting, tuple(sorted((*growth.points, laid))))


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
