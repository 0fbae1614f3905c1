"""A cache in the memory of one process, bounded by the number of its entries and by their bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any


class BoundedCache:
    """LRU cache, bounded by the number and the sizes of its entries."""

    def __init__(self, entries: int, size: int) -> None:
        self._entries = entries
        self._size = size
        self._used = 0
        self._stored: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    @property
    def used_bytes(self) -> int:
        """Bytes of all entries together, as they were given to `put`."""
        return self._used

    def get(self, key: Hashable) -> Any:
        """The value of the key, or None."""
        with self._lock:
            value, _size = self._stored.get(key, (None, 0))
            if value is not None:
                self._stored.move_to_end(key)
            return value

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Store the value in place of an older one; remove those that were not used for longest."""
        with self._lock:
            self._remove(key)
            if size > self._size:
                return
            self._stored[key] = value, size
            self._used += size
            while len(self._stored) > self._entries or self._used > self._size:
                self._remove(next(iter(self._stored)))

    def clear(self) -> None:
        with self._lock:
            self._stored.clear()
            self._used = 0

    def _remove(self, key: Hashable) -> None:
        _value, size = self._stored.pop(key, (None, 0))
        self._used -= size
