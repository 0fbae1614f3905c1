"""The match page, and the POSTs from it: save a hand, undo, redo, answer the buy-back question."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.match.corrections import Entry, Redone, Undone
from scores.core import error_pages
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.group.forecast.views import of_board, shows_chances
from scores.models import Role
from scores.table.board import html_cache, rendering
from scores.table.board.context import preview_context
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.save import save
from scores.table.hand_entry.writing import ANSWERS, Outcome, PlainForm, hand_without_form, reasons


@require_GET
def match(request: HttpRequest, code: str) -> HttpResponse:
    match = grants.match_to_watch(request, code)
    if "closer" not in request.GET and not request.htmx and not shows_chances(request):
        return HttpResponse(rendering.board_page(request, match))
    sheet = Sheet(match)
    # The checker links here with a hand in the query string: it fills in the form and saves nothing.
    form = HandForm.filled(request.GET, sheet=sheet) if "closer" in request.GET else None
    chances = {"chances_on": True, **of_board(sheet)} if shows_chances(request) else {}
    return show_board(request, sheet, form, me=match.me, **chances)


@require_GET
def scoresheet(request: HttpRequest, code: str) -> HttpResponse:
    """What is below the fold of the board, which loads it from here when it is seen."""
    return HttpResponse(rendering.sheet_page(request, grants.match_to_watch(request, code)))


@require_POST
def score_hand(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    if outcome.sheet is not sheet:  # others wrote since `sheet` was read: a new seat is unknown to the form
        form = HandForm(request.POST, sheet=outcome.sheet)
    message = hand_without_form(outcome.sheet, form)
    if error_pages.wants_json(request):
        return error_pages.json_refusal(outcome.status, reasons(outcome, form, message), outcome.sheet.seq)
    if outcome.trouble and outcome.trouble.is_same:
        return show_board(request, outcome.sheet, None, outcome)
    return show_board(request, outcome.sheet, form, outcome, message)


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """The line to read aloud for a hand that is being typed; writes nothing."""
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    return render(request, "scores/hand_entry/_preview_line.html", preview_context(sheet, form))


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
    """The match page, whose context has `more`; for htmx only its board. `refused` and `message` say why
    nothing was saved.
    """
    if form or refused:
        board = rendering.render_board(request, sheet, form=form, refused=refused, message=message)
    else:
        board = rendering.cached_board(request, sheet)
    status = refused.status if refused else 200
    if request.htmx:
        return html_cache.fragment(board, request, status=status)
    context = {"match": sheet.match, "may_score": sheet.match.role >= Role.SCORE}
    context |= {"rendered": board, "board": board.for_request(request), **more}
    return render(request, "scores/board/board.html", context, status=status)


def _after_write(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """The board as it is stored now; without htmx a redirect to it."""
    return show_board(request, sheet) if request.htmx else redirect(sheet.match)


def _save_plain(request: HttpRequest, code: str, entry: Entry) -> HttpResponse:
    """Save an entry that needs no fields."""
    sheet = Sheet(grants.match_to_score(request, code))
    form = PlainForm(request.POST, sheet=sheet, entry=entry)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    return show_board(request, outcome.sheet, None, outcome, " ".join(form.non_field_errors()))
