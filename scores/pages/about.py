"""What the site says of itself, to people and to search engines."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

# Only the first page is for everybody. Whoever reads more all the same is told `noindex` by every page.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /static/\nDisallow: /\n"


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/pages/privacy.html", {"operator": settings.OPERATOR})


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, "text/plain; charset=utf-8")
