"""Where `limits` counts: in the database, so that all processes and machines count together.

Its own storages are memory, which each process has for itself, and servers that a table should not need.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

from django.db import DatabaseError, connection
from django.utils.crypto import salted_hmac
from limits.storage import Storage

from scores.models import LimitCount

# One statement, so that of two processes each counts for the other.
_INCREASE = """\
INSERT INTO "scores_limitcount" AS "was" ("key", "count", "ends_at") VALUES (%(key)s, %(amount)s, %(end)s)
ON CONFLICT ("key") DO UPDATE SET
    "count" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."count" ELSE 0 END + %(amount)s,
    "ends_at" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."ends_at" ELSE %(end)s END
RETURNING "count"
"""


class DatabaseStorage(Storage):
    """Fixed windows, each begun by the first that is counted in it. Raises DatabaseError."""

    STORAGE_SCHEME = None  # it is made by its class, not by an address

    @property
    def base_exceptions(self) -> type[Exception]:
        return DatabaseError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        values = {"key": _row(key), "amount": amount, "now": _stored(now), "end": _stored(now + expiry)}
        with connection.cursor() as cursor:
            cursor.execute(_INCREASE, values)
            (count,) = cursor.fetchone()
        if count == amount:
            delete_expired()
        return count

    def get(self, key: str) -> int:
        found = LimitCount.objects.filter(key=_row(key), ends_at__gt=_time(time.time()))
        return sum(found.values_list("count", flat=True))

    def get_expiry(self, key: str) -> float:
        ends = LimitCount.objects.filter(key=_row(key)).values_list("ends_at", flat=True)
        return sum(end.timestamp() for end in ends) or time.time()

    def check(self) -> bool:
        return connection.is_usable()

    def reset(self) -> int:
        return LimitCount.objects.all().delete()[0]

    def clear(self, key: str) -> None:
        LimitCount.objects.filter(key=_row(key)).delete()


def delete_expired() -> None:
    LimitCount.objects.filter(ends_at__lte=_time(time.time())).delete()


def _row(key: str) -> str:
    """No phone's number and no address can be read off it."""
    return salted_hmac("scores.limiting", key, algorithm="sha256").hexdigest()[:32]


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _stored(seconds: float) -> str | datetime:
    return connection.ops.adapt_datetimefield_value(_time(seconds))
