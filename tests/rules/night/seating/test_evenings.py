"""Random evenings with late, gone, bound and kept-apart people: a checker of its own finds nothing; and the
checker finds what is wrong."""

import pytest
from hypothesis import given, settings, strategies as st

from rules.night.seating.values import Broken, Round, SeatedTable, Sizes, Wish, Wishes
from tests.rules.night.support.evenings import Evening
from tests.rules.night.support.logs import tables_of
from tests.rules.night.support.seating_check import faults
from tests.support import extent

EVENINGS = st.integers(0, 10**9).map(Evening)
PRESENT = list(range(1, 8))
GOOD = Round(tables_of((1, 2, 3, 4), (5, 6, 7)))
SIZES = Sizes(3, 4, 5)


@settings(
    max_examples=extent.share("random evenings", nightly=5_000, here=25), deadline=None
)
@given(EVENINGS)
def test_no_evening_has_a_fault(evening):
    assert evening.faults == []


def test_a_good_round_has_no_fault():
    assert faults(GOOD, PRESENT, [], SIZES, Wishes()) == []


@pytest.mark.parametrize(
    ("made", "wishes", "told"),
    [
        (
            Round((SeatedTable(1, (1, 2, 3, 4)), SeatedTable(1, (5, 6, 7)))),
            Wishes(),
            "a number of a table twice",
        ),
        (GOOD, Wishes(tables=1), "a table that is not in the room"),
        (
            Round(tables_of((1, 2, 3, 4), (5, 6))),
            Wishes(),
            "illegal sizes [4, 2]",
        ),
        (
            Round(tables_of((1, 2, 3, 4), (5, 6, 7, 7))),
            Wishes(),
            "not everybody present sits",
        ),
        (
            Round(tables_of((1, 2, 3, 4)), (5, 6, 7)),
            Wishes(),
            "3 rest and 0 sit above the best size",
        ),
        (GOOD, Wishes(apart=frozenset({(1, 2)})), "broken and not told"),
        (GOOD, Wishes(only={1: frozenset({2})}), "broken although it was possible"),
        (
            GOOD._replace(broken=(Broken(Wish.APART, (1, 5)),)),
            Wishes(),
            "told and not broken",
        ),
    ],
)
def test_the_checker_finds_each_fault(made, wishes, told):
    assert [
        fault for fault in faults(made, PRESENT, [], SIZES, wishes) if told in fault
    ] != []


def test_the_checker_finds_who_rests_again_before_others():
    sizes = Sizes(3, 3, 3)
    before = Round(tables_of((2, 3, 4)), (1,))
    assert faults(before, [1, 2, 3, 4], [before], sizes, Wishes()) == [
        "somebody rests again before others did"
    ]
