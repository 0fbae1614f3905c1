"""Pages to share a match: its picture, and its result as text."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.group.images.render import CACHED_FOR, or_icon
from scores.group.recap import match_card, share_text
from scores.group.sharing import share_links
from scores.group.sharing.previews import Preview
from scores.models import Match


@require_GET
def tell(request: HttpRequest, code: str) -> HttpResponse:
    """The picture and the text of a match, finished or not."""
    sheet = Sheet(grants.match_to_watch(request, code))
    summary = share_text.text(sheet, share_links.watch_url(request, sheet.match))
    context = {"match": sheet.match, "summary": summary, "preview": preview(request, sheet)}
    return render(request, "scores/recap/recap.html", context)


@require_GET
@or_icon
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The PNG, for everybody who may see the match. Rendered again only after the board has changed."""
    match = grants.match_to_watch(request, code)
    tag = f'"{match.version}-{get_language()}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(_cached_png(match), content_type="image/png")
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _cached_png(match: Match) -> bytes:
    """The picture from the cache: everybody at the table opens it within minutes."""
    key = f"picture-{match.code}-{match.version}-{get_language()}"
    return cache.get_or_set(key, lambda: match_card.png(Sheet(match)), CACHED_FOR)


def preview(request: HttpRequest, sheet: Sheet) -> Preview:
    """Link preview: the picture, the headline and the ranking."""
    page, image = (reverse(name, args=[sheet.match.code]) for name in ("match", "picture"))
    ranking = " · ".join(share_text.ranking(sheet))
    return Preview.of(request, share_text.headline(sheet), ranking, page, image)
