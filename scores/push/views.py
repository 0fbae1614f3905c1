"""The addresses of the door."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.errors import Malformed
from scores.access import grants
from scores.errors import json_refusal
from scores.errors import views as errors_views
from scores.matches.scoresheet import Sheet
from scores.push import reading
from scores.push.answer import answer
from scores.push.writing import Batch


@require_POST
def push(request: HttpRequest, code: str) -> HttpResponse:
    """Write a batch of mutations, and answer what the document of the phone lacks."""
    match = grants.match_to_score(request, code)
    try:
        asked = reading.push_of(request.body)
    except reading.TooMany:
        facts = {"most": reading.MOST_MUTATIONS}
        return json_refusal.answer(
            413, [_("Son demasiados apuntes de una vez: como mucho %(most)s.") % facts]
        )
    except reading.TooLarge:
        return errors_views.too_big(request)
    except Malformed:
        return unreadable()
    batch = Batch(Sheet(match), asked, grants.phone_that_writes(request), request.entries_left)
    batch.write()
    request.entries_written = batch.new
    return JsonResponse(answer(batch))


def unreadable() -> HttpResponse:
    return json_refusal.answer(400, [_("Lo que ha llegado no se entiende. Recarga la página.")])
