"""The pages of table events: choosing one, and its form."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from rules.events import Finished
from rules.match.corrections import LogLine
from rules.match.play import play
from rules.match.steps import Step
from rules.match.verify import can
from scores.access import grants
from scores.circles import people
from scores.hand_entry.line_form import PlainForm, WritingForm, new_key
from scores.hand_entry.outcome import Outcome
from scores.hand_entry.save import save
from scores.matches import log
from scores.matches.scoresheet import Sheet
from scores.notation import names
from scores.table_events.forms import FORMS, JoinForm, RulesForm, possible, titled
from scores.wording.log_lines import consequences


@require_GET
def everyday(request: HttpRequest, code: str) -> HttpResponse:
    """The list of events that the rules allow now."""
    sheet = Sheet(grants.match_to_score(request, code))
    things = [(kind, *titled(kind, sheet.board)) for kind in possible(sheet.board)]
    return render(
        request, "scores/table_events/choose.html", {"match": sheet.match, "sheet": sheet, "things": things}
    )


@require_http_methods(["GET", "POST"])
def happen(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The form of one event, and its submission. Small buttons (`do`) only render the form again."""
    sheet = Sheet(grants.match_to_score(request, code))
    if kind not in FORMS:
        raise Http404
    if request.method == "GET":
        return _show(request, sheet, kind, FORMS[kind](sheet=sheet))
    form = FORMS[kind](request.POST, sheet=sheet)
    if "do" in request.POST:
        form.errors.clear()
        return _show(request, sheet, kind, form)
    with transaction.atomic():
        if isinstance(form, JoinForm) and form.is_valid():
            form.seat = _seat(Sheet(people.locked_match(sheet.match)), form)
            sheet = sheet.read_again()
        outcome = save(request, sheet, form)
        if not outcome.is_written:
            transaction.set_rollback(True)  # remove the new seat again
    if outcome.is_written:
        return redirect(sheet.match)
    return _show(request, outcome.sheet, kind, form, outcome)


def _seat(sheet: Sheet, form: JoinForm) -> int:
    """The seat of the player who joins; for a repeated POST the seat created by the first."""
    name = form.cleaned_data["name"]
    written = log.entry_with_key(sheet.match, form.key)
    seat = written.payload.get("player") if written else None
    if seat in sheet.names and names.same_name(sheet.names[seat], name):
        return seat
    return people.seat_for(sheet, name).position


def _show(
    request: HttpRequest,
    sheet: Sheet,
    kind: str,
    form: WritingForm,
    refused: Outcome | None = None,
) -> HttpResponse:
    title, follows = titled(kind, sheet.board)
    context = {
        "match": sheet.match,
        "sheet": sheet,
        "kind": kind,
        "title": title,
        "follows": form.follows if isinstance(form, RulesForm) else follows,
        "form": form,
        "key": new_key(),
        "trouble": refused.trouble if refused else None,
        "consequences": _consequences_of_finishing(sheet, form),
        "possible": kind in possible(sheet.board),
        "remembered": _remembered(sheet) if kind == "join" else [],
    }
    template = f"scores/table_events/{'draw' if kind == 'draw' else 'form'}.html"
    return render(request, template, context, status=refused.status if refused else 200)


def _remembered(sheet: Sheet) -> list[str]:
    """Suggestions for a name: those of the circle that are not at the table."""
    seated = {sheet.names[seat] for seat in sheet.board.order}
    return [name for name in people.recent_names(sheet.match.circle) if name not in seated]


def _consequences_of_finishing(sheet: Sheet, form: WritingForm) -> list[str]:
    """Who would win if the match were finished now; empty for other events."""
    event = form.entry() if isinstance(form, PlainForm) else None
    if not isinstance(event, Finished) or not can(sheet.board, event):
        return []
    step = Step(LogLine((sheet.seq,), event), sheet.board, play(sheet.board, event))
    return consequences(step, sheet.names, sheet.match.currency)
