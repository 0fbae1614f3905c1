"""Tools run with `python -m` need no prepared environment, and do their smallest work without an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.chromium import find as chromium
from tests.support.servers import manage
from tests.tools.kill.postgresql import programs as postgresql

ROOT = Path(__file__).parents[3]
LONGEST = 300  # seconds

# The least that each of them does. {folder} is an empty one.
SMALLEST = {
    "rules.census": "chinchon --cards 2",
    "rules.conformance": "tests/conformance/worked",
    "tests.support.starter": "",
    "tests.tools.bench.draws": "--hands 1",
    "tests.tools.bench.history": "--times 2",
    "tests.tools.bench.live": "8 --phones 2 --matches 1",
    "tests.tools.bench.plain": "",
    "tests.tools.bench.replica": "2",
    "tests.tools.bench.server": "8 --workers 1",
    "tests.tools.bench.worst_hands": "--search 0.01",
    "tests.tools.attack": "thirty_low_cards",
    "tests.tools.forecast": "--matches 2 --only gin,",
    "tests.tools.forecast.make_hands": "{folder}/hands.py --hands 3",
    "tests.tools.fuzz": "20 --evening 0",
    "tests.tools.history": "--matches 2 --here",
    "tests.tools.icons": "{folder}/icons",
    "tests.tools.kill": "--kills 1 --hands 4",
    "tests.tools.phone_engine": "--random 1",
    "tests.tools.simulate": "--seeds 1-2 --steps 10",
    "tests.tools.trace_post": "1",
}
NEEDS = {chromium: {"tests.tools.phone_engine"}, postgresql: {"tests.tools.bench.replica"}}
MAY_BE_SLOW = {"tests.tools.attack", "tests.tools.bench.draws", "tests.tools.bench.history"}
"""They end with 1 where something takes too long, as on a machine that runs other tests too."""

ELSEWHERE = {
    "tests.support.chromium": "make test",
    "tests.support.firefox": "make nightly",
    "tests.support.webkit": "make test",
    "tests.tools.audit": "make lint",
    "tests.tools.evening": "make nightly; the evening itself in test_offline_webkit.py",
    "tests.tools.knob_tables": "it writes tables of docs/ that other tests read",
    "tests.tools.messages": "it writes the catalogues that the other tests read; test_messages.py",
    "tests.tools.mutants": "for minutes at least; test_mutants.py",
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


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    data = tmp_path_factory.mktemp("history")
    assert manage(data, "migrate", "--verbosity=0").returncode == 0
    assert run("tests.tools.history", "--matches=8", REENGANCHE_DATA=str(data)).returncode == 0
    return data


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
def test_a_command_does_its_smallest_work(command, tmp_path, history, monkeypatch):
    missing = [needed.__module__ for needed, users in NEEDS.items() if command in users and not needed()]
    if missing:
        pytest.skip(f"*** not found: {missing} ***")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    data = str(history if command.endswith("history") else tmp_path)
    done = run(command, *SMALLEST[command].format(folder=tmp_path).split(), REENGANCHE_DATA=data)
    assert done.returncode in ((0, 1) if command in MAY_BE_SLOW else (0,)), done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
