"""Pages about the site: privacy, and robots.txt for crawlers."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

# Only the home page and its picture may be crawled. Every other page also sends `noindex`.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /demo/picture.png\nAllow: /static/\nDisallow: /\n"


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/pages/privacy.html", {"operator": settings.OPERATOR})


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, "text/plain; charset=utf-8")
