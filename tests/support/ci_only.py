"""What only CI does whole. Here it is a share of it, and the end of a run says so by name."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Value = TypeVar("Value")

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
WHOLE = IN_CI and not os.environ.get("DATABASE_URL")  # once: not again on PostgreSQL


@dataclass(frozen=True)
class Share:
    where: str  # the tests begin with this
    what: str


SHARES = {
    "long properties": Share("tests/rules/", "three times as many examples of every property of the rules"),
    "census of three cards": Share(
        "tests/rules/test_census.py", "every hand of three cards one by one in five games, here in Chinchón"
    ),
    "long walk": Share("tests/scores/test_fuzz.py", "1,500 random requests in a row, here 500"),
    "all nonsense": Share(
        "tests/scores/checker/", "every odd value in every field of the checker; here each value in a third"
    ),
    "long random addresses": Share("tests/scores/checker/", "150 addresses of the checker, here 50"),
    "pages in English": Share("tests/browser/test_pages.py", "every state of every page in English too"),
    "all pictures": Share(
        "tests/scores/checker/", "a picture of every hand and every odd value, here of a half and a third"
    ),
    "odd files": Share("tests/scores/transfer/", "25 examples of every way to spoil a file, here 8"),
}


def share(name: str, *, ci: int, here: int) -> int:
    """How much is done in this run, of what is named in `SHARES`."""
    assert name in SHARES
    return ci if WHOLE else here


def spread(name: str, values: Sequence[Value], place: int, part: int = 3) -> Sequence[Value]:
    """All values, or here one in `part`, others at the next place."""
    assert name in SHARES
    return values if WHOLE else values[place % part :: part]


def told(tests: list[str]) -> list[str]:
    """What to say after these tests were run."""
    shares = [] if IN_CI else SHARES.items()
    return [
        f"Only CI runs: {name}: {one.what}"
        for name, one in shares
        if any(test.startswith(one.where) for test in tests)
    ]
