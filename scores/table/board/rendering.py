"""Render the board of a match as HTML, and the cache of rendered boards. The context is in `context.py`."""

from collections.abc import Callable, Hashable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scores.core import versions
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import news
from scores.group.recap.views import preview
from scores.group.sharing import share_links
from scores.models import Match, Role
from scores.table.board import html_cache
from scores.table.board.context import board_context
from scores.table.board.html_cache import RenderedBoard
from scores.table.board.sheet_page import sheet_context
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.writing import Outcome

BOARD, BIG = "scores/board/_board.html", "scores/big_board/_big_board.html"


def cached_board(request: HttpRequest, sheet: Sheet, template: str = BOARD) -> RenderedBoard:
    """The board without typed numbers, from the cache if it is there."""
    key = html_cache.board_key(request, sheet.match, template, _rematch_code(sheet.match))
    return html_cache.cached(key, lambda: render_board(request, sheet, template))


def board_page(request: HttpRequest, match: Match) -> SafeString:
    """The page with the board, from the cache if it is there. `match` has in `me` the seat of who asks."""

    def context() -> dict[str, Any]:
        rendered = cached_board(request, Sheet(match))
        may_score = match.role >= Role.SCORE
        return {"rendered": rendered, "board": rendered.html, "may_score": may_score, "me": match.me}

    return _page(request, match, "scores/board/board.html", context, match.me, _rematch_code(match))


def sheet_page(request: HttpRequest, match: Match) -> SafeString:
    """The page with what is below the fold of the board, from the cache if it is there."""

    def context() -> dict[str, Any]:
        return sheet_context(Sheet(match), may_score=match.role >= Role.SCORE, may_own=match.role >= Role.OWN)

    return _page(request, match, "scores/board/sheet.html", context)


def _page(
    request: HttpRequest,
    match: Match,
    template: str,
    context: Callable[[], dict[str, Any]],
    *depends_on: Hashable,
) -> SafeString:
    """A page of a match, for this request. `context` is called if the cache does not have the page."""

    def render() -> RenderedBoard:
        facts = {"match": match, **context(), "csrf_token": html_cache.CSRF_TOKEN}
        return RenderedBoard(render_to_string(template, facts, request))

    key = html_cache.board_key(request, match, template, *depends_on)
    return html_cache.cached(key, render).for_request(request)


def written_since(sheet: Sheet, line: int | None) -> str:
    """What was written from that line on, in words; empty without a line."""
    return "" if line is None else " · ".join(news(sheet.log, range(line, sheet.seq), sheet.names))


def render_board(
    request: HttpRequest,
    sheet: Sheet,
    template: str = BOARD,
    *,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
) -> RenderedBoard:
    """The board with the numbers typed in `form`. `refused` and `message` say why nothing was saved."""
    trouble = refused.trouble if refused else None
    context = board_context(sheet, form or HandForm(sheet=sheet), _facts(request, sheet), trouble, message)
    if template == BIG:  # with the link by which others may watch, until the match is over
        links = [] if sheet.board.is_over else share_links.of_match(request, sheet.match)
        context["join"] = next((link for link in links if link["role"] == "watch"), None)
    return RenderedBoard(
        render_to_string(template, context),
        render_to_string("scores/board/_title.html", context),
        preview(request, sheet) if sheet.board.is_over else None,
    )


def _rematch_code(match: Match) -> str:
    """The code of the rematch that a board shows. An import links a rematch without a new version."""
    rematch = match.rematches.not_deleted().first() if match.finished_at else None
    return rematch.code if rematch else ""


def _facts(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """The facts of this phone, with the placeholders of `html_cache` for those of this request."""
    match = sheet.match
    return {
        "is_unsent": False,
        "may_score": match.role >= Role.SCORE,
        "may_own": match.role >= Role.OWN,
        "links": None if sheet.hands else share_links.of_match(request, match),
        "rematch": match.rematches.not_deleted().first() if sheet.board.is_over else None,
        "poll_ms": settings.POLL_MS,
        "seen": versions.board_etag(match.version, match.role),
        "csrf_token": html_cache.CSRF_TOKEN,
        "key": html_cache.FORM_KEY,
        "since": html_cache.SINCE,
    }
