"""The sizes of the tables: few rest, few sit above the best size, few seats are missing."""

import pytest

from rules.night.seating.sizes import odd_size, split
from rules.night.seating.values import Sizes

USUAL = Sizes(3, 4, 5)


@pytest.mark.parametrize(
    ("people", "sizes", "tables", "made"),
    [
        (13, USUAL, None, ((4, 3, 3, 3), 0, 0)),
        (5, USUAL, None, ((5,), 0, 0)),
        (6, USUAL, None, ((3, 3), 0, 0)),
        (96, USUAL, None, ((4,) * 24, 0, 0)),
        (7, Sizes(4, 4, 4), None, ((4,), 3, 0)),
        (13, USUAL, 2, ((5, 5), 3, 0)),
        (9, Sizes(2, 4, 6), 2, ((5, 4), 0, 0)),
    ],
)
def test_tables_are_of_these_sizes_and_so_many_rest(people, sizes, tables, made):
    assert split(people, sizes, tables) == made


@pytest.mark.parametrize(
    ("entrants", "pairs", "sizes", "made"),
    [
        (4, 4, USUAL, ((2, 2), 0, 0)),
        (3, 3, USUAL, ((2,), 1, 0)),
        (9, 3, USUAL, ((3, 3, 3), 0, 0)),
        (9, 7, USUAL, ((3, 2, 2, 2), 0, 0)),
        (5, 1, USUAL, ((3, 2), 0, 0)),
        (8, 8, Sizes(4, 4, 4), ((2, 2, 2, 2), 0, 0)),
        (2, 2, Sizes(2, 2, 2), ((2,), 0, 2)),
    ],
)
def test_a_pair_takes_two_chairs(entrants, pairs, sizes, made):
    """No table has more people than its most entrants; two pairs sit at one of two."""
    assert split(entrants, sizes, pairs=pairs, most_people=sizes.most) == made


@pytest.mark.parametrize(
    ("made", "odd"),
    [((4, 3, 3, 3), 4), ((4, 4, 4, 3), 3), ((4, 4), None), ((3, 3, 2, 2, 2), 2)],
)
def test_the_odd_size_is_the_rarer_one(made, odd):
    assert odd_size(made) == odd
