"""The core without its wings: a copy of the code in which a wing is not there passes its unit tests."""

import os
import subprocess
import sys
from shutil import copytree, ignore_patterns, rmtree

from tests.support import extent
from tests.support.servers import ROOT

COPIED = ("chinchon_site", "locale", "phone", "rules", "scores", "static", "templates")
BESIDE = ("pyproject.toml", "manage.py", "package.json", "SECURITY.md")
FORECAST = (
    *("rules/forecast", "scores/circle/forecast", "static/js/forecast"),
    *("templates/scores/forecast", "scores/management/commands/find_comebacks.py"),
    *("tests/rules/forecast", "tests/scores/circle/forecast"),
)
# draws the page of the forecast too, so it goes with it
PHONE = ("phone", "static/js/without_server", "tests/phone", "tests/scores/phone")
ENTRIES = {
    "scores/wings.py": '    "scores.circle.forecast",\n',
    "chinchon_site/settings.py": '    "chinchon_site.engine_file.EngineFinder",\n',
}
"""What each list says of them. Club nights cannot go: their tables are in migrations, the tables' models in
`scores/night/models.py`, and a file of a group has them (`scores/transfer/nights.py`). A setting leaves their
addresses and words out (`tests/scores/night/test_left_out.py`)."""
CORE = (
    *(f"tests/rules/{name}" for name in ("cards", "closing", "match", "scoring")),
    *(f"tests/scores/{name}" for name in ("circle", "core", "pages", "table")),
)
ABOUT_A_WING = (
    # what the phone's build reads, or which addresses a phone knows without a signal
    "--ignore=tests/scores/table/board/test_document.py",
    "--ignore=tests/scores/table/offline/test_without_signal.py",
    # that the forecast is there where a board ends and where a line is corrected
    "--deselect=tests/scores/circle/recap/test_highlights.py"
    "::test_the_page_tells_it_after_the_end_and_no_longer_once_that_is_undone",
    "--deselect=tests/scores/table/corrections/test_corrections.py"
    "::test_who_shows_the_chances_also_sees_how_a_correction_changes_them",
)


@extent.by_night("wings")
def test_the_core_passes_its_unit_tests_without_forecast_and_phone(tmp_path):
    _copy(tmp_path)
    for name in (*FORECAST, *PHONE):
        path = tmp_path / name
        rmtree(path) if path.is_dir() else path.unlink()
    for name, entry in ENTRIES.items():
        text = (tmp_path / name).read_text()
        assert text.count(entry) == 1
        (tmp_path / name).write_text(text.replace(entry, ""))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n2", *CORE, *ABOUT_A_WING],
        cwd=tmp_path,
        env=os.environ | {"EVERY_EXAMPLE": "0"},  # the same run has them with the wings
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:]


def _copy(folder):
    for name in (*COPIED, "tests", "docs"):
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
    for name in BESIDE:
        (folder / name).write_bytes((ROOT / name).read_bytes())
