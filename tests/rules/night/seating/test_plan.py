"""Rounds are seated with few repeated meetings, the same everywhere, and say which wish they had to break."""

from collections import Counter
from itertools import combinations

import pytest

from rules.night.seating.plan import seat
from rules.night.seating.values import Broken, Sizes, Wish, Wishes

# People, rounds, and the most repeated meetings that five seeds showed before (docs/design/night.md).
KNOWN = [
    (16, 5, 0),
    (20, 5, 0),
    (24, 5, 0),
    (32, 6, 0),
    (13, 4, 0),
    (37, 6, 0),
    (96, 6, 0),
    (150, 8, 0),
    (160, 8, 0),
]
HARD = [(16, 6, 24), (20, 6, 6), (24, 6, 3), (13, 5, 3), (13, 6, 14)]


FIRST_VERSION = [[(3, 1, 9), (4, 8, 6), (2, 7, 5)], [(5, 4, 9), (6, 3, 7), (1, 2, 8)]]


def repeats(rounds):
    met = Counter(
        pair
        for each in rounds
        for table in each.tables
        for pair in combinations(sorted(table.seats), 2)
    )
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize(("people", "rounds", "most"), [*KNOWN, *HARD])
def test_a_known_number_of_rounds_is_planned_with_few_repeated_meetings(
    people, rounds, most
):
    assert repeats(seat(range(1, people + 1), rounds=rounds, seed=3)) <= most


def test_these_tables_have_been_drawn_since_the_first_version():
    """A stored seed and number of steps give the tables that were published."""
    made = seat(range(1, 10), sizes=Sizes(3, 3, 4), rounds=2, seed=7)
    assert [[table.seats for table in each.tables] for each in made] == FIRST_VERSION


def test_a_round_that_somebody_missed_is_no_rest():
    """Of those who rested equally often who played most rests, so a latecomer does not rest first."""
    first = seat(range(1, 6), sizes=Sizes(5, 5, 5))
    second = seat(range(1, 7), first, Sizes(5, 5, 5), seed=1)
    assert second[0].resting != (6,)


def test_who_is_kept_apart_from_one_after_the_other_needs_more_than_single_swaps():
    """In the third round 15 can leave 19 only if 16 goes along and 17 comes back for them."""
    entrants = [1, 2, 3, 4, 8, 15, 16, 17, 19, 20, 21]
    apart = frozenset({(1, 8), (8, 19), (15, 19), (15, 17), (16, 17)})
    rounds = seat(
        entrants,
        (),
        Sizes(4, 5, 8),
        Wishes(apart=apart),
        seed=2027377,
        rounds=4,
        steps=12_000,
    )
    assert [each.broken for each in rounds] == [()] * 4


def test_no_table_has_more_people_than_it_takes():
    """Nine pairs and nine alone at tables of five people: three tables have two pairs."""
    chairs = dict.fromkeys(range(1, 10), 2)
    wishes = Wishes(chairs=chairs, most_people=5)
    for each in seat(range(1, 19), wishes=wishes, rounds=3):
        people = [
            sum(chairs.get(name, 1) for name in table.seats) for table in each.tables
        ]
        assert (sum(people), max(people)) == (27, 5)


def test_who_reaches_no_table_of_the_room_is_told():
    wishes = Wishes(only={5: frozenset({9})}, tables=2)
    assert seat(range(1, 9), wishes=wishes)[0].broken == (Broken(Wish.REACH, (5,)),)


def test_with_near_people_of_equal_points_meet():
    scores = {name: 10 * ((name - 1) // 4) for name in range(1, 17)}
    (made,) = seat(range(1, 17), wishes=Wishes(scores=scores, is_near=True))
    assert sorted(sorted(table.seats) for table in made.tables) == [
        [n, n + 1, n + 2, n + 3] for n in (1, 5, 9, 13)
    ]


def test_everybody_deals_first_once_before_anybody_does_twice():
    rounds = seat(range(1, 17), rounds=4)
    dealt = Counter(table.seats[0] for each in rounds for table in each.tables)
    assert max(dealt.values()) <= 2
