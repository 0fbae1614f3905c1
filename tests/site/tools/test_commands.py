"""Tools run with `python -m` need no prepared environment: no settings, no pytest."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ELSEWHERE = {
    "tests.tools.bench.peers",
    "tests.tools.mutants.forks",
}  # run in an environment that they are given
COMMANDS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for folder in ("rules", "tests")
    for file in (ROOT / folder).rglob("*.py")
    if '\nif __name__ == "__main__":' in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("command", [one for one in COMMANDS if one not in ELSEWHERE])
def test_a_command_finds_all_it_imports(command, monkeypatch):
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    done = subprocess.run(
        [sys.executable, "-c", f"import {command}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_commands_are_found():
    assert {"tests.tools.screens", "tests.tools.bench.live", *ELSEWHERE} < set(COMMANDS)
