"""A log line for each right to a circle or match that is taken, given, removed or refused.

It names the circle or match by its code, and the phones by their ids: never a token, a name or an address. A
line is written before the transaction ends; if that fails, the error follows under the same request.
"""

import logging
from contextvars import ContextVar
from uuid import UUID

from scores.models import Circle, Grant, Match, Role

asking: ContextVar[UUID | None] = ContextVar("asking", default=None)
"""The phone of the request; None without one, and for the operator's commands."""
_logger = logging.getLogger(__name__)


def log(what: str, target: Circle | Match, role: int, phone: UUID | None) -> None:
    """What happened to the right of the phone: it was "given", "taken" by a link, "removed" or "refused"."""
    kind, name = target._meta.model_name, Role(role).name.lower()
    _logger.info(
        "right %s: %s %s, %s, phone %s, by phone %s", what, kind, target.code, name, phone, asking.get()
    )


def lowered(grant: Grant, role: int) -> None:
    """Instead of what the grant gave, its phone has `role` now, or with NONE nothing."""
    log("removed", grant.target, grant.role, grant.phone.uid)
    if role > Role.NONE:
        log("given", grant.target, role, grant.phone.uid)


def refused(target: Circle | Match, role: int) -> None:
    """The phone of the request asked for what it has no right to, or with a wrong token."""
    log("refused", target, role, asking.get())


def refused_code() -> None:
    """The phone of the request typed a code that leads nowhere."""
    _logger.info("right refused: wrong code, by phone %s", asking.get())
