"""Long work of which each process does one piece at a time, so that most of its threads stay free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

AT_THE_DOOR = 2  # requests that work or wait; a worker has four threads
SOON = 5  # seconds after which a request that was turned away may try again


class Busy(Exception):
    """Another request works already, and no more may wait."""


class Turns:
    def __init__(self, at_the_door: int = AT_THE_DOOR) -> None:
        self._door = BoundedSemaphore(at_the_door)
        self._work = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the request that works now. Raises Busy if no more may wait."""
        if not self._door.acquire(blocking=False):
            raise Busy
        try:
            with self._work:
                yield
        finally:
            self._door.release()
