"""Cache of rendered HTML of matches, in the memory of each process.

The key of a board has match, version, role and language; every change of what a board shows raises the
version. Cached HTML contains placeholders for what belongs to one request: the CSRF token and the keys of
forms.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import astuple, dataclass
from sys import getsizeof
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
BYTES = 64 * 2**20  # of text; a board has about 60 kB

# The placeholders are random: no user can have typed them into a name or a note.
CSRF_TOKEN = secrets.token_hex(16)
FORM_KEY = secrets.token_hex(16)


def memory(*texts: str) -> int:
    """Bytes of the texts. One emoji makes every character of a text take four bytes."""
    return sum(map(getsizeof, texts))


class Cache:
    """LRU cache, bounded by the number of its entries and by the sum of their sizes."""

    def __init__(self, entries: int, size: int) -> None:
        self._entries, self._size = entries, size
        self._used = 0
        self._stored: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """The value of the key, or None."""
        with self._lock:
            value, _size = self._stored.get(key, (None, 0))
            if value is not None:
                self._stored.move_to_end(key)
            return value

    def put(self, key: Hashable, value: Any, size: int) -> None:
        if size > self._size:
            return
        with self._lock:
            self._remove(key)
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


cache = Cache(ENTRIES, BYTES)


@dataclass(frozen=True)
class RenderedBoard:
    """A board as HTML with placeholders, and the title and link preview for the page around it."""

    html: str
    title: str
    preview: Preview | None = None  # None while the match goes on

    @property
    def size(self) -> int:
        return memory(self.html, self.title) + (memory(*astuple(self.preview)) if self.preview else 0)

    def for_request(self, request: HttpRequest) -> SafeString:
        """The HTML with the token and a new form key in place of the placeholders.

        A board without forms creates no token, so its response sets no cookie.
        """
        html = self.html.replace(FORM_KEY, new_key())
        if CSRF_TOKEN in html:
            html = html.replace(CSRF_TOKEN, get_token(request))
        return mark_safe(html)  # noqa: S308  # rendered by our templates


def board_key(request: HttpRequest, match: Match, *page: Hashable) -> Hashable:
    """The cache key of a board without typed numbers. `page` tells apart the boards of one match.

    A version number can come twice, after an older database was restored; then the time of the last entry
    differs.
    """
    version = match.code, match.version, match.written_at
    # Before the first hand a board shows share links: absolute, and for owners of the circle also its own.
    links = match.circle_role, match.circle.own_generation, request.build_absolute_uri("/")
    return page, version, match.role, get_language(), links
