"""How often one phone may do something: far more than any table needs, too little to fill the site up.

All processes and machines count together, because the database does: a line is in its log with its phone and
its time, so the lines of the last minute are looked up; all else that is written adds one to a row. What only
reads is not counted, but for the links that are opened: by each process in memory, because opening a link
changes no row. Nor are lines that the rules refuse.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from limits import RateLimitItem
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, RateLimiter

from scores.access.limit_counts import DatabaseStorage
from scores.errors import views as errors_views
from scores.models import Entry

LINE_VIEWS = (
    "score-hand",
    "undo",
    "redo",
    "answer",
    "happen",
    "correct",
    "paper",
)  # addresses that write them
LIMIT_OF_VIEW = {  # by the name of the address; all other writes are "writes", as lines are
    **{"new-match": "matches", "rematch": "matches", "link": "links"},
    **{"import": "imports", "import-into": "imports"},
}
UNCOUNTED_VIEWS = ("preview", "set_language")  # they write nothing
REDRAWN_VIEWS = (*LINE_VIEWS, "new-match")  # by their own view
IPV6_PREFIX = 64  # bits: whoever has one address of IPv6 has as many as he likes with these in common

write_limiter = FixedWindowRateLimiter(DatabaseStorage())
link_limiter = FixedWindowRateLimiter(MemoryStorage())


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
        if request.wait and request.resolver_match.url_name not in REDRAWN_VIEWS:
            return errors_views.too_many(request, wait_message(request))
        return None


def wait_message(request: HttpRequest) -> str:
    """What to say to whoever has to wait."""
    return _("Demasiado seguido: hay que esperar %(minutes)s min.") % {"minutes": ceil(request.wait / 60)}


def _kind(request: HttpRequest) -> str:
    """Which limit a request counts for; none where it only reads or draws a form again."""
    name = request.resolver_match.url_name
    if name == "link":
        return LIMIT_OF_VIEW[name]
    if request.method != "POST" or name in UNCOUNTED_VIEWS or (name == "new-match" and "do" in request.POST):
        return ""
    return LIMIT_OF_VIEW.get(name, "writes")


def _wait(request: HttpRequest, kind: str) -> int:
    """Seconds until it may be done; 0: now, and then it counts."""
    kind = kind if request.phone_uid else "strangers"
    limit = settings.LIMITS[kind]
    if not limit.amount:
        return limit.get_expiry()
    if request.phone_uid and request.resolver_match.url_name in LINE_VIEWS:
        return _wait_for_lines(limit, request.phone_uid)
    # A bar is one address, so what strangers may do there together is much more.
    who = str(request.phone_uid or client_address(request))
    return _counted(write_limiter if request.method == "POST" else link_limiter, limit, kind, who)


def _counted(counts: RateLimiter, limit: RateLimitItem, kind: str, who: str) -> int:
    # Asked first, so that who is past the limit writes nothing more.
    if counts.test(limit, kind, who) and counts.hit(limit, kind, who):
        return 0
    return max(1, ceil(counts.get_window_stats(limit, kind, who).reset_time - time.time()))


def _wait_for_lines(limit: RateLimitItem, phone_uid: UUID) -> int:
    """Until the logs hold fewer lines of this phone from so long a time than it may write."""
    now, window = timezone.now(), timedelta(seconds=limit.get_expiry())
    lines = Entry.objects.filter(by__uid=phone_uid, at__gt=now - window).order_by("-at")
    oldest = lines.values_list("at", flat=True)[limit.amount - 1 : limit.amount]
    return sum(max(1, ceil((at + window - now).total_seconds())) for at in oldest)


def client_address(request: HttpRequest) -> str:
    """Where a request comes from: what our own proxy says of it, and nothing that came from further away."""
    peer = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        peer = request.META.get("HTTP_X_FORWARDED_FOR", peer).rpartition(",")[2].strip()
    try:
        parsed = ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed)
