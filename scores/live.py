"""Open boards learn of every change: a version that each change raises, and the board all watchers see."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers

from scores import access, offline
from scores.models import Match, Matches, Role

KEPT = 30  # seconds; a version of a board is asked for as long as phones take to notice it


def changed(matches: Matches) -> None:
    """Tell every open board of these matches that it shows something old. The log does so by itself."""
    with transaction.atomic():
        # In the order in which everybody locks more than one.
        found = list(matches.locked().order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=found).update(version=F("version") + 1)


def tag(version: int, role: Role) -> str:
    """Names what one phone's board shows; the number in front rises."""
    return f"{version}.{role.value}"


class NothingNewMiddleware:
    """Answers polls that have nothing to tell before anything else is asked of a request.

    On an evening nearly every request is one of these; through all middlewares it would cost three times
    as much.
    """

    POLL = re.compile(r"/m/([a-z0-9]+)/(?:big/)?pulse/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        poll = self.POLL.fullmatch(request.path_info)
        seen = request.META.get("HTTP_IF_NONE_MATCH")
        if poll and seen and request.method == "GET":
            found = access.pulse(access.phone_uid(request), poll[1])
            if found and seen == f'"{tag(found.version, found.role)}"':
                return HttpResponseNotModified(headers={"ETag": seen, offline.OURS: offline.version()})
        return self.get_response(request)


@dataclass(frozen=True)
class Shared:
    """A page that is the same for all who ask for it, ready to be sent."""

    plain: bytes
    zipped: bytes

    @classmethod
    def of(cls, html: str) -> Shared:
        plain = html.encode()
        return cls(plain, gzip.compress(plain, 6, mtime=0))

    def answer(self, request: HttpRequest) -> HttpResponse:
        zipped = "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(self.zipped if zipped else self.plain)
        if zipped:
            response["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ["Accept-Encoding"])
        return response
