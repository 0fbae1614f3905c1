"""Everything that is waited for has an end."""

import time
from collections.abc import Callable

PATIENCE = 60  # seconds


class Stuck(Exception):
    """What should have happened by now did not."""


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise Stuck(f"waited {PATIENCE} s in vain until {what}")
        time.sleep(0.02)
