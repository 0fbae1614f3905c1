"""How often one phone may do something: far more than any table needs, too little to fill the site up.

Each worker counts for itself, in memory: with W workers on M machines a phone may do up to W × M times what
is set, and a restart forgets. That is enough against floods, and costs a save nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from limits import RateLimitItem
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from scores.views import errors

KINDS = {  # by the name of the address; all other writes are "writes"
    **{"new-match": "matches", "rematch": "matches", "link": "links"},
    **{"import": "imports", "import-into": "imports"},
}
FREE = ("preview", "set_language")  # they write nothing
SHOWN_AGAIN = (  # by their own view
    *("score-hand", "undo", "redo", "answer", "happen", "correct", "paper", "new-match"),
)
A_NEIGHBOURHOOD = 64  # bits: whoever has one address of IPv6 has as many as he likes with these in common

storage = MemoryStorage()
_limiter = FixedWindowRateLimiter(storage)


class LimitMiddleware:
    """Refuses what comes too often with 429, showing back what was typed.

    Views of `SHOWN_AGAIN` are asked all the same: they find `request.wait` and draw their form again with it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 429:
            response["Retry-After"] = str(request.wait)
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        kind = _kind(request)
        request.wait = _wait(request, kind) if kind else 0
        if request.wait and request.resolver_match.url_name not in SHOWN_AGAIN:
            return errors.too_many(request, told(request))
        return None


def told(request: HttpRequest) -> str:
    """What to say to whoever has to wait."""
    return _("Demasiado seguido: hay que esperar %(minutes)s min.") % {"minutes": ceil(request.wait / 60)}


def _kind(request: HttpRequest) -> str:
    """Which limit a request counts for; none where it only reads or draws a form again."""
    name = request.resolver_match.url_name
    if name == "link":
        return KINDS[name]
    if request.method != "POST" or name in FREE or (name == "new-match" and "do" in request.POST):
        return ""
    return KINDS.get(name, "writes")


def _wait(request: HttpRequest, kind: str) -> int:
    """Seconds until it may be done; 0: now, and then it is counted."""
    who = str(request.phone_uid or "")
    if who:
        return _counted(settings.LIMITS[kind], kind, who)
    # A bar is one address, so what strangers may do there together is much more.
    return _counted(settings.LIMITS["strangers"], "strangers", address(request))


def _counted(limit: RateLimitItem, *who: str) -> int:
    if _limiter.hit(limit, *who):
        return 0
    return max(1, ceil(_limiter.get_window_stats(limit, *who).reset_time - time.time()))


def address(request: HttpRequest) -> str:
    """Where a request comes from: what our own proxy says of it, and nothing that came from further away."""
    peer = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        peer = request.META.get("HTTP_X_FORWARDED_FOR", peer).rpartition(",")[2].strip()
    try:
        parsed = ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, A_NEIGHBOURHOOD), strict=False))
    return str(parsed)
