"""The address of the document of a match, and the answer with any document for a phone."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.table.board.document import match_document


@require_GET
def document(request: HttpRequest, code: str) -> HttpResponse:
    """The document for this phone; 404 without the right."""
    sheet = Sheet(grants.match_to_watch(request, code))
    return document_answer(request, match_document(request, sheet))


def document_answer(request: HttpRequest, facts: dict[str, Any]) -> HttpResponse:
    """A document that only this phone may store; 304 while `If-None-Match` names its content.

    The ETag is the digest of the content: a link can be renewed, or a rematch be imported, without a new
    version of the match. The CSRF token for what the phone will push is in a header, because it changes.
    """
    answer = JsonResponse(facts)
    tag = f'"{sha256(answer.content).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=tag, response=answer)
    answer["ETag"] = tag
    answer["X-CSRF-Token"] = get_token(request)
    answer["Cache-Control"] = "private, no-store"  # the script that asks stores it
    return answer
