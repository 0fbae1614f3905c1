"""The one cache of what is drawn of a match, in the memory of each process.

A board is kept by match, version, role and language: the version rises with everything that a board shows.
What belongs to one request stands outside: the CSRF token and the keys of the forms are placeholders in what
is kept.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scores.hand_entry.line_form import new_key
from scores.models import Match
from scores.sharing.previews import Preview

ENTRIES = 1000
BYTES = 64 * 2**20  # of text; a board has about 30 kB

# What nobody can have typed, and no other process knows.
CSRF_TOKEN = secrets.token_hex(16)
FORM_KEY = secrets.token_hex(16)


class Cache:
    """Bounded by entries and by the size of them all; what was used longest ago goes first."""

    def __init__(self, entries: int, size: int) -> None:
        self._entries, self._size = entries, size
        self._used = 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """What is kept for the key; None if nothing is."""
        with self._lock:
            value, _size = self._kept.get(key, (None, 0))
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: Hashable, value: Any, size: int) -> None:
        if size > self._size:
            return
        with self._lock:
            self._forget(key)
            self._kept[key] = value, size
            self._used += size
            while len(self._kept) > self._entries or self._used > self._size:
                self._forget(next(iter(self._kept)))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._used = 0

    def _forget(self, key: Hashable) -> None:
        _value, size = self._kept.pop(key, (None, 0))
        self._used -= size


cache = Cache(ENTRIES, BYTES)


@dataclass(frozen=True)
class Drawn:
    """A board as HTML with placeholders, and what the page around it shows of it."""

    html: str
    title: str
    preview: Preview | None = None  # of a match that is over

    @property
    def size(self) -> int:
        return len(self.html)

    def for_request(self, request: HttpRequest) -> SafeString:
        """The board with the token and a key of this request. A board without forms asks for no token."""
        html = self.html.replace(FORM_KEY, new_key())
        if CSRF_TOKEN in html:
            html = html.replace(CSRF_TOKEN, get_token(request))
        return mark_safe(html)  # noqa: S308  # drawn by our templates


def board_key(request: HttpRequest, match: Match, *page: Hashable) -> Hashable:
    """All that a board without typed numbers depends on. `page`: which board it is.

    Versions of one number, before and after an older database was restored, differ in the time of a line.
    """
    version = match.code, match.version, match.written_at
    # Before the first hand a board shows addresses, and to an owner of the circle that of the circle too.
    return page, version, match.role, match.circle_role, get_language(), request.build_absolute_uri("/")
