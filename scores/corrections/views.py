"""The address for correcting a line. The pages are in `pages`."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.errors import Illegal, Malformed
from scores.access import grants
from scores.corrections.pages import corrected
from scores.hand_entry.save import save
from scores.matches.scoresheet import Sheet


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, code: str, ref: str) -> HttpResponse:
    """Change a line, remove it, or insert a forgotten hand before it.

    POST carries the draft (`changes`, JSON, with the `seq` it was rendered for) and one `act` on line `ref`:
    replace, insert, remove, swap, rest, yes-<seat>, no-<seat>; or `save`.
    """
    sheet = Sheet(grants.match_to_score(request, code))
    posted = request.POST if request.method == "POST" else None
    try:
        answer = corrected(sheet, ref, posted, partial(save, request))
    except (Malformed, Illegal) as error:
        raise Http404 from error
    if isinstance(answer, Sheet):
        return redirect(answer.match)
    return render(request, answer.template, answer.context, status=answer.status)
