"""Rate limits: far above what a table needs, low enough that nobody can fill the database.

All processes and machines share the counts of writes. Log entries of a phone are counted by querying the log
for the phone and the time; every other write increments a counter in the database. Entries that the rules
refuse are not counted. A push counts as as many as it writes.

Strangers, and phones that are younger than a day, also share one limit with all others at their address.
Otherwise a new cookie would be a new limit. For codes of six letters and paper keys every phone counts at its
address; that of a club night has a limit of its own, because there all guests share one.

Requests that only read are not counted, with four exceptions, which each process counts in memory because a
read must not write: links with a wrong token, hands that are checked, files of groups, and first drafts of a
round of a club night.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from limits import RateLimitItem
from limits.storage import MemoryStorage

from scores.core import database, error_pages
from scores.core.access import phone_cookie
from scores.models import Entry, LimitCount, Phone

ENTRY_FORMS = ("score-hand", "undo", "redo", "answer", "happen", "correct", "paper")
ENTRY_VIEWS = (*ENTRY_FORMS, "push")  # names of the URLs that write log entries
LIMIT_OF_VIEW = {  # by URL name; every other write counts as "writes", like log entries
    "new-match": "matches",
    "match": "matches",  # PUT: a match that was made on a phone
    "rematch": "matches",
    "night-open": "matches",  # its group
    "import": "imports",
    "import-into": "imports",
    "person-photo": "photos",
    "give-code": "links",
    "paper-key": "links",
    "passkeys": "links",
    "recover-passkey": "links",
}
# Reads that cost more than others: hands are searched for melds, a file has thousands of entries
LIMIT_OF_READ = {
    "check": "checks",
    "check-picture": "checks",
    "check-in-match": "checks",
    "table-in-match": "checks",
    "export": "exports",
    "link-league-csv": "exports",
    "rights-csv": "exports",
}
# POSTs that write nothing, or are counted below
UNCOUNTED_VIEWS = (
    "demo",
    "preview",
    "spoken",
    "set_language",
    "join",
    "recover",
    *phone_cookie.LINKS,
)
# the view renders its form again with the message
RERENDERED_VIEWS = (*ENTRY_FORMS, "new-match")
IPV6_PREFIX = 64  # bits; a subscriber has all addresses of such an IPv6 network
IPV6_SITE = 48  # bits; anybody can get such a network, with 65,536 of the others

# A phone is young for longer than an evening, so that phones made for a flood are of no use on the same day.
YOUNG = timedelta(days=1)
HALL = 12 * 3600  # seconds that an address counts as that of a club night
HALL_OF = "hall "
BLOCK = 10  # entries of a young phone that are counted at once: nine saves in ten need no second commit

_COUNT = "SELECT COUNT(*) FROM scores_entry WHERE scores_entry.by_id = scores_phone.id"
_COUNTED = f""",
({_COUNT} AND scores_entry.at > %s) AS entries_lately,
CASE WHEN scores_phone.created_at > %s THEN ({_COUNT}) END AS entries_of_young
"""  # nothing in it was typed

# A single statement, so that concurrent increments are all counted.
_INCREASE = """\
INSERT INTO "scores_limitcount" AS "was" ("key", "count", "ends_at") VALUES (%(key)s, %(amount)s, %(end)s)
ON CONFLICT ("key") DO UPDATE SET
    "count" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."count" ELSE 0 END + %(amount)s,
    "ends_at" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."ends_at" ELSE %(end)s END
RETURNING "count"
"""


class StoredCounts:
    """Counts in windows of fixed length in the database, with the methods of `MemoryStorage`; each window
    starts with the first that is counted.
    """

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = timezone.now()
        adapted = connection.ops.adapt_datetimefield_value
        times = {"now": adapted(now), "end": adapted(now + timedelta(seconds=expiry))}
        with connection.cursor() as cursor:
            cursor.execute(
                _INCREASE, {"key": _stored_key(key), "amount": amount, **times}
            )
            (count,) = cursor.fetchone()
        if count == amount:
            delete_expired()
        return count

    def decr(self, key: str) -> None:
        """Take one back in the current window."""
        self._window(key).filter(count__gt=0).update(count=F("count") - 1)

    def get(self, key: str) -> int:
        """The count in the current window; 0 without one."""
        return self._window(key).values_list("count", flat=True).first() or 0

    def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since the epoch; now without a window."""
        row = LimitCount.objects.filter(key=_stored_key(key)).first()
        return row.ends_at.timestamp() if row else time.time()

    def _window(self, key: str) -> QuerySet[LimitCount]:
        return LimitCount.objects.filter(
            key=_stored_key(key), ends_at__gt=timezone.now()
        )


write_counts = StoredCounts()
read_counts = MemoryStorage()
Counts = StoredCounts | MemoryStorage


@dataclass
class Limits:
    """What the limits say of one request, and what it has written since."""

    wait: int = 0  # seconds until it is allowed
    entries_left: int = 0  # that this phone may write now
    # what a phone had written before, while it is young
    entries_before: int | None = None
    entries_written: int | None = None  # by this request; None: look it up
    codes: Sequence[
        tuple[str, str]
    ] = ()  # by which limit, and for whom, a code was counted


