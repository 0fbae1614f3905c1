"""Boards as HTML, from the cache of rendered boards if it has them. Their context is made in `context.py`."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scores.circle.recap import views as recap
from scores.circle.recap.evening import tonight, tonight_html
from scores.circle.recap.evening_facts import Evening
from scores.core import versions
from scores.core.access import share_links
from scores.core.access.rights import Visit
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.template_context import context_of
from scores.models import Match
from scores.table.board import html_cache
from scores.table.board.between_hands import sentences_between_hands
from scores.table.board.big_board import Event, event_of
from scores.table.board.context import PhoneFacts, board_context
from scores.table.board.document import rematch_of
from scores.table.board.html_cache import RenderedBoard
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.writing import Outcome

BOARD = "scores/board/_board.html"
BIG = "scores/big_board/_big_board.html"


def show_board(
    request: HttpRequest,
    visit: Visit,
    sheet: Sheet,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
    **more: Any,
) -> HttpResponse:
    """The match page; for htmx its board. `refused` and `message` say why nothing was saved."""
    if form or refused:
        board = render_board(
            request, visit, sheet, form=form, refused=refused, message=message
        )
    else:
        board = cached_board(request, visit, sheet)
    status = refused.status if refused else 200
    if request.htmx:
        return html_cache.fragment(board, request, status=status)
    context = {
        "match": sheet.match,
        "may_score": visit.may_score,
        "rendered": board,
        "board": board.for_request(request),
        **more,
    }
    return render(request, "scores/board/board.html", context, status=status)


class Ending(NamedTuple):
    """What a board shows of a match that is over besides its log. An import links a rematch, and another
    match changes the evening, without a new version.
    """

    rematch: Match | None = None
    evening: Evening | None = None

    @property
    def key(self) -> Hashable:
        return self.rematch and (self.rematch.code, self.rematch.finished_at), repr(
            self.evening
        )


def ending_of(visit: Visit) -> Ending:
    """Two queries once the match is over."""
    match = visit.match
    if match.finished_at is None:
        return Ending()
    return Ending(rematch_of(match), tonight(match) if visit.sees_circle else None)


def cached_board(
    request: HttpRequest,
    visit: Visit,
    sheet: Sheet,
    template: str = BOARD,
    ending: Ending | None = None,
) -> RenderedBoard:
    """The board without typed numbers, from the cache if it is there."""
    ending = ending or ending_of(visit)
    key = html_cache.board_key(request, visit, template, ending.key)
    return html_cache.cached_or_rendered(
        key, lambda: render_board(request, visit, sheet, template, ending=ending)
    )


def cached_page(
    request: HttpRequest,
    visit: Visit,
    template: str,
    context: Callable[[], Mapping[str, object]],
    *key: Hashable,
) -> HttpResponse:
    """A page of a match. `context` is called if the cache does not have the page of that `key`."""

    def render() -> RenderedBoard:
        facts = {
            "match": visit.match,
            "may_score": visit.may_score,
            "csrf_token": html_cache.CSRF_TOKEN,
        }
        return RenderedBoard(
            render_to_string(template, {**facts, **context()}, request)
        )

    page = html_cache.cached_or_rendered(
        html_cache.board_key(request, visit, template, *key), render
    )
    return HttpResponse(page.for_request(request))


def render_board(
    request: HttpRequest,
    visit: Visit,
    sheet: Sheet,
    template: str = BOARD,
    *,
    ending: Ending | None = None,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
) -> RenderedBoard:
    """The board with the numbers typed in `form`. `refused` and `message` say why nothing was saved."""
    trouble = refused.trouble if refused else None
    facts = _phone_facts(request, visit, sheet, ending or ending_of(visit))
    context = board_context(
        sheet, form or HandForm(sheet=sheet), facts, trouble, message
    )
    if template == BIG:
        news = event_of(sheet, context["aloud"], context["chinchon"])
        context |= context_of(_big_board(request, visit, sheet, news))
    return RenderedBoard(
        render_to_string(template, context),
        render_to_string("scores/board/_title.html", context),
        recap.preview(request, sheet) if sheet.board.is_over else None,
    )


@dataclass(frozen=True)
class BigBoardView:
    """What the big board shows besides."""

    join: share_links.ShareLink | None  # the link to watch, until the match is over
    variant: str
    event: Event | None
    between: Sequence[str]  # sentences between two hands, for who wants them


def _big_board(
    request: HttpRequest, visit: Visit, sheet: Sheet, event: Event | None
) -> BigBoardView:
    links = [] if sheet.board.is_over else share_links.links_of_board(request, visit)
    return BigBoardView(
        join=next((link for link in links if link["role"] == "watch"), None),
        variant=sheet.match.rules_name or labels.name_of(sheet.board.ruleset),
        event=event,
        between=sentences_between_hands(sheet),
    )


def _phone_facts(
    request: HttpRequest, visit: Visit, sheet: Sheet, ending: Ending
) -> PhoneFacts:
    """The facts of this phone, with the placeholders of `html_cache` for those of this request."""
    match = sheet.match
    return PhoneFacts(
        may_score=visit.may_score,
        may_own=visit.may_own,
        links=None if sheet.hands else share_links.links_of_board(request, visit),
        rematch=ending.rematch,
        tonight=tonight_html(match, ending.evening) if ending.evening else "",
        poll_ms=settings.POLL_MS,
        etag=versions.board_etag(match.version, visit.role),
        csrf_token=html_cache.CSRF_TOKEN,
        key=html_cache.FORM_KEY,
        since=html_cache.SINCE,
    )
