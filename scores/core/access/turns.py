"""Long work of which each process does one piece at a time, so that most of its threads stay free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

MOST_AT_ONCE = 2  # requests that work or wait; a worker has four threads
RETRY_AFTER = 5  # seconds after which a request that was turned away may try again


class Busy(Exception):
    """Another request works already, and no more may wait."""


class Turns:
    """`patience` are the seconds that a request waits; -1: as long as it takes."""

    def __init__(self, most: int = MOST_AT_ONCE, patience: float = -1) -> None:
        self.patience = patience
        self._slots = BoundedSemaphore(most)
        self._work = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the request that works now. Raises Busy if no more may wait, or it takes too long."""
        if not self._slots.acquire(blocking=False):
            raise Busy
        try:
            if not self._work.acquire(timeout=self.patience):
                raise Busy
            try:
                yield
            finally:
                self._work.release()
        finally:
            self._slots.release()
