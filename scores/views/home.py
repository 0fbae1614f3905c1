"""The first page: matches going on, matches finished."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scores import queries


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    matches = queries.matches_for_list(request)
    context = {
        "going_on": [match for match in matches if not match.is_over],
        "finished": [match for match in matches if match.is_over],
    }
    return render(request, "scores/home.html", context)
