"""The match page and the POSTs from it, the address that open boards poll, and the big board."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET, require_POST

from rules.match.corrections import Entry, Redone, Undone
from scores.core import error_pages, versions
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import parsed_int
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
    if outcome.is_written and not request.htmx:
        return redirect(sheet.match)
    if outcome.is_written:
        return show_board(request, outcome.sheet)
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


def _save_plain(request: HttpRequest, code: str, entry: Entry) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = PlainForm(request.POST, sheet=sheet, entry=entry)
    outcome = save(request, sheet, form)
    if outcome.is_written and not request.htmx:
        return redirect(sheet.match)
    if outcome.is_written:
        return show_board(request, outcome.sheet)
    return show_board(request, outcome.sheet, None, outcome, " ".join(form.non_field_errors()))


# The address that open boards poll, and the board for the middle of the table


TEMPLATES = {"board": rendering.BOARD, "big": rendering.BIG}


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


def _polled_board(request: HttpRequest, code: str, page: str, role: Role) -> HttpResponse:
    """The board for `role`, the role in the ETag, even if the role of this phone has changed since then.

    Only for somebody who may be typing it says what was written since.
    """
    match = grants.match_to_watch(request, code)
    match.role = role
    sheet = Sheet(match)
    board = rendering.cached_board(request, sheet, TEMPLATES[page])
    may_type = page == "board" and role >= Role.SCORE
    since = parsed_int(request.GET.get("since", "")) if may_type else None
    return html_cache.fragment(board, request, rendering.written_since(sheet, since))


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The read-only board for a tablet that everybody at the table looks at."""
    match = grants.match_to_watch(request, code)
    board = rendering.cached_board(request, Sheet(match), rendering.BIG)
    context = {"rendered": board, "board": board.for_request(request)}
    return render(request, "scores/big_board/big_board.html", context)
