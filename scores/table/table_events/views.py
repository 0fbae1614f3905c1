"""The pages of table events: choosing one, and its form."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.core.notation import names
from scores.group.circles import people
from scores.table.hand_entry.save import save
from scores.table.hand_entry.writing import Outcome, WritingForm
from scores.table.table_events.draw import DrawForm
from scores.table.table_events.forms import FORMS, JoinForm, event_context, list_context

FORM_OF = {**FORMS, "draw": DrawForm}


@require_GET
def everyday(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    return render(request, "scores/table_events/choose.html", list_context(sheet))


@require_http_methods(["GET", "POST"])
def happen(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The form of one event, and its submission. Small buttons (`do`) only render the form again."""
    sheet = Sheet(grants.match_to_score(request, code))
    if kind not in FORM_OF:
        raise Http404
    if request.method == "GET":
        return _show(request, sheet, kind, FORM_OF[kind](sheet=sheet))
    form = FORM_OF[kind](request.POST, sheet=sheet)
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
    written = sheet.match.entries.filter(client_key=form.key).first()
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
    remembered: list[str] = []
    if kind == "join":  # suggestions for a name: those of the circle that are not at the table
        seated = {sheet.names[seat] for seat in sheet.board.order}
        remembered = [name for name in people.recent_names(sheet.match.circle) if name not in seated]
    context = event_context(sheet, kind, form, refused, remembered)
    template = f"scores/table_events/{'draw' if kind == 'draw' else 'form'}.html"
    return render(request, template, context, status=refused.status if refused else 200)
