"""What the seats of a match count for those who sat there, alone or in pairs."""

import pytest

from rules.night.events import TableResult
from rules.night.seats import Counted, result_of, seating_order
from rules.night.sheet import Badge
from rules.presets import RUM_500, RUM_500_PAIRS
from rules.ruleset import Ruleset

LOW = Ruleset()


def test_partners_sit_down_after_all_first_ones():
    badges = {
        name: Badge(people, 1)
        for name, people in {1: (10, 11), 2: (20,), 3: (30, 31)}.items()
    }
    assert seating_order(badges, (3, 2, 1)) == [
        (3, 30),
        (2, 20),
        (1, 10),
        (3, 31),
        (1, 11),
    ]


@pytest.mark.parametrize(
    ("ruleset", "seats", "ranks", "totals"),
    [
        # First and fourth against second and third: the total decides, by the game
        (LOW, [(1, 0), (4, 40), (2, 10), (3, 20)], {1: 2, 2: 1}, {1: 40, 2: 30}),
        (RUM_500, [(1, 90), (4, 5), (2, 50), (3, 40)], {1: 1, 2: 2}, {1: 95, 2: 90}),
        (LOW, [(1, 0), (4, 30), (2, 10), (3, 20)], {1: 1, 2: 1}, {1: 30, 2: 30}),
        # A match won at once, with a bad total
        (LOW, [(1, 90), (3, 10), (2, 5), (4, 20)], {1: 1, 2: 2}, {1: 100, 2: 25}),
        # Partners have one total, and one rank
        (
            RUM_500_PAIRS,
            [(2, 300), (2, 300), (1, 520), (1, 520)],
            {1: 2, 2: 1},
            {1: 300, 2: 520},
        ),
    ],
)
def test_a_pair_counts_as_one(ruleset, seats, ranks, totals):
    both = [
        (name, Counted(*counted, money=10 * name))
        for name, counted in zip((1, 1, 2, 2), seats, strict=True)
    ]
    assert result_of(ruleset, 7, both) == TableResult(ranks, totals, {1: 20, 2: 40}, 7)


def test_ranks_begin_at_1_whomever_the_match_counts_besides():
    """Of four the third sat down later; partners who are entrants of their own share a rank."""
    seats = [
        (name, Counted(rank, 10 * rank, 0)) for name, rank in {1: 4, 2: 1, 3: 2}.items()
    ]
    assert result_of(LOW, 1, seats).places == {1: 3, 2: 1, 3: 2}
    alone = [
        (name, Counted(rank, 100 // rank, 0))
        for name, rank in {1: 2, 2: 1, 3: 2, 4: 1}.items()
    ]
    assert result_of(RUM_500_PAIRS, 1, alone).places == {1: 3, 2: 1, 3: 3, 4: 1}
