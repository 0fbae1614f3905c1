"""Storage for the `limits` library in the database, so that all processes and machines share the counts.

Its own storages are the memory of one process, or servers that an installation should not need.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

from django.db import DatabaseError, connection
from django.db.models import F
from django.utils.crypto import salted_hmac
from limits.storage import Storage

from scores.models import LimitCount

# A single statement, so that concurrent increments are all counted.
_INCREASE = """\
INSERT INTO "scores_limitcount" AS "was" ("key", "count", "ends_at") VALUES (%(key)s, %(amount)s, %(end)s)
ON CONFLICT ("key") DO UPDATE SET
    "count" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."count" ELSE 0 END + %(amount)s,
    "ends_at" = CASE WHEN "was"."ends_at" > %(now)s THEN "was"."ends_at" ELSE %(end)s END
RETURNING "count"
"""


class DatabaseStorage(Storage):
    """Fixed windows; each starts with the first hit. Methods raise DatabaseError."""

    STORAGE_SCHEME = None  # created from this class, not from a URL

    @property
    def base_exceptions(self) -> type[Exception]:
        return DatabaseError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        values = {
            "key": _hashed(key),
            "amount": amount,
            "now": _database_value(now),
            "end": _database_value(now + expiry),
        }
        with connection.cursor() as cursor:
            cursor.execute(_INCREASE, values)
            (count,) = cursor.fetchone()
        if count == amount:
            delete_expired()
        return count

    def decr(self, key: str) -> None:
        """Take one back in the current window."""
        rows = LimitCount.objects.filter(key=_hashed(key), ends_at__gt=_datetime(time.time()))
        rows.filter(count__gt=0).update(count=F("count") - 1)

    def get(self, key: str) -> int:
        """The count in the current window; 0 without one."""
        rows = LimitCount.objects.filter(key=_hashed(key), ends_at__gt=_datetime(time.time()))
        return rows.values_list("count", flat=True).first() or 0

    def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since the epoch; now without a window."""
        row = LimitCount.objects.filter(key=_hashed(key)).first()
        return row.ends_at.timestamp() if row else time.time()

    def check(self) -> bool:
        return connection.is_usable()

    def reset(self) -> int:
        return LimitCount.objects.all().delete()[0]

    def clear(self, key: str) -> None:
        LimitCount.objects.filter(key=_hashed(key)).delete()


def delete_expired() -> None:
    LimitCount.objects.filter(ends_at__lte=_datetime(time.time())).delete()


def _hashed(key: str) -> str:
    """The stored key: a keyed hash, so that the table names no phone and no address."""
    return salted_hmac("scores.limiting", key, algorithm="sha256").hexdigest()[:32]


def _datetime(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _database_value(seconds: float) -> str | datetime:
    return connection.ops.adapt_datetimefield_value(_datetime(seconds))
