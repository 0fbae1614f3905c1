"""A short run of `tests.tools.fuzz` with a fixed seed."""

from pathlib import Path

import pytest

from tests.support import extent
from tests.tools.fuzz.evening import Evening, Report, set_up
from tests.tools.fuzz.world import same_dice


@extent.by_night("long walk")
@pytest.mark.long
def test_whatever_is_sent_nothing_fails_is_overstepped_or_breaks_a_log(tmp_path: Path):
    report = Report()
    with same_dice("3") as dice, set_up(tmp_path):
        Evening(dice, report).run(1500)
    assert [str(fault) for fault in report.faults.values()] == []
    unreached = report.unreached()
    assert unreached == [], unreached
