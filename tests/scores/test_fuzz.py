"""A short walk of `tests.tools.fuzz`, from the same seed each time; the long one is by hand."""

from __future__ import annotations

from pathlib import Path

from tests.tools.fuzz.evening import Evening, Report, set_up
from tests.tools.fuzz.world import same_dice


def test_whatever_is_sent_nothing_fails_is_overstepped_or_breaks_a_log(tmp_path: Path):
    report = Report()
    with same_dice("1") as dice, set_up(tmp_path):
        Evening(dice, report).run(1500)
    assert [str(fault) for fault in report.faults.values()] == []
    assert report.unreached() == []
