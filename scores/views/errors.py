"""What goes wrong outside a form. A failed write shows back what was typed, whatever the reason."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

NOT_TYPED = ("csrfmiddlewaretoken", "seq", "client_key", "happened_at", "changes", "uid")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, "not_found", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The cookie that protects forms is gone: most often the phone forgot all its cookies."""
    return _error(request, "cookie", 403)


def server_error(request: HttpRequest) -> HttpResponse:
    return _error(request, "server", 500)


def _error(request: HttpRequest, kind: str, status: int) -> HttpResponse:
    # Set by middlewares that a failure may come before.
    is_htmx = bool(getattr(request, "htmx", False))
    template = "scores/_error.html" if is_htmx else "scores/error.html"
    context = {"kind": kind, "typed": _typed(request)}
    return render(request, template, context, status=status)


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, under the names that the form itself sent along (`name_<seat>`)."""
    if request.method != "POST":
        return []
    posted = request.POST
    typed = [(key, value) for key, value in posted.items() if value and key not in NOT_TYPED]
    return [(_label(key, posted), value) for key, value in typed if not key.startswith("called_")]


def _label(key: str, posted: dict[str, str]) -> str:
    _field, _dash, seat = key.rpartition("_")
    return posted.get(f"called_{seat}", key)
