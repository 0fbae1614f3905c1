"""A short run of `tests.tools.fuzz` with a fixed seed, longer by night."""

from __future__ import annotations

from pathlib import Path

from tests.support import extent
from tests.tools.fuzz.evening import Evening, Report, set_up
from tests.tools.fuzz.world import same_dice


def test_whatever_is_sent_nothing_fails_is_overstepped_or_breaks_a_log(tmp_path: Path):
    """The long walk also reaches every address."""
    report = Report()
    with same_dice("3") as dice, set_up(tmp_path):
        Evening(dice, report).run(extent.share("long walk", nightly=1500, here=90))
    assert [str(fault) for fault in report.faults.values()] == []
    assert report.unreached() == [] or not extent.WHOLE