def limits_of(request: HttpRequest) -> Limits:
    """The limits of this request, which `LimitMiddleware` makes and the views of the app go on with."""
    limits: Limits = request.limits
    return limits


class LimitMiddleware(MiddlewareMixin):
    """Answers 429 to requests over the limit, with a page that shows again what was typed. Views in
    RERENDERED_VIEWS run anyway: they ask `limits_of` and render their form with the message.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limits = request.limits = Limits()
        response = self.get_response(request)
        if response.status_code == 404 and phone_cookie.is_link(request):
            limits.wait = _wait_after_wrong_link(request)
            response = too_many(request) if limits.wait else response
        if response.status_code < 400 and limits.entries_before is not None:
            _count_entries(request, limits, limits.entries_before)
        if response.status_code == 429:
            response["Retry-After"] = str(limits.wait)
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        limits = limits_of(request)
        limits.wait = _wait(request, limits)
        if limits.wait and request.resolver_match.url_name not in RERENDERED_VIEWS:
            return too_many(request)
        return None


def too_many(request: HttpRequest) -> HttpResponse:
    """The page for a request over its limit, which has to wait."""
    return error_pages.error_page(request, "too_many", 429, wait_message(request))


def wait_message(request: HttpRequest) -> str:
    """The message for the user: how many minutes to wait."""
    return _("Demasiado seguido: espera %(minutes)s min.") % {
        "minutes": ceil(limits_of(request).wait / 60)
    }


def wait_to_take_link(request: HttpRequest) -> int:
    """Seconds until this phone may take a link that works; 0 if it may now, and then it is counted. Nobody is
    refused because others at the same address tried wrong ones.
    """
    wait = limits_of(request).wait = _wait_to_write(request, "links", "links")
    return wait


def wait_to_search(request: HttpRequest) -> int:
    """Seconds until this phone may ask for another search of who sits where; 0 if it may now, and then it is
    counted."""
    counts = read_counts if request.method == "GET" else write_counts
    wait = _count(counts, "seatings", str(request.phone_uid))
    limits_of(request).wait = wait
    return wait


def wait_to_try_code(request: HttpRequest) -> int:
    """Seconds until a code or a paper key may be tried from this address; 0 if it may now.

    Wrong codes from elsewhere refuse nobody: where there are many, each address may try fewer. Every phone
    counts at its address, because one day an attacker has thousands of old phones. The try is counted as a
    wrong one, so that many at once are no more than may; `count_code` then corrects it.

    Where a club night is, all guests have one address, and a card on the table is read wrong more often.
    """
    address = client_address(request)
    are_many = _wait_if_reached(write_counts, "all-codes", "everybody")
    kind = "night-codes" if write_counts.get(HALL_OF + address) else "codes"
    limits = limits_of(request)
    limits.codes = [
        ("few-codes" if are_many else kind, address),
        ("network-codes", client_address(request, IPV6_SITE)),
    ]
    waits = (_count(write_counts, *limit) for limit in limits.codes)
    limits.wait = next(filter(None, waits), 0)
    return limits.wait


def count_code(request: HttpRequest, *, is_right: bool) -> None:
    """Count a code or key that was judged: a right one not at all, a wrong one also among all together."""
    if not is_right:
        count(write_counts, settings.LIMITS["all-codes"], "all-codes", "everybody")
        return
    for kind, who in limits_of(request).codes:
        write_counts.decr(settings.LIMITS[kind].key_for(kind, who))


def note_hall(request: HttpRequest) -> None:
    """A table of a club night was joined from this address: that is where its guests are."""
    write_counts.incr(HALL_OF + client_address(request), HALL)


def _wait_after_wrong_link(request: HttpRequest) -> int:
    """Seconds until wrong links are answered again; links that work are not counted here."""
    counts = write_counts if request.method == "POST" else read_counts
    phone = phone_cookie.phone_if_known(request)
    if phone is None or is_young(phone):
        return _count(counts, "strangers", "wrong-links", client_address(request))
    return _count(counts, "links", "wrong", str(phone.uid))


def _wait(request: HttpRequest, limits: Limits) -> int:
    """Seconds until the request is allowed; 0 if it is allowed now, and then it is counted."""
    name = request.resolver_match.url_name
    # without a look at the database, so everybody counts at the address
    if name in LIMIT_OF_READ:
        kind = LIMIT_OF_READ[name]
        phone = request.phone_uid
        wait = _count(read_counts, kind, str(phone)) if phone else 0
        return wait or _count(read_counts, f"address-{kind}", client_address(request))
    is_form = name in ("new-match", "night-open") and "do" in request.POST
    if request.method not in ("POST", "PUT") or name in UNCOUNTED_VIEWS or is_form:
        return 0
    if name in ENTRY_VIEWS:
        return _wait_to_write_entries(request, limits)
    # a round is one start, whatever its tables
    is_round = name == "night-seat" and request.POST.get("do") == "publish"
    kind = "matches" if is_round else LIMIT_OF_VIEW.get(name, "writes")
    return _wait_to_write(request, kind)


def _wait_to_write(request: HttpRequest, kind: str, *among: str) -> int:
    """Seconds until this phone may write something of this kind. Strangers share one limit with all others at
    their address: of all their writes, or with `among` of these alone, apart from the rest."""
    phone = phone_cookie.phone_if_known(request)
    wait = _count(write_counts, kind, str(phone.uid)) if phone else 0
    if wait or not is_young(phone):
        return wait
    return _count(write_counts, "strangers", *among, client_address(request))


def _wait_to_write_entries(request: HttpRequest, limits: Limits) -> int:
    """The same where entries are counted once they are written."""
    phone = phone_cookie.phone_if_known(request, *_entries_of_phone())
    address = client_address(request)
    if phone is None:
        return _count(write_counts, "strangers", address)
    limits.entries_left = settings.LIMITS["writes"].amount - phone.entries_lately
    wait = 0 if limits.entries_left > 0 else _wait_for_entries(phone)
    if wait or not is_young(phone):
        return wait
    limits.entries_before = phone.entries_of_young
    return _wait_if_reached(write_counts, "strangers", address)


def _entries_of_phone() -> tuple[str, list[object]]:
    """How many entries a phone has written: within the time of the limit, and ever if it is young."""
    limit = settings.LIMITS["writes"]
    at = Entry._meta.get_field("at")
    now = timezone.now()
    values = [
        at.get_db_prep_value(now - time, connection)
        for time in (timedelta(seconds=limit.get_expiry()), YOUNG)
    ]
    return _COUNTED, values


def _count_entries(request: HttpRequest, limits: Limits, before: int) -> None:
    """Count what a young phone wrote at its address; the first entry of a block counts for all of it."""
    written = limits.entries_written
    after = request.phone.entries.count() if written is None else before + written
    blocks = ceil(after / BLOCK) - ceil(before / BLOCK)
    if blocks:
        limit = settings.LIMITS["strangers"]
        address = client_address(request)
        # Written already: no disk, replica or lock is waited for
        with suppress(*database.NOT_WRITABLE), database.derived_rows_transaction():
            count(write_counts, limit, "strangers", address, cost=blocks * BLOCK)


def is_young(phone: Phone | None) -> bool:
    """Whether it shares the limit of its address; so does a stranger, who has no phone yet."""
    return phone is None or phone.created_at > timezone.now() - YOUNG


def count(counts: Counts, limit: RateLimitItem, *who: str, cost: int = 1) -> bool:
    """Count it; whether it is within the limit."""
    counted = counts.incr(limit.key_for(*who), limit.get_expiry(), cost)
    return counted <= limit.amount


def _count(counts: Counts, kind: str, *who: str) -> int:
    """Count it under the limit `kind`, unless that is reached; then the seconds to wait."""
    # first, because a request over the limit must not write
    wait = _wait_if_reached(counts, kind, *who)
    if wait or count(counts, settings.LIMITS[kind], kind, *who):
        return wait
    return _seconds_left(counts, kind, *who)


def _wait_if_reached(counts: Counts, kind: str, *who: str) -> int:
    limit = settings.LIMITS[kind]
    if not limit.amount:
        return limit.get_expiry()
    is_reached = counts.get(limit.key_for(kind, *who)) >= limit.amount
    return _seconds_left(counts, kind, *who) if is_reached else 0


def _seconds_left(counts: Counts, kind: str, *who: str) -> int:
    ends_at = counts.get_expiry(settings.LIMITS[kind].key_for(kind, *who))
    return max(1, ceil(ends_at - time.time()))


def _wait_for_entries(phone: Phone) -> int:
    """Seconds until this phone, which has reached its limit, may write an entry again."""
    limit = settings.LIMITS["writes"]
    newest = phone.entries.order_by("-at").values_list("at", flat=True)
    written_at = (
        newest[limit.amount - 1 : limit.amount].first() if limit.amount else None
    )
    until = (written_at or timezone.now()) + timedelta(seconds=limit.get_expiry())
    return max(1, ceil((until - timezone.now()).total_seconds()))


def client_address(request: HttpRequest, ipv6_prefix: int = IPV6_PREFIX) -> str:
    """The client's IP address as our own proxy, and no client, reports it; an IPv6 address as its network."""
    peer = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        addresses = request.headers.get(settings.ADDRESS_HEADER, peer)
        peer = addresses.rpartition(",")[2].strip()
    try:
        parsed = ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        # A server that listens for both sees an IPv4 address as ::ffff:192.0.2.1.
        return str(
            parsed.ipv4_mapped or ip_network((int(parsed), ipv6_prefix), strict=False)
        )
    return str(parsed)


def delete_expired() -> None:
    LimitCount.objects.filter(ends_at__lte=timezone.now()).delete()


def _stored_key(key: str) -> str:
    """The stored key: a keyed hash, so that the table names no phone and no address."""
    return salted_hmac("scores.limiting", key, algorithm="sha256").hexdigest()[:32]
