"""Where a seating keeps every wish, ours does: compared with all seatings of up to eight people."""

from itertools import combinations, permutations
from operator import getitem

import pytest
from hypothesis import given, settings, strategies as st

from rules.night.seating.plan import seat
from rules.night.seating.sizes import split
from rules.night.seating.values import Sizes, Wish, Wishes
from tests.rules.night.support.evenings import Evening
from tests.support import extent

KINDS = [Sizes(2, 2, 3), Sizes(2, 3, 4), Sizes(3, 4, 5), Sizes(4, 4, 4), Sizes(4, 5, 8)]


@st.composite
def evenings(draw):
    """Some entrants, sizes and wishes; nobody rests."""
    count = draw(st.integers(4, 8))
    fit = [
        sizes for sizes in KINDS if count >= sizes.least and split(count, sizes)[1] == 0
    ]
    sizes = draw(st.sampled_from(fit))
    names = range(1, count + 1)
    pairs = st.sampled_from(list(combinations(names, 2)))
    numbers = range(1, len(split(count, sizes)[0]) + draw(st.integers(1, 2)))
    reach = st.frozensets(st.sampled_from(numbers), min_size=1)
    return (
        names,
        sizes,
        Wishes(
            only=draw(st.dictionaries(st.sampled_from(names), reach, max_size=count)),
            apart=draw(st.frozensets(pairs, max_size=2 * count)),
            together=draw(st.frozensets(pairs, max_size=draw(st.sampled_from([0, 3])))),
            scores=draw(
                st.fixed_dictionaries({name: st.integers(0, 9_000) for name in names})
            ),
            is_near=draw(st.booleans()),
            tables=len(numbers),
        ),
    )


def fewest_broken(names, sizes, wishes):
    """Of all seatings: how many sit where they cannot, then how many wishes of two are broken."""
    broken = []
    room = range(1, wishes.tables + 1)
    for tables in all_tables(list(names), split(len(names), sizes)[0]):
        meet = {pair for table in tables for pair in combinations(sorted(table), 2)}
        of_two = len(wishes.apart & meet) + len(wishes.together - meet)
        far_at = [
            {
                number: sum(number not in wishes.only.get(name, room) for name in table)
                for number in room
            }
            for table in tables
        ]
        far = min(
            sum(map(getitem, far_at, numbers))
            for numbers in permutations(room, len(tables))
        )
        broken.append((far, of_two))
    return min(broken)


def all_tables(names, made):
    if not names:
        return [[]]
    return [
        [(names[0], *others), *tables]
        for size in set(made)
        for others in combinations(names[1:], size - 1)
        for tables in all_tables(
            [name for name in names[1:] if name not in others], without(made, size)
        )
    ]


def without(made, size):
    index = made.index(size)
    return (*made[:index], *made[index + 1 :])


@settings(
    max_examples=extent.share("small rooms", nightly=1_000, here=50), deadline=None
)
@given(evenings(), st.integers(0, 9))
def test_as_few_wishes_are_broken_as_in_the_best_of_all_seatings(evening, seed):
    """Fewest out of reach, then fewest of two."""
    names, sizes, wishes = evening
    made = seat(
        names,
        (),
        sizes,
        wishes,
        seed=seed,
        steps=12_000,
        rounds=1 if wishes.is_near else 2,
    )
    best = fewest_broken(names, sizes, wishes)
    for each in made:
        far = sum(broken.wish is Wish.REACH for broken in each.broken)
        assert (far, len(each.broken) - far) == best


BOUND = {name: frozenset({name % 50 + 1}) for name in range(4, 40, 4)}


@pytest.mark.parametrize(
    ("people", "wishes", "seeds"),
    [
        # its number stands at a table of two first: numbers and people have to move
        (7, Wishes(only=dict.fromkeys((1, 2, 3), frozenset({1}))), 40),
        (
            113,
            Wishes(only=BOUND | dict.fromkeys((1, 50, 99), frozenset({26})), tables=60),
            6,
        ),
        (113, Wishes(together=frozenset({(36, 54), (54, 88)}), tables=60), 6),
    ],
    ids=["three reach one table", "and that in a large room", "three in a chain"],
)
def test_three_get_the_odd_table_where_their_wishes_need_it(people, wishes, seeds):
    names = range(1, people + 1)
    how = {"wishes": wishes, "rounds": 2, "steps": 12_000}
    for seed in range(seeds):
        made = seat(names, sizes=KINDS[0], seed=seed, **how)
        assert [each.broken for each in made] == [()] * 2


def test_a_draft_of_few_steps_keeps_the_wishes_of_a_large_room():
    """Somebody has thought of a seating of 120 people, and asks for parts of it."""
    table_of = {name: 1 + name * 7 % 30 for name in range(120)}
    wishes = Wishes(
        only={name: frozenset({table_of[name]}) for name in range(0, 120, 5)},
        apart=frozenset((name, name + 1) for name in range(119) if name % 3),
        together=frozenset((name, name + 30) for name in range(0, 60, 2)),
    )
    [made] = seat(range(120), sizes=Sizes(4, 4, 4), wishes=wishes, steps=1)
    assert made.broken == ()


@settings(
    max_examples=extent.share("random evenings", nightly=5_000, here=25), deadline=None
)
@given(st.integers(0, 10**9).map(Evening))
def test_no_random_evening_of_people_who_come_and_go_has_a_fault(evening):
    """The checker that looks for faults shares no code with the engine."""
    assert evening.faults == []
