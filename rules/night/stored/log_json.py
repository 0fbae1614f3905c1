"""Events of a club night as they are stored: a kind and its facts as JSON.

Old rows must always be readable: a key is never renamed, and a new one has a default that means the old
behaviour.
"""

from typing import Any

from rules.errors import Illegal, Malformed
from rules.kinds import ByKey, Choice, InKey, Kind, Listed, Row, Text, Whole
from rules.night.bounds import (
    ENTRANTS,
    EVENTS,
    HANDS,
    LETTERS,
    PAYMENTS,
    PEOPLE,
    RESULTS,
    ROUNDS,
    SEATS,
    SEEDS,
    STEPS,
    TABLES,
)
from rules.night.events import KINDS, At, CutBy, Event, TableResult
from rules.night.seating.values import (
    Broken,
    SeatedTable,
    Wish,
)
from rules.night.stages import Loaded, Parts, Stage, read_knobs
from rules.numbers import Bound

Payload = dict[str, Any]

_TYPES = {kind: event for event, kind in KINDS.items()}
GONE = {"entered": ("team", "only")}
"""Keys of 1.0 that no screen ever set: they are read, and forgotten."""


def kind_and_payload(event: Event) -> tuple[str, Payload]:
    """The event as a row of the log has it; `event_of` reads it back as an equal one."""
    facts = vars(event)
    payload = {name: TYPES[name].write(value) for name, value in facts.items()}
    return KINDS[type(event)], payload


def event_of(kind: str, payload: Payload) -> Event:
    """The event of a row. Raises Malformed for anything that is not one."""
    try:
        facts = {name: TYPES[name].read(value) for name, value in payload.items()}
        for key in GONE.get(kind, ()):
            facts.pop(key, None)
        event: Event = _TYPES[kind](**facts)
    except (KeyError, ValueError, TypeError, AttributeError, Illegal) as error:
        raise Malformed(f"not an event of a night: {kind!r} {payload!r}") from error
    return event


# The types of the values


class ByEntrant(ByKey):
    """By the numbers of entrants, written in the order that they have."""

    def write(self, value: Any) -> Payload:
        return {str(entrant): number for entrant, number in value.items()}


class BrokenWish(Kind):
    """The kind of a wish, and the one or two whom it names."""

    def __init__(self, named: Listed) -> None:
        self.named = named

    def read(self, value: Any) -> Broken:
        wish, *entrants = value
        broken = Broken(Wish(wish), self.named.read(entrants))
        if len(broken.entrants) != (1 if broken.wish is Wish.REACH else 2):
            raise ValueError
        return broken

    def write(self, value: Broken) -> list[object]:
        return [str(value.wish), *value.entrants]


class Options(Kind):
    """Some knobs of a stage, each with a value of its type; what contradicts is refused by the night."""

    def read(self, value: Any) -> Payload:
        options: Payload = value
        read_knobs(options)
        return options

    def write(self, value: Payload) -> Payload:
        return value


_ENTRANT = Whole(*ENTRANTS)
_ENTRANT_IN_KEY = InKey(*ENTRANTS)
_TABLE = Whole(*TABLES)
# of a row; below 0 for a match that is gone for good
_KEY = Whole(-EVENTS.high, 2**63 - 1)
_AT_TABLE = Listed(_ENTRANT, SEATS)
_EVERYBODY = Listed(_ENTRANT, Bound(0, ENTRANTS.high))
_POINTS = ByEntrant(_ENTRANT_IN_KEY, Whole(*RESULTS), SEATS)

TYPES: dict[str, Kind] = {
    **dict.fromkeys(("entrant", "first", "other"), _ENTRANT),
    **dict.fromkeys(("entrants", "resting", "standings"), _EVERYBODY),
    **dict.fromkeys(("level", "through", "out", "back", "waiting"), _EVERYBODY),
    "places": Listed(Whole(*ENTRANTS), Bound(0, ENTRANTS.high)),
    "by": Choice(CutBy),
    "entry": Whole(0, EVENTS.high - 1),
    "minute": Whole(0, 2**28),
    "second": Whole(0, 59),
    **dict.fromkeys(("team", "reason"), Text(LETTERS)),
    "match": _KEY,
    "people": Listed(_KEY, PEOPLE),
    "amount": Whole(*PAYMENTS),
    "only": Listed(_TABLE, Bound(0, TABLES.high)),
    "stage": Loaded(Stage),
    "options": Options(),
    "round": Whole(*ROUNDS),
    "tables": Listed(Row(SeatedTable._make, _TABLE, _AT_TABLE), Bound(0, TABLES.high)),
    "broken": Listed(BrokenWish(Listed(_ENTRANT, PEOPLE)), Bound(0, EVENTS.high)),
    "seed": Whole(*SEEDS),
    "steps": Whole(*STEPS),
    "at": Row(At._make, Whole(*ROUNDS), Whole(0, TABLES.high)),
    "result": Parts(
        TableResult,
        places=ByEntrant(_ENTRANT_IN_KEY, Whole(1, SEATS.high), SEATS),
        totals=_POINTS,
        money=_POINTS,
        hands=Whole(*HANDS),
    ),
}
"""The type of each key, the same in all kinds."""
