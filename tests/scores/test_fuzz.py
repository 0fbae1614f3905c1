"""Random requests to every address as every kind of phone. A fault is told with the request that showed it.

By night every evening is new; `EVERY_EXAMPLE=1 FUZZ_SEED=2026-11-28 pytest tests/scores/test_fuzz.py -k "3]"`
repeats the third of a day.
"""

import os
from datetime import UTC, datetime

import pytest

from tests.scores.support.fuzz.evening import Evening, set_up
from tests.scores.support.fuzz.world import same_dice
from tests.support import extent

SEED = os.environ.get("FUZZ_SEED") or f"{datetime.now(UTC):%Y-%m-%d}"
EVENINGS = 50

pytestmark = [pytest.mark.long, extent.by_night("long walk")]


@pytest.mark.parametrize("number", range(EVENINGS))
def test_whatever_is_sent_nothing_fails_is_overstepped_or_breaks_a_log(
    tmp_path, number
):
    with same_dice(f"{SEED}:{number}") as dice, set_up(tmp_path, number):
        evening = Evening(dice)
        evening.run(2_000)
    assert (SEED, [*map(str, evening.faults.values())]) == (SEED, [])


def test_random_requests_come_to_every_address(tmp_path):
    with same_dice("3") as dice, set_up(tmp_path):
        evening = Evening(dice)
        evening.run(1_500)
    assert evening.unreached == set()
