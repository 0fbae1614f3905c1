"""A log line for each right to a circle or match that is taken, given, removed or refused.

It names the circle or match by its code, and the phones by their ids: never a token, a name or an address. A
line is written before the transaction ends; if that fails, the error follows under the same request.

What changed a right is also a row in the circle's log of rights, which its owners read for a year.
"""

import logging
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from scores.models import Circle, Grant, Match, RightsLine, Role, Way, What

STORED_FOR = timedelta(days=365)

asking: ContextVar[UUID | None] = ContextVar("asking", default=None)
"""The phone of the request; None without one, and for the operator's commands."""
_logger = logging.getLogger(__name__)


def given(target: Circle | Match, role: int, phone: UUID, way: Way) -> None:
    """The phone has the role now, by this way; a link is taken by the phone itself."""
    _line(What.TAKEN if way is Way.LINK else What.GIVEN, target, role, phone, way).save()


def lowered(grants: Iterable[Grant], role: int, way: Way) -> None:
    """Instead of what the grants gave, their phones have `role` now, or with NONE nothing."""
    rows = []
    for grant in grants:
        rows.append(_line(What.REMOVED, grant.target, grant.role, grant.phone.uid, way))
        if role > Role.NONE:
            rows.append(_line(What.GIVEN, grant.target, role, grant.phone.uid, way))
    RightsLine.objects.bulk_create(rows)


def copied(target: Match, role: int, phone: UUID) -> None:
    """A rematch got the right that the phone had in the match before: that is no news to its owners."""
    _say(What.GIVEN, target, role, phone)


def refused(target: Circle | Match, role: int) -> None:
    """The phone of the request asked for what it has no right to, or with a wrong token."""
    _say("refused", target, role, asking.get())


def refused_code() -> None:
    """The phone of the request typed a code that leads nowhere."""
    _logger.info("right refused: wrong code, by phone %s", asking.get())


def delete_expired() -> None:
    RightsLine.objects.filter(at__lte=timezone.now() - STORED_FOR).delete()


def _line(what: What, target: Circle | Match, role: int, phone: UUID, way: Way) -> RightsLine:
    """The row, which is not stored yet; the server's log has its line."""
    _say(what, target, role, phone)
    place = (
        {"match": target, "circle_id": target.circle_id} if isinstance(target, Match) else {"circle": target}
    )
    return RightsLine(what=what.value, role=role, phone=phone, way=way.value, by=asking.get(), **place)


def _say(what: str, target: Circle | Match, role: int, phone: UUID | None) -> None:
    kind, name = target._meta.model_name, Role(role).name.lower()
    _logger.info(
        "right %s: %s %s, %s, phone %s, by phone %s", what, kind, target.code, name, phone, asking.get()
    )
