"""What can happen at the table, in the past tense. Facts only: points come from the ruleset.

A seat is a number given once, in the order of sitting down; where it stands in the order of play may change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.close_kinds import Close

Seat = int


@dataclass(frozen=True)
class HandScored:
    """One deal: what each seat counted after laying off, and how it was closed.

    A closer who melded everything may be missing from `deadwood`; `closer` is None where nobody closed.
    `melded` names those who melded everything themselves, where laying off could have brought them to 0.
    The rest is said in one game only: what each has on the table (Rum 500), what the winner's hand is worth
    (Queen City Rum), how often each bought (Chinaso).
    """

    deadwood: dict[Seat, int]
    closer: Seat | None = None
    close: Close | None = None
    melded: tuple[Seat, ...] = ()
    table: dict[Seat, int] = field(default_factory=dict)
    value: int | None = None
    buys: dict[Seat, int] = field(default_factory=dict)


class VoidReason(StrEnum):
    FALSE_CLOSE = "false-close"
    MISDEAL = "misdeal"
    STOCK = "stock"  # it ran out and the table deals again


@dataclass(frozen=True)
class HandVoided:
    """A hand that does not count; the same dealer deals again. `seat` closed falsely."""

    reason: VoidReason
    seat: Seat | None = None


@dataclass(frozen=True)
class Penalised:
    seat: Seat
    points: int  # negative: taken off


@dataclass(frozen=True)
class BoughtBackIn:
    seat: Seat


@dataclass(frozen=True)
class Declined:
    """Asked, and did not buy back in."""

    seat: Seat


@dataclass(frozen=True)
class Retired:
    seat: Seat


@dataclass(frozen=True)
class SatOut:
    """Takes no part from the next hand on, and keeps the total."""

    seat: Seat


@dataclass(frozen=True)
class CameBack:
    """From sitting out, or from having retired."""

    seat: Seat


@dataclass(frozen=True)
class Joined:
    """A new seat sits down at `position` in the order of play (0 first, None last)."""

    seat: Seat
    position: int | None = None


@dataclass(frozen=True)
class DealerNamed:
    seat: Seat


@dataclass(frozen=True)
class Reseated:
    order: tuple[Seat, ...]


@dataclass(frozen=True)
class RulesChanged:
    options: dict[str, Any]  # knobs in their JSON form


@dataclass(frozen=True)
class Finished:
    """The table stops here."""


Event = (
    HandScored
    | HandVoided
    | Penalised
    | BoughtBackIn
    | Declined
    | Retired
    | SatOut
    | CameBack
    | Joined
    | DealerNamed
    | Reseated
    | RulesChanged
    | Finished
)


def seats_named(event: Event) -> tuple[Seat, ...]:
    """Every seat the event speaks of that must be at the table already, with repetitions."""
    if isinstance(event, HandScored):
        closer = () if event.closer is None else (event.closer,)
        return (*closer, *sorted({*event.deadwood, *event.table, *event.buys}), *event.melded)
    if isinstance(event, Reseated):
        return event.order
    if isinstance(event, (RulesChanged, Finished, Joined)):
        return ()
    return () if event.seat is None else (event.seat,)
