"""The match page and the POSTs from it, its log, the address that open boards poll, and the big board."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET, require_POST

from rules.match.corrections import Entry
from rules.numbers import whole_number
from scores.core import error_pages, versions
from scores.core.access import phones, rights
from scores.core.chances import forecasts_for
from scores.core.matches.log_page import log_page
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import in_text
from scores.core.template_context import context_of
from scores.core.wording.log_lines import news
from scores.models import LogRow, Role
from scores.table.board import html_cache
from scores.table.board.context import typed_line
from scores.table.board.document import item
from scores.table.board.rendering import (
    BIG,
    BOARD,
    cached_board,
    cached_page,
    ending_of,
    show_board,
)
from scores.table.board.sheet_page import sheet_view
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.save import save
from scores.table.hand_entry.spoken import spoken_answer
from scores.table.hand_entry.writing import (
    ANSWERS,
    PlainForm,
    hand_without_form,
    reasons,
)


@require_GET
def match(request: HttpRequest, code: str) -> HttpResponse:
    visit = rights.visit_to_watch(request, code)
    forecasts = forecasts_for(request)
    ending = ending_of(visit)

    def context() -> dict[str, object]:
        rendered = cached_board(request, visit, visit.sheet, ending=ending)
        return {"rendered": rendered, "board": rendered.html, "me": visit.me}

    if "closer" not in request.GET and not request.htmx and not forecasts:
        return cached_page(
            request, visit, "scores/board/board.html", context, visit.me, ending.key
        )
    sheet = visit.sheet
    # The checker links here with a hand in the query string: it fills in the form and saves nothing.
    form = (
        HandForm.with_values(request.GET, sheet=sheet)
        if "closer" in request.GET
        else None
    )
    rows = forecasts.chances_of_board(sheet) if forecasts else None
    return show_board(
        request, visit, sheet, form, me=visit.me, chances_on=bool(forecasts), rows=rows
    )


@require_GET
def scoresheet(request: HttpRequest, code: str) -> HttpResponse:
    """What is below the fold of the board, which loads it from here when it is seen."""
    visit = rights.visit_to_watch(request, code)
    may = {"may_score": visit.may_score, "may_own": visit.may_own}
    return cached_page(
        request,
        visit,
        "scores/board/sheet.html",
        lambda: context_of(sheet_view(visit.sheet, **may)),
    )


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The log in pages, the newest entries first."""
    visit = rights.visit_to_watch(request, code)
    sheet = visit.sheet
    names = phones.writer_names(
        sheet.match, (row.by_id for row in sheet.rows), request.phone_uid
    )
    by = {row.seq: names.get(row.by_id or 0, "") for row in sheet.rows}
    page = log_page(sheet, request.GET.get("page", ""), visit.may_score, by)
    return render(request, "scores/matches/log.html", context_of(page))


@require_POST
def score_hand(request: HttpRequest, code: str) -> HttpResponse:
    visit = rights.visit_to_score(request, code)
    sheet = visit.sheet
    form = HandForm(request.POST, sheet=sheet)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, visit, outcome.sheet)
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
        return show_board(request, visit, outcome.sheet, None, outcome)
    return show_board(request, visit, outcome.sheet, form, outcome, message)


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    sheet = rights.visit_to_score(request, code).sheet
    form = HandForm(request.POST, sheet=sheet)
    context = {"form": form, **context_of(typed_line(sheet, form))}
    return render(request, "scores/hand_entry/_preview_line.html", context)


@require_POST
def hear_hand(request: HttpRequest, code: str) -> JsonResponse:
    """What was said of a hand, for its form."""
    sheet = rights.visit_to_score(request, code).sheet
    texts = request.POST.getlist("text")
    return JsonResponse(spoken_answer(sheet, request.POST, texts))


@require_POST
def answer(request: HttpRequest, code: str, seat: int, choice: str) -> HttpResponse:
    """Save whether a bust player buys back in."""
    if choice not in ANSWERS:
        raise Http404
    return save_entry(request, code, ANSWERS[choice](seat))


@require_POST
def save_entry(request: HttpRequest, code: str, entry: Entry) -> HttpResponse:
    """Save an entry about which nothing is asked, as an undo or a redo."""
    visit = rights.visit_to_score(request, code)
    sheet = visit.sheet
    form = PlainForm(request.POST, sheet=sheet, entry=entry)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, visit, outcome.sheet)
    return show_board(
        request, visit, outcome.sheet, None, outcome, " ".join(form.non_field_errors())
    )


def _after_write(
    request: HttpRequest, visit: rights.Visit, sheet: Sheet
) -> HttpResponse:
    return show_board(request, visit, sheet) if request.htmx else redirect(sheet.match)


# The address that open boards poll, and the board for the middle of the table


@require_GET
def pulse(request: HttpRequest, code: str, page: str) -> HttpResponse:
    """304 while `If-None-Match` names the current version, else the board; 404 if this phone may not see it.
    `chinchon_site.polls` answers most polls before Django, from cached responses of this view.
    """
    polled = rights.pulse(request.phone_uid, code)
    if polled is None:
        return HttpResponse(status=404)
    answer = get_conditional_response(request, etag=polled.etag)
    if answer is None:
        answer = polled_board(request, code, page, polled.role)
    answer["ETag"] = polled.etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The read-only board for a tablet that everybody at the table looks at."""
    visit = rights.visit_to_watch(request, code)
    board = cached_board(request, visit, visit.sheet, BIG)
    context = {
        "match": visit.match,
        "rendered": board,
        "board": board.for_request(request),
    }
    return render(request, "scores/big_board/big_board.html", context)


# What open boards get where something was written since they were drawn


def polled_board(
    request: HttpRequest, code: str, page: str, role: Role
) -> HttpResponse:
    """The board for the `role` of the ETag, or what was written to it. Only who may be typing is told that in
    words too."""
    visit = replace(rights.visit_to_watch(request, code), role=role)
    sheet = visit.sheet
    may_type = page == "board" and role >= Role.SCORE
    line = whole_number(request.GET.get("since", "")) if may_type else None
    seqs = [] if line is None else range(line, sheet.seq)
    since = in_text(" · ".join(news(sheet.log, seqs, sheet.names)))
    if (
        page == "board"
        and error_pages.wants_json(request)
        and (rows := _rows_since(request, sheet))
    ):
        facts = {
            "entries": [item(row) for row in rows],
            "version": sheet.match.version,
            "seen": versions.board_etag(sheet.match.version, role),
            "since": since,
        }
        return JsonResponse(facts)
    board = cached_board(request, visit, sheet, BOARD if page == "board" else BIG)
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
