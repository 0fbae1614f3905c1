"""A refusal as JSON for scripts. Everybody else gets a board or an error page."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, JsonResponse

HTML, JSON = "text/html", "application/json"


def is_asked(request: HttpRequest) -> bool:
    """Whether the request is JSON, or prefers JSON to HTML."""
    return request.content_type == JSON or request.get_preferred_type([HTML, JSON]) == JSON


def answer(status: int, reasons: Iterable[str], line: int | None = None) -> JsonResponse:
    """The response: `reasons` are sentences to show, `line` the next entry number if it is known."""
    return JsonResponse({"reasons": list(dict.fromkeys(reasons)), "line": line}, status=status)
