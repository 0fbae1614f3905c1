"""The pages of the checker: alone, in a match, and the table of a match for those who watch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.group.images.render import or_icon
from scores.group.sharing.share_links import Preview, absolute_url
from scores.table.checker.check_card import png
from scores.table.checker.match_page import match_context
from scores.table.checker.practice_page import practice_check, practice_context, result_context
from scores.table.checker.showdown.table import watched_context


@require_GET
def check_page(request: HttpRequest) -> HttpResponse:
    """The practice page: one close, judged alone."""
    context = practice_context(request.GET)
    return _render_check(request, context | {"preview": _preview(request, context)})


def _preview(request: HttpRequest, context: Mapping[str, Any]) -> Preview:
    """The link preview: question, verdict and the image of the same cards."""
    result, reasons = context.get("result"), context.get("reasons") or [""]
    description = f"{result.headline}. {reasons[0]}".strip() if result else ""
    picture = f"{reverse('check-picture')}?{request.GET.urlencode()}"
    return Preview.of(request, context["question"], description, request.get_full_path(), picture)


@require_GET
@or_icon
def check_picture(request: HttpRequest) -> HttpResponse:
    """The preview image for the same query string."""
    check, refusal = practice_check(request.GET)
    context = result_context(check, request.GET, refusal)
    image = png(context.get("result"), context["hand"], context.get("reasons", []))
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


@require_GET
def check_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The checker inside a match: the closer's cards and those of the others."""
    sheet = Sheet(grants.match_to_score(request, code))
    return _render_check(request, match_context(sheet, request.GET, partial(absolute_url, request)))


def _render_check(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """The page; only the verdict if htmx asks for it."""
    verdict_only = request.htmx and request.htmx.target == "judged"
    response = render(
        request, "scores/checker/_verdict.html" if verdict_only else "scores/checker/check.html", context
    )
    response["Vary"] = "HX-Request, HX-Target, Cookie, Accept-Language"
    return response


@require_GET
def table_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The table for everybody who may watch the match, from the address that the checker shares."""
    sheet = Sheet(grants.match_to_watch(request, code))
    context = {"match": sheet.match, **watched_context(sheet, request.GET)}
    return render(request, "scores/checker/table.html", context)
