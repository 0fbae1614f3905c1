"""Tools run with `python -m` need no prepared environment, and do their smallest work without an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.chromium import find as chromium

ROOT = Path(__file__).parents[3]
LONGEST = 300  # seconds

# The least that each of them does. {folder} is an empty one.
SMALLEST = {
    "rules.census": "chinchon --cards 2",
    "rules.conformance": "tests/conformance/worked",
    "tests.support.starter": "",
    "tests.tools.bench.live": "8 --phones 2 --matches 1",
    "tests.tools.bench.worst_hands": "",
    "tests.tools.attack": "thirty_low_cards",
    "tests.tools.fuzz": "20 --evening 0",
    "tests.tools.icons": "{folder}/icons",
    "tests.tools.kill": "--kills 1 --hands 4",
    "tests.tools.phone_engine": "--random 1",
    "tests.tools.simulate": "--seeds 1-2 --steps 10",
    "tests.tools.trace_post": "1",
}
NEEDS_CHROMIUM = {"tests.tools.phone_engine"}
MAY_BE_SLOW = {"tests.tools.attack"}
"""They end with 1 where something takes too long, as on a machine that runs other tests too."""

ELSEWHERE = {
    "tests.support.chromium": "make test",
    "tests.support.firefox": "make nightly",
    "tests.support.webkit": "make test",
    "tests.tools.audit": "make lint",
    "tests.tools.evening": "make nightly; the evening itself in test_offline_webkit.py",
    "tests.tools.knob_tables": "it writes tables of docs/ that other tests read",
    "tests.tools.messages": "it writes the catalogues that the other tests read; test_messages.py",
    "tests.tools.mutants": "for minutes at least",
    "tests.tools.mutants.forks": "tests.tools.mutants",
    "tests.tools.schemas": "it writes the schemas that test_reader.py reads",
    "tests.tools.screens": "it writes the pictures of the README",
}
COMMANDS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for folder in ("rules", "tests")
    for file in (ROOT / folder).rglob("*.py")
    if '\nif __name__ == "__main__":' in file.read_text(encoding="utf-8")
)


def test_each_command_is_started_here_or_elsewhere():
    assert sorted([*SMALLEST, *ELSEWHERE]) == COMMANDS


def run(command, *arguments, **variables):
    return subprocess.run(
        [sys.executable, "-m", command, *arguments],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=LONGEST,
    )


@extent.by_night("every command")
@pytest.mark.long
@pytest.mark.parametrize("command", SMALLEST)
def test_a_command_does_its_smallest_work(command, tmp_path, monkeypatch):
    if command in NEEDS_CHROMIUM and not chromium():
        pytest.skip("*** there is no Chromium ***")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    done = run(command, *SMALLEST[command].format(folder=tmp_path).split(), REENGANCHE_DATA=str(tmp_path))
    assert done.returncode in ((0, 1) if command in MAY_BE_SLOW else (0,)), done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
