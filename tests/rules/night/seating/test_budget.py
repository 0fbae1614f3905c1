"""A draft costs no more than its steps, whatever the wishes. Cost is counted in calls, not in time."""

from functools import partial

import pytest

from rules.night.seating.plan import seat
from rules.night.seating.values import Sizes, Wishes
from tests.support.calls import calls_of

EVERYBODY = range(1, 159)
BOUND = Wishes(only={name: frozenset(range(1, 21)) for name in EVERYBODY})
APART = Wishes(
    apart=frozenset((one, other) for one in range(1, 16) for other in EVERYBODY[one:])
)
BOTH = Wishes(
    only={name: frozenset({1, 2, 3}) for name in EVERYBODY},
    apart=APART.apart,
)
TOGETHER = Wishes(
    together=frozenset((name, name + 1) for name in EVERYBODY[:-1]), apart=APART.apart
)
NEAR = Wishes(is_near=True, scores={name: name * 37 % 144 for name in EVERYBODY})


@pytest.mark.parametrize(
    "arguments",
    [
        {"wishes": BOUND, "rounds": 12},
        {"wishes": BOTH, "rounds": 12, "sizes": Sizes(4, 4, 4)},
        {"wishes": TOGETHER, "rounds": 12},
        {"wishes": NEAR},
        {"sizes": Sizes(2, 12, 12), "rounds": 12},
    ],
    ids=[
        "bound to twenty tables",
        "apart from all and bound to three tables",
        "together in a chain",
        "near",
        "large tables",
    ],
)
def test_no_wish_makes_a_draft_cost_more_than_its_steps(arguments):
    assert calls_of(partial(seat, EVERYBODY, **arguments)) < 900_000


def test_people_who_fit_no_table_cost_nobody_else_a_seat():
    """Eighty of 158 fit the twenty tables that everybody is bound to."""
    (made,) = seat(EVERYBODY, wishes=BOUND, steps=1)
    seats = [
        name for table in made.tables for name in table.seats if table.number <= 20
    ]
    assert len(seats) == 80
    assert len(made.broken) == 78
