"""The simulation finds every fault that can be built in, and tells it in few words."""

import re
import subprocess
import sys

import pytest

from tests.support import ROOT, extent
from tests.tools.simulate.plants import PLANTS, replaced


def simulated(*words):
    command = [sys.executable, "-W", "ignore", "-m", "tests.tools.simulate", *words]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@extent.by_night("every fault")
@pytest.mark.parametrize("plant", PLANTS)
def test_a_fault_that_is_built_in_is_found(plant):
    done = simulated("--seeds", "1-200", "--first", "--whole", "--plant", plant)
    assert (done.returncode, "*** FAILED: 1 runs ***" in done.stdout) == (1, True), (
        done.stdout + done.stderr
    )


@extent.by_night("every fault")
def test_a_run_that_fails_is_the_same_again_and_told_in_few_choices():
    words = ("--seeds", "1", "--plant", "chain-not-checked")
    first, again = (
        re.sub(r"[\d.]+ s$", "", simulated(*words).stdout, flags=re.MULTILINE)
        for _ in "12"
    )
    found = re.search(r"^seed 1 \(.+\): (\d+) of (\d+) choices$", first, re.MULTILINE)
    assert found, first
    assert int(found[1]) <= 20 < int(found[2])
    assert "*** not seen: " in first
    assert again == first


@pytest.mark.parametrize("fault", PLANTS.values(), ids=PLANTS)
def test_each_fault_matches_the_app(fault):
    assert fault.new in replaced(fault, (ROOT / fault.file).read_text(encoding="utf-8"))
