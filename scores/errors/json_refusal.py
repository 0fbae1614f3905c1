"""A refusal as JSON, for scripts that have to tell why something was not saved (static/js/offline/outbox.js).

A board or an error page is HTML for everybody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, JsonResponse

HTML, JSON = "text/html", "application/json"


def is_asked(request: HttpRequest) -> bool:
    """Whether the request prefers JSON to HTML."""
    return request.get_preferred_type([HTML, JSON]) == JSON


def answer(status: int, reasons: Iterable[str], line: int | None = None) -> JsonResponse:
    """`reasons`: sentences to show. `line`: the number of the match's next line, None where it is unknown."""
    return JsonResponse({"reasons": list(dict.fromkeys(reasons)), "line": line}, status=status)
