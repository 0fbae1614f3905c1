"""The match page and the POSTs from it, its log, the address that open boards poll, and the big board."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET, require_POST

from rules.match.corrections import Entry, Redone, Undone
from rules.numbers import whole_number
from scores.circle.forecast.views import of_board, shows_chances
from scores.circle.recap import views as recap
from scores.circle.recap.evening import Evening, tonight, tonight_html
from scores.core import error_pages, versions
from scores.core.access import grants, phones, share_links
from scores.core.house_rules import labels
from scores.core.matches.log_page import log_context
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import in_text
from scores.core.wording.log_lines import news
from scores.models import LogRow, Match, Role
from scores.table.board import html_cache
from scores.table.board.big_board import event_of
from scores.table.board.context import board_context, preview_context
from scores.table.board.document import item, rematch_of
from scores.table.board.html_cache import RenderedBoard
from scores.table.board.sheet_page import sheet_context
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.save import save
from scores.table.hand_entry.writing import (
    ANSWERS,
    Outcome,
    PlainForm,
    hand_without_form,
    reasons,
)

BOARD = "scores/board/_board.html"
BIG = "scores/big_board/_big_board.html"


@require_GET
def match(request: HttpRequest, code: str) -> HttpResponse:
    match = grants.match_to_watch(request, code)
    has_chances = shows_chances(request)
    ending = ending_of(match)

    def context() -> dict[str, Any]:
        rendered = cached_board(request, Sheet(match), ending=ending)
        return {"rendered": rendered, "board": rendered.html, "me": match.me}

    if "closer" not in request.GET and not request.htmx and not has_chances:
        return _page(
            request, match, "scores/board/board.html", context, match.me, ending.key
        )
    sheet = Sheet(match)
    # The checker links here with a hand in the query string: it fills in the form and saves nothing.
    form = (
        HandForm.with_values(request.GET, sheet=sheet)
        if "closer" in request.GET
        else None
    )
    chances = {"chances_on": True, **of_board(sheet)} if has_chances else {}
    return show_board(request, sheet, form, me=match.me, **chances)


@require_GET
def scoresheet(request: HttpRequest, code: str) -> HttpResponse:
    """What is below the fold of the board, which loads it from here when it is seen."""
    match = grants.match_to_watch(request, code)
    rights = {"may_score": match.role >= Role.SCORE, "may_own": match.role >= Role.OWN}
    return _page(
        request,
        match,
        "scores/board/sheet.html",
        lambda: sheet_context(Sheet(match), **rights),
    )


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The log in pages, the newest entries first."""
    sheet = Sheet(grants.match_to_watch(request, code))
    names = phones.writer_names(
        sheet.match, (row.by_id for row in sheet.rows), request.phone_uid
    )
    by = {row.seq: names.get(row.by_id or 0, "") for row in sheet.rows}
    context = log_context(
        sheet, request.GET.get("page", ""), sheet.match.role >= Role.SCORE, by
    )
    return render(request, "scores/matches/log.html", context)


