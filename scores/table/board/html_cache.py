"""Cache of rendered HTML of matches, in the memory of each process.

The key of a board has match, version, role and language; every change of what a board shows raises the
version. Cached HTML contains placeholders for what belongs to one request: the CSRF token, the keys of forms
and the news since the board that a phone shows.
"""

import secrets
from collections.abc import Callable, Hashable
from sys import getsizeof
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scores.core.access.grants import GENERATIONS
from scores.core.access.rights import Visit
from scores.core.access.share_links import Preview
from scores.core.bounded_cache import BoundedCache
from scores.core.notation.shown_names import in_html
from scores.table.hand_entry.writing import new_key

ENTRIES = 1000
BYTES = 64 * 2**20  # of text; a board has about 60 kB

# The placeholders are random: no user can have typed them into a name or a note.
CSRF_TOKEN = secrets.token_hex(16)
FORM_KEY = secrets.token_hex(16)
SINCE = secrets.token_hex(16)


def memory(*texts: str) -> int:
    """Bytes of the texts. One emoji makes every character of a text take four bytes."""
    return sum(map(getsizeof, texts))


cache = BoundedCache(ENTRIES, BYTES)


class RenderedBoard(NamedTuple):
    """A board as HTML with placeholders, its title and link preview; or a whole page, which has them."""

    html: str
    title: str = ""
    preview: Preview | None = None  # None while the match goes on

    @property
    def size(self) -> int:
        return memory(self.html, self.title) + (
            memory(*self.preview.values()) if self.preview else 0
        )

    def for_request(self, request: HttpRequest, since: str = "") -> SafeString:
        """The HTML with its placeholders filled. Without forms there is no token, so no cookie is set."""
        html = self.html.replace(FORM_KEY, new_key())
        html = html.replace(
            SINCE, format_html(' data-since="{}"', since) if since else ""
        )
        if CSRF_TOKEN in html:
            html = html.replace(CSRF_TOKEN, get_token(request))
        return mark_safe(html)  # noqa: S308  # rendered by our templates


def fragment(
    board: RenderedBoard, request: HttpRequest, since: str = "", *, status: int = 200
) -> HttpResponse:
    """A board without the page around it; the browser takes the title out of it."""
    title = in_html(f"<title>{board.title}</title>")
    return HttpResponse(f"{title}\n{board.for_request(request, since)}", status=status)


def cached_or_rendered(
    key: Hashable, render: Callable[[], RenderedBoard]
) -> RenderedBoard:
    """What the cache has under `key`; else what `render` makes, which it has from now on."""
    board = cache.get(key)
    if board is None:
        board = render()
        cache.put(key, board, board.size)
    return board


def board_key(request: HttpRequest, visit: Visit, *page: Hashable) -> Hashable:
    """The cache key of a board without typed numbers. `page` tells apart the boards of one match. After an
    older database was restored a version comes twice; the time of the last entry differs.
    """
    match = visit.match
    version = match.code, match.version, match.written_at
    # Before the first hand a board shows share links: absolute, and for owners of the circle also its own.
    # A link may be renewed while this request writes; then this board shows the one before.
    generations = tuple(getattr(match, field) for field in GENERATIONS.values())
    links = (
        visit.circle_role,
        match.circle.own_generation,
        generations,
        request.build_absolute_uri("/"),
    )
    return page, version, visit.role, get_language(), links
