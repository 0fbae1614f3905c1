"""Timeouts: everything that the tool waits for has a limit."""

import time

PATIENCE = 60  # seconds


class Stuck(Exception):
    """Raised if something did not happen within the limit."""


def wait_until(is_so, what, patience=PATIENCE):
    deadline = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > deadline:
            raise Stuck(f"waited {patience} s in vain until {what}")
        time.sleep(0.02)
