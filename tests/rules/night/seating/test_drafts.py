"""A draft into which people come, and which others leave: as few rest, and then as few move, as possible."""

from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from rules.night.seating.plan import seat
from rules.night.seating.values import Round, Sizes, Wishes
from tests.rules.night.seating.test_wishes import all_tables
from tests.rules.night.support.logs import tables_of
from tests.support import extent

DRAFT = Round(tables_of((1, 2, 3, 4), (5, 6, 7, 8)), (9,))


SIZES = Sizes(3, 4, 4)
FIVE = 5  # tables in a small room


def redrawn(here, sizes=SIZES, draft=DRAFT, **wishes) -> Round:
    asked = Wishes(stay=draft.table_of, **wishes)
    [made] = seat(here, (), sizes, asked, steps=8_000)
    return made


def moved(before: Round, after: Round) -> set[int]:
    """Of those who sat, who has another table."""
    tables = after.table_of
    here = before.table_of.keys() & after.everybody
    return {name for name in here if tables.get(name) != before.table_of[name]}


@pytest.mark.parametrize(
    ("here", "most", "sizes", "who_moves"),
    [
        ((1, 5, 6, 7), 4, [4], {1}),
        ((1, 2, 5, 6, 7, 8, 10, 11), 4, [4, 4], set()),
        # rather than that anybody moves a table is larger than the best
        ((*range(1, 9), 10), 5, [4, 5], set()),
    ],
)
def test_who_comes_sits_down_where_somebody_left(here, most, sizes, who_moves):
    made = redrawn(here, Sizes(3, 4, most))
    assert sorted(len(table.seats) for table in made.tables) == sizes
    assert moved(DRAFT, made) == who_moves


def test_a_table_is_opened_rather_than_that_somebody_rests():
    made = redrawn(range(1, 14))
    assert [len(table.seats) for table in made.tables] == [4, 3, 3, 3]
    assert made.resting == ()
    assert len(moved(DRAFT, made)) == 1


def test_who_rests_in_the_draft_goes_on_resting():
    made = redrawn(range(1, 10), Sizes(4, 4, 4))
    assert made.resting == (9,)
    assert moved(DRAFT, made) == set()


def test_who_comes_and_wants_to_sit_apart_does_though_another_moves():
    here = (1, 2, 3, 5, 6, 7, 8, 10)
    made = redrawn(here, apart=frozenset({(1, 10)}))
    assert made.broken == ()
    assert len(moved(DRAFT, made)) == 1


@pytest.mark.parametrize(("most_people", "sizes"), [(5, [4, 4]), (4, [4, 3])])
def test_a_pair_that_comes_needs_two_chairs(most_people, sizes):
    here = (*range(1, 8), 9)
    made = redrawn(here, chairs={9: 2}, most_people=most_people, tables=2)
    assert [len(table.seats) for table in made.tables] == sizes


def test_who_sat_at_a_table_that_is_no_more_in_the_room_sits_elsewhere():
    far = Round(
        tuple(table._replace(number=table.number + 1) for table in DRAFT.tables)
    )
    made = redrawn(range(1, 9), draft=far, tables=2)
    assert [table.number for table in made.tables] == [1, 2]
    assert {1, 2, 3, 4} == {*made.tables[1].seats}


@st.composite
def drafts(draw):
    """The draft of some people, who comes and who leaves; nobody rests."""
    sizes = draw(st.sampled_from([Sizes(2, 2, 3), Sizes(3, 4, 5), Sizes(2, 3, 4)]))
    before = draw(st.sets(st.integers(1, 10), min_size=4, max_size=8))
    after = draw(st.sets(st.integers(1, 10), min_size=4, max_size=8))
    [draft] = seat(before, (), sizes, Wishes(tables=FIVE), seed=1, steps=100)
    return sorted(after), sizes, draft


def fewest_moves(here, made: Round, table_of) -> int:
    """Of all seatings at tables of these sizes."""
    sizes = tuple(len(table.seats) for table in made.tables)
    return min(
        sum(
            table_of.get(name, number) != number
            for number, table in zip(given, tables, strict=True)
            for name in table
        )
        for tables in all_tables(here, sizes)
        for given in permutations(range(1, FIVE + 1), len(tables))
    )


@settings(max_examples=extent.share("small rooms", nightly=300, here=15), deadline=None)
@given(drafts())
def test_as_few_move_as_in_the_best_of_all_seatings(drawn):
    here, sizes, draft = drawn
    made = redrawn(here, sizes, draft, tables=FIVE)
    assert sorted([*made.table_of]) == here
    best = fewest_moves(here, made, draft.table_of)
    assert len(moved(draft, made)) == best
