"""Events of a club night as they are stored: a kind and its facts as JSON.

Old rows must always be readable: a kind or a key is never renamed, and a new key has a default that means the
old behaviour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from rules.errors import Illegal, Malformed
from rules.numbers import whole_number
from rules.tournament import events
from rules.tournament.events import At, Event, TableResult
from rules.tournament.seating.values import Apart, Broken, OutOfReach, SeatedTable
from rules.tournament.stages import Stage

Payload = dict[str, Any]

KINDS: dict[type[Any], str] = {
    events.Entered: "entered",
    events.Left: "left",
    events.Away: "away",
    events.Back: "back",
    events.Substituted: "substituted",
    events.Bound: "bound",
    events.KeptApart: "kept_apart",
    events.StageBegun: "stage",
    events.KnobsChanged: "knobs",
    events.Seated: "seated",
    events.Moved: "moved",
    events.Reported: "reported",
    events.Attached: "attached",
    events.Paid: "paid",
    events.LifeBought: "life",
    events.PrizeGiven: "prize",
    events.Ended: "ended",
}
_TYPES = {kind: event for event, kind in KINDS.items()}
_KEYS = {kind: {part.name for part in fields(event)} for kind, event in _TYPES.items()}


def kind_and_payload(event: Event) -> tuple[str, Payload]:
    """The event as a row of the log has it; `event_of` reads it back as an equal one."""
    return KINDS[type(event)], {part.name: _plain(getattr(event, part.name)) for part in fields(event)}


def event_of(kind: str, payload: Payload) -> Event:
    """The event of a row. Raises Malformed for anything that is not one."""
    try:
        made = _TYPES[kind]
        if not payload.keys() <= _KEYS[kind]:
            raise ValueError("unknown key")
        facts = {name: _READ[name](value) for name, value in payload.items()}
        event: Event = made(**facts)
    except (KeyError, ValueError, TypeError, AttributeError, Illegal) as error:
        raise Malformed(f"not an event of a night: {kind!r} {payload!r}") from error
    return event


def _plain(value: Any) -> Any:
    if isinstance(value, Stage):
        return value.dump()
    if isinstance(value, TableResult):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, (Apart, OutOfReach)):
        return [_BROKEN[type(value)], *value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): part for key, part in value.items()}
    return value


_BROKEN: dict[type[Any], str] = {Apart: "apart", OutOfReach: "out-of-reach"}


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value


def _each(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def tuple_of(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, list):
            raise TypeError(f"not a list: {values!r}")
        return tuple(read(value) for value in values)

    return tuple_of


_wholes = _each(_whole)


def _table(value: Any) -> SeatedTable:
    number, seats = value
    return SeatedTable(_whole(number), _wholes(seats))


def _broken(value: Any) -> Broken:
    kind, *entrants = value
    made = {name: broken for broken, name in _BROKEN.items()}[kind]
    broken: Broken = made(*_wholes(entrants))
    return broken


def _by_entrant(value: Any) -> dict[int, int]:
    return {_written(entrant): _whole(number) for entrant, number in value.items()}


def _written(key: Any) -> int:
    """A number that is a key of a JSON object."""
    number = whole_number(key)
    if number is None:
        raise ValueError(f"not a number: {key!r}")
    return number


def _result(value: Any) -> TableResult:
    amounts = {name: _by_entrant(value.get(name, {})) for name in ("places", "totals", "money")}
    return TableResult(**amounts, hands=_whole(value.get("hands", 0)))


def _options(value: Any) -> Payload:
    if not isinstance(value, dict):
        raise TypeError(f"not an object: {value!r}")
    return value


_READ: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("entrant", "first", "other", "seed", "steps", "round", "match", "amount"), _whole),
    **dict.fromkeys(("people", "resting", "standings"), _wholes),
    **dict.fromkeys(("team", "reason"), _text),
    "only": lambda value: frozenset(_wholes(value)),
    "stage": Stage.load,
    "groups": _each(_wholes),
    "options": _options,
    "tables": _each(_table),
    "broken": _each(_broken),
    "at": lambda value: At(*_wholes(value)),
    "result": _result,
}
"""How each key is read, the same in all kinds."""
