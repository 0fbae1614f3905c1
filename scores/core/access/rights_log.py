"""A log line for each right to a circle or match that is taken, given, removed or refused.

It names the circle or match by its code, and the phones by their ids: never a token, a name or an address. A
line is written before the transaction ends; if that fails, the error follows under the same request.

What changed a right is also a row in the circle's log of rights, which its owners read for a year.
"""

import logging
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from scores.models import Circle, Match, RightsLine, Role, Way, What

STORED_FOR = timedelta(days=365)

asking: ContextVar[UUID | None] = ContextVar("asking", default=None)
"""The phone of the request; None without one, and for the operator's commands."""
_logger = logging.getLogger(__name__)


class OfNight(NamedTuple):
    """A club night, or one of its tables."""

    night: Any  # a row of `scores.night`
    table: int | None = None

    @property
    def code(self) -> str:
        """A table as `xyz/3`."""
        code: str = self.night.code
        return code if self.table is None else f"{code}/{self.table}"


Target = Circle | Match | OfNight


def log_given(target: Target, role: int, phone: UUID, way: Way) -> None:
    """The phone has the role now, by this way; a link is taken by the phone itself."""
    _row(What.TAKEN if way is Way.LINK else What.GIVEN, target, role, phone, way).save()


def log_lowered(grants: Iterable[Any], role: int, way: Way) -> None:
    """Instead of what these rows of a source gave, their phones have `role` now, or with NONE nothing."""
    rows = []
    for grant in grants:
        rows.append(_row(What.REMOVED, grant.target, grant.role, grant.phone.uid, way))
        if role > Role.NONE:
            rows.append(_row(What.GIVEN, grant.target, role, grant.phone.uid, way))
    RightsLine.objects.bulk_create(rows)


def log_forgotten_phone(grants: Iterable[Any], phone: UUID) -> None:
    """A phone has forgotten itself: what it had waits under this uid for who uses its key."""
    rows = [
        _row(What.GIVEN, grant.target, grant.role, phone, Way.SELF) for grant in grants
    ]
    RightsLine.objects.bulk_create(rows)


def log_copied(target: Match, role: int, phone: UUID) -> None:
    """A match got the right that the phone had in the one before, or at its table: that is no news to the
    owners."""
    _log(What.GIVEN, target, role, phone)


def log_refused(target: Target, role: int) -> None:
    """The phone of the request asked for what it has no right to, or with a wrong token."""
    _log("refused", target, role, asking.get())


def log_wrong_code() -> None:
    """The phone of the request typed a code that leads nowhere."""
    _logger.info("right refused: wrong code, by phone %s", asking.get())


def delete_expired() -> None:
    RightsLine.objects.filter(at__lte=timezone.now() - STORED_FOR).delete()


def _row(what: What, target: Target, role: int, phone: UUID, way: Way) -> RightsLine:
    """The row, which is not stored yet; the server's log has its line."""
    _log(what, target, role, phone)
    return RightsLine(
        what=what.value,
        role=role,
        phone=phone,
        way=way.value,
        by=asking.get(),
        **_columns(target),
    )


def _columns(target: Target) -> dict[str, Any]:
    if isinstance(target, Circle):
        return {"circle": target}
    if isinstance(target, Match):
        return {"match": target, "circle_id": target.circle_id}
    return {**target._asdict(), "circle_id": target.night.circle_id}


def _log(what: str, target: Target, role: int, phone: UUID | None) -> None:
    kind = "night" if isinstance(target, OfNight) else target._meta.model_name
    _logger.info(
        "right %s: %s %s, %s, phone %s, by phone %s",
        what,
        kind,
        target.code,
        Role(role).name.lower(),
        phone,
        asking.get(),
    )
