"""The events of a match. They hold facts only: points are computed from the ruleset.

Seats are numbered from 0 in the order of sitting down, and keep their number if the order of play changes.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.packs import Card, Pack


class Close(StrEnum):
    KNOCK = "knock"  # something left loose
    CLEAN = "clean"  # all melded in groups
    JOKER_RUN_1 = "joker-run-1"  # a run of seven with one joker
    JOKER_RUN_2 = "joker-run-2"  # a run of seven with two
    CHINCHON = "chinchon"  # a pure run of seven
    GIN = "gin"
    BIG_GIN = "big-gin"  # eleven cards melded, for houses that reward it
    OUT = "out"  # went out
    RUMMY = "rummy"
    CHINASO = "chinaso"


JOKERS_IN_RUN = {Close.JOKER_RUN_1: 1, Close.JOKER_RUN_2: 2}
"""The number of jokers in the run of seven, for the kinds of close that have some."""


Seat = int


@dataclass(frozen=True)
class HandScored:
    """One deal: the deadwood of each seat after laying off, and how the hand was closed.

    A closer who melded everything may be missing from `deadwood`; `closer` is None where nobody closed.
    `melded` names the seats with 0 points that melded everything without laying off. The next three fields
    belong to one game each: the points on the table (Rum 500), the value of the winner's hand (Queen City
    Rum), how often each bought (Chinaso). `cards` are those that the checker judged, as
    `rules.cards.hand_cards` writes them: to be looked at, never to be priced.
    """

    deadwood: dict[Seat, int]
    closer: Seat | None = None
    close: Close | None = None
    melded: tuple[Seat, ...] = ()
    table: dict[Seat, int] = field(default_factory=dict)
    value: int | None = None
    buys: dict[Seat, int] = field(default_factory=dict)
    cards: dict[Seat, str] = field(default_factory=dict)


class VoidReason(StrEnum):
    FALSE_CLOSE = "false-close"
    MISDEAL = "misdeal"
    STOCK = "stock"  # it ran out, and the hand is dealt again


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
    """A bust player who was asked does not buy back in."""

    seat: Seat


@dataclass(frozen=True)
class Retired:
    seat: Seat


@dataclass(frozen=True)
class SatOut:
    """The seat does not play from the next hand on, and keeps its total."""

    seat: Seat


@dataclass(frozen=True)
class CameBack:
    """The seat plays again after sitting out or retiring."""

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
class SeatsDrawn:
    """The card that each seat drew before the first hand, and who deals that hand."""

    pack: Pack
    cards: dict[Seat, Card]
    # None in old logs: there the highest begins and all sit by their cards
    dealer: Seat | None = None


@dataclass(frozen=True)
class RulesChanged:
    options: dict[str, Any]  # knobs in their JSON form, sorted by name

    def __post_init__(self) -> None:
        # In one order from the start, because a database may keep another one than it was given.
        object.__setattr__(self, "options", dict(sorted(self.options.items())))


@dataclass(frozen=True)
class Finished:
    """The table ends the match."""


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
    | SeatsDrawn
    | RulesChanged
    | Finished
)


def seats_named(event: Event) -> tuple[Seat, ...]:
    """Every seat in the event that must be at the table already, with repetitions."""
    if isinstance(event, HandScored):
        closer = () if event.closer is None else (event.closer,)
        return (
            *closer,
            *sorted({*event.deadwood, *event.table, *event.buys, *event.cards}),
            *event.melded,
        )
    if isinstance(event, Reseated):
        return event.order
    if isinstance(event, SeatsDrawn):
        return (*event.cards, *(() if event.dealer is None else (event.dealer,)))
    if isinstance(event, (RulesChanged, Finished, Joined)):
        return ()
    return () if event.seat is None else (event.seat,)
