"""Rate limits: far above what a table needs, low enough that nobody can fill the database.

All processes and machines share the counts. Log entries are counted by querying the log for the phone and
the time; every other write increments a counter in the database. Requests that only read are not counted,
except opening share links, which each process counts in memory because opening a link must not write.
Entries that the rules refuse are not counted.
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

# Names of the URLs that write log entries
ENTRY_VIEWS = ("score-hand", "undo", "redo", "answer", "happen", "correct", "paper")
LIMIT_OF_VIEW = {  # by URL name; every other write counts as "writes", like log entries
    "new-match": "matches",
    "rematch": "matches",
    "link": "links",
    "import": "imports",
    "import-into": "imports",
}
UNCOUNTED_VIEWS = ("preview", "set_language")  # POSTs that write nothing
RERENDERED_VIEWS = (*ENTRY_VIEWS, "new-match")  # the view renders its form again with the message
IPV6_PREFIX = 64  # bits; a subscriber has all addresses of such an IPv6 network

write_limiter = FixedWindowRateLimiter(DatabaseStorage())
link_limiter = FixedWindowRateLimiter(MemoryStorage())


class LimitMiddleware:
    """Answers 429 to requests over the limit, with a page that shows again what was typed.

    Views in RERENDERED_VIEWS run anyway: they read `request.wait` and render their form with the message.
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
        kind = _limit_name(request)
        request.wait = _wait(request, kind) if kind else 0
        if request.wait and request.resolver_match.url_name not in RERENDERED_VIEWS:
            return errors_views.too_many(request, wait_message(request))
        return None


def wait_message(request: HttpRequest) -> str:
    """The message for the user: how many minutes to wait."""
    return _("Demasiado seguido: hay que esperar %(minutes)s min.") % {"minutes": ceil(request.wait / 60)}


def _limit_name(request: HttpRequest) -> str:
    """Name of the limit that this request counts for; empty if it is not counted."""
    name = request.resolver_match.url_name
    if name == "link":
        return LIMIT_OF_VIEW[name]
    if request.method != "POST" or name in UNCOUNTED_VIEWS or (name == "new-match" and "do" in request.POST):
        return ""
    return LIMIT_OF_VIEW.get(name, "writes")


def _wait(request: HttpRequest, kind: str) -> int:
    """Seconds until the request is allowed; 0 if it is allowed now, and then it is counted."""
    kind = kind if request.phone_uid else "strangers"
    limit = settings.LIMITS[kind]
    if not limit.amount:
        return limit.get_expiry()
    if request.phone_uid and request.resolver_match.url_name in ENTRY_VIEWS:
        return _wait_for_entries(limit, request.phone_uid)
    # A whole bar shares one address, so the limit for strangers is much higher.
    who = str(request.phone_uid or client_address(request))
    return _count(write_limiter if request.method == "POST" else link_limiter, limit, kind, who)


def _count(counts: RateLimiter, limit: RateLimitItem, kind: str, who: str) -> int:
    # Test before hit: a request over the limit must not write.
    if counts.test(limit, kind, who) and counts.hit(limit, kind, who):
        return 0
    return max(1, ceil(counts.get_window_stats(limit, kind, who).reset_time - time.time()))


def _wait_for_entries(limit: RateLimitItem, phone_uid: UUID) -> int:
    """Seconds until the entries of this phone in the last window are below the limit; 0 if they are."""
    now, window = timezone.now(), timedelta(seconds=limit.get_expiry())
    entries = Entry.objects.filter(by__uid=phone_uid, at__gt=now - window).order_by("-at")
    written_at = entries.values_list("at", flat=True)[limit.amount - 1 : limit.amount].first()
    return max(1, ceil((written_at + window - now).total_seconds())) if written_at else 0


def client_address(request: HttpRequest) -> str:
    """The client's IP address as our own proxy reports it; an IPv6 address as its network.

    Earlier X-Forwarded-For values are ignored: the client can write them.
    """
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
