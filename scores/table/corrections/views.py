"""The address for correcting a line. The pages are in `pages`."""

from contextlib import suppress
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.errors import Illegal, Malformed
from scores.circle.forecast import course
from scores.circle.forecast.views import rows, shows_chances
from scores.core.access import grants
from scores.core.access.turns import Busy
from scores.core.form_pages import posted_data
from scores.core.matches.scoresheet import Sheet
from scores.table.corrections.pages import next_page_or_sheet
from scores.table.hand_entry.save import save


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, code: str, ref: str) -> HttpResponse:
    """Change a line, remove it, or insert a forgotten hand before it. POST carries the draft (`changes`,
    JSON, with the `seq` it was rendered for) and one `act` on line `ref`: replace, insert, remove, swap,
    rest, yes-<seat>, no-<seat>; or `save`.
    """
    sheet = Sheet(grants.match_to_score(request, code))
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
    if (
        draft
        and shows_chances(request)
        and not (draft.sheet.board.is_over and draft.board.is_over)
    ):
        with suppress(Busy):  # another forecast is computed
            after = course.now(draft.sheet, draft.board)
            chances = rows(draft.sheet, after, before=course.now(draft.sheet))
            context = {**context, "chances": chances}
    return render(request, answer.template, context, status=answer.status)
