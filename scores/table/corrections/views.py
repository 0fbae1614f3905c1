"""The address for correcting a line. The pages are in `pages`."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules.errors import Illegal, Malformed
from scores.core.access import rights
from scores.core.chances import forecasts_for
from scores.core.form_pages import posted_data, require_GET_or_POST
from scores.core.matches.scoresheet import Sheet
from scores.table.corrections.pages import next_page_or_sheet
from scores.table.hand_entry.save import save


@require_GET_or_POST
def correct(request: HttpRequest, code: str, ref: str) -> HttpResponse:
    """Change a line, remove it, or insert a forgotten hand before it. POST carries the draft (`changes`,
    JSON, with the `seq` it was rendered for) and one `act` on line `ref`: replace, insert, remove, swap,
    rest, yes-<seat>, no-<seat>; or `save`.
    """
    sheet = rights.visit_to_score(request, code).sheet
    try:
        answer = next_page_or_sheet(
            sheet, ref, posted_data(request), partial(save, request)
        )
    except (Malformed, Illegal) as error:
        raise Http404 from error
    if isinstance(answer, Sheet):
        return redirect(answer.match)
    context = answer.context
    draft = answer.reviewed
    forecasts = forecasts_for(request)
    if draft and forecasts and not (draft.sheet.board.is_over and draft.board.is_over):
        chances = forecasts.compared_chances(draft.sheet, draft.board)
        context = {**context, "chances": chances}
    return render(request, answer.template, context, status=answer.status)
