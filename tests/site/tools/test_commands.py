"""Tools run with `python -m` need no prepared environment, and do their smallest work without an error."""

import os
import re
import subprocess
import sys

import pytest

from tests.support import ROOT, extent

LONGEST = 300  # seconds

# The least that each of them does. {folder} is an empty one.
SMALLEST = {
    "rules.census": "chinchon --cards 2",
    "rules.conformance": "tests/conformance/worked",
    "tests.support.starter": "",
    "tests.tools.bench.live": "4 --only idle",
    "tests.tools.icons": "{folder}/icons",
    "tests.tools.reliability": "--matches 1",
}
ELSEWHERE = {
    "tests.tools.guide": "it writes the guide in docs/ that test_guide.py reads",
    "tests.tools.knob_tables": "it writes tables of docs/ that other tests read",
    "tests.tools.schemas": "it writes the schemas that test_reader.py reads",
    "tests.tools.screens": "it writes the pictures of the README",
}
OF_MAKE = re.findall(r"tests\.\w+\.\w+", (ROOT / "Makefile").read_text("utf-8"))
COMMANDS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for folder in ("rules", "tests")
    for file in (ROOT / folder).rglob("*.py")
    if '\nif __name__ == "__main__":' in file.read_text(encoding="utf-8")
)


def test_each_command_is_started_here_or_elsewhere():
    assert sorted({*SMALLEST, *ELSEWHERE, *OF_MAKE}) == COMMANDS


@extent.by_night("every command")
@pytest.mark.parametrize("command", SMALLEST)
def test_a_command_does_its_smallest_work(command, tmp_path, monkeypatch):
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            command,
            *SMALLEST[command].format(folder=tmp_path).split(),
        ],
        cwd=ROOT,
        env={**os.environ, "REENGANCHE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=LONGEST,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), (
        done.stdout + done.stderr
    )
