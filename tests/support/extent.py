"""How much of some tests is run: `make nightly` runs all (EVERY_EXAMPLE=1), a push what it must prove."""

import os
import tomllib
from pathlib import Path

import pytest

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
WHOLE = os.environ.get("EVERY_EXAMPLE") == "1"


SHARES = tomllib.loads(
    Path(__file__).with_name("by_night.toml").read_text(encoding="utf-8")
)
"""By name: the prefix of the ids of its tests (`where`), and what of them a push leaves out."""


def share(name, *, nightly, here):
    """The number of examples in this run for an entry of `SHARES`."""
    assert name in SHARES
    return nightly if WHOLE else here


# The number of examples of each property, relative to `make nightly`.
TIMES = float(
    os.environ.get("TIMES") or share("long properties", nightly=3, here=1) / 3
)
FOR_A_MUTANT = TIMES < 0.3  # for mutation tests any failure is enough


def spread(name, values, index, part=3):
    """All values by night; else one in `part`, with another remainder for each `index`."""
    assert name in SHARES
    return values if WHOLE else values[index % part :: part]


def all_but(name, values, by_night):
    """All values by night; else those that are not `by_night`."""
    assert name in SHARES
    return [value for value in values if WHOLE or value not in by_night]


def by_night(name):
    """The mark of a test that only a run of everything has."""
    assert name in SHARES
    return pytest.mark.by_night


def night_param(name, *values):
    """Parameters that only a run of everything has."""
    return pytest.param(*values, marks=by_night(name))


def lacks(what):
    """Skip the test; a run that must be whole fails."""
    (pytest.fail if IN_CI or WHOLE else pytest.skip)(what)


def notes_about(tests):
    """The lines to print after a run of these tests."""
    shares = [] if WHOLE else SHARES.items()
    return [
        f"Only `make nightly` runs: {name}: {share['what']}"
        for name, share in shares
        if any(test.startswith(share["where"]) for test in tests)
    ]