@require_POST
def score_hand(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    if (
        outcome.sheet is not sheet
    ):  # others wrote since `sheet` was read: a new seat is unknown to the form
        form = HandForm(request.POST, sheet=outcome.sheet)
    message = hand_without_form(outcome.sheet, form)
    if error_pages.wants_json(request):
        return error_pages.json_refusal(
            outcome.status, reasons(outcome, form, message), outcome.sheet.seq
        )
    if outcome.trouble and outcome.trouble.is_same:
        return show_board(request, outcome.sheet, None, outcome)
    return show_board(request, outcome.sheet, form, outcome, message)


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    return render(
        request, "scores/hand_entry/_preview_line.html", preview_context(sheet, form)
    )


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    return _save_plain(request, code, Undone())


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    return _save_plain(request, code, Redone())


@require_POST
def answer(request: HttpRequest, code: str, seat: int, choice: str) -> HttpResponse:
    """Save whether a bust player buys back in."""
    if choice not in ANSWERS:
        raise Http404
    return _save_plain(request, code, ANSWERS[choice](seat))


def show_board(
    request: HttpRequest,
    sheet: Sheet,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
    **more: Any,
) -> HttpResponse:
    """The match page; for htmx its board. `refused` and `message` say why nothing was saved."""
    if form or refused:
        board = render_board(
            request, sheet, form=form, refused=refused, message=message
        )
    else:
        board = cached_board(request, sheet)
    status = refused.status if refused else 200
    if request.htmx:
        return html_cache.fragment(board, request, status=status)
    facts = {
        "match": sheet.match,
        "may_score": sheet.match.role >= Role.SCORE,
        "rendered": board,
    }
    context = {**facts, "board": board.for_request(request), **more}
    return render(request, "scores/board/board.html", context, status=status)


def _save_plain(request: HttpRequest, code: str, entry: Entry) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = PlainForm(request.POST, sheet=sheet, entry=entry)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    return show_board(
        request, outcome.sheet, None, outcome, " ".join(form.non_field_errors())
    )


def _after_write(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    return show_board(request, sheet) if request.htmx else redirect(sheet.match)


# The address that open boards poll, and the board for the middle of the table


@require_GET
def pulse(request: HttpRequest, code: str, page: str) -> HttpResponse:
    """304 while `If-None-Match` names the current version, else the board; 404 if this phone may not see it.
    `chinchon_site.polls` answers most polls before Django, from cached responses of this view.
    """
    polled = grants.pulse(request.phone_uid, code)
    if polled is None:
        return HttpResponse(status=404)
    tag = f'"{versions.board_etag(polled.version, polled.role)}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = _polled_board(request, code, page, polled.role)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _polled_board(
    request: HttpRequest, code: str, page: str, role: Role
) -> HttpResponse:
    """The board for the `role` of the ETag, or what was written to it. Only who may be typing is told that in
    words too."""
    match = grants.match_to_watch(request, code)
    match.role = role
    sheet = Sheet(match)
    may_type = page == "board" and role >= Role.SCORE
    line = whole_number(request.GET.get("since", "")) if may_type else None
    since = in_text(
        " · ".join(
            [] if line is None else news(sheet.log, range(line, sheet.seq), sheet.names)
        )
    )
    if (
        page == "board"
        and error_pages.wants_json(request)
        and (rows := _rows_since(request, sheet))
    ):
        seen = versions.board_etag(match.version, role)
        facts = {
            "entries": [item(row) for row in rows],
            "version": match.version,
            "seen": seen,
        }
        return JsonResponse({**facts, "since": since})
    board = cached_board(request, sheet, BOARD if page == "board" else BIG)
    return html_cache.fragment(board, request, since)


def _rows_since(request: HttpRequest, sheet: Sheet) -> Sequence[LogRow]:
    """The rows behind the last that a phone with the engine has, where it can draw the board from them:
    nothing else has changed since the board that it shows (each entry raises the version by one), and the
    match goes on (an ending tells of other matches)."""
    last = request.headers.get("X-Last-Entry", "")
    known = next(
        (row.seq + 1 for row in reversed(sheet.rows) if row.client_key == last), 0
    )
    version = versions.version_of(request.headers.get("If-None-Match", ""))
    rows = sheet.rows[known:]
    return (
        []
        if sheet.board.is_over or version != sheet.match.version - len(rows)
        else rows
    )


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The read-only board for a tablet that everybody at the table looks at."""
    match = grants.match_to_watch(request, code)
    board = cached_board(request, Sheet(match), BIG)
    context = {"match": match, "rendered": board, "board": board.for_request(request)}
    return render(request, "scores/big_board/big_board.html", context)


# Rendering: from the cache of rendered boards if it has them. The context is made in `context.py`


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


def ending_of(match: Match) -> Ending:
    """Two queries once the match is over."""
    return Ending(rematch_of(match), tonight(match)) if match.finished_at else Ending()


def cached_board(
    request: HttpRequest,
    sheet: Sheet,
    template: str = BOARD,
    ending: Ending | None = None,
) -> RenderedBoard:
    """The board without typed numbers, from the cache if it is there."""
    ending = ending or ending_of(sheet.match)
    key = html_cache.board_key(request, sheet.match, template, ending.key)
    return html_cache.cached_or_rendered(
        key, lambda: render_board(request, sheet, template, ending=ending)
    )


def _page(
    request: HttpRequest,
    match: Match,
    template: str,
    context: Callable[[], dict[str, Any]],
    *key: Hashable,
) -> HttpResponse:
    """A page of a match. `context` is called if the cache does not have the page of that `key`."""

    def render() -> RenderedBoard:
        facts = {
            "match": match,
            "may_score": match.role >= Role.SCORE,
            "csrf_token": html_cache.CSRF_TOKEN,
        }
        return RenderedBoard(
            render_to_string(template, {**facts, **context()}, request)
        )

    page = html_cache.cached_or_rendered(
        html_cache.board_key(request, match, template, *key), render
    )
    return HttpResponse(page.for_request(request))


def render_board(
    request: HttpRequest,
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
    facts = _facts(request, sheet, ending or ending_of(sheet.match))
    context = board_context(
        sheet, form or HandForm(sheet=sheet), facts, trouble, message
    )
    if template == BIG:
        context |= _of_big_board(request, sheet, context)
    return RenderedBoard(
        render_to_string(template, context),
        render_to_string("scores/board/_title.html", context),
        recap.preview(request, sheet) if sheet.board.is_over else None,
    )


def _of_big_board(
    request: HttpRequest, sheet: Sheet, context: Mapping[str, Any]
) -> dict[str, Any]:
    """What it shows besides: the link by which others may watch, until the match is over."""
    links = [] if sheet.board.is_over else share_links.of_board(request, sheet.match)
    return {
        "join": next((link for link in links if link["role"] == "watch"), None),
        "variant": sheet.match.rules_name or labels.name_of(sheet.board.ruleset),
        "event": event_of(sheet, context["aloud"], context["chinchon"]),
    }


def _facts(request: HttpRequest, sheet: Sheet, ending: Ending) -> dict[str, Any]:
    """The facts of this phone, with the placeholders of `html_cache` for those of this request."""
    match = sheet.match
    return {
        "is_unsent": False,
        "may_score": match.role >= Role.SCORE,
        "may_own": match.role >= Role.OWN,
        "links": None if sheet.hands else share_links.of_board(request, match),
        "rematch": ending.rematch,
        "tonight": tonight_html(match, ending.evening) if ending.evening else "",
        "poll_ms": settings.POLL_MS,
        "seen": versions.board_etag(match.version, match.role),
        "csrf_token": html_cache.CSRF_TOKEN,
        "key": html_cache.FORM_KEY,
        "since": html_cache.SINCE,
    }
