"""Log entries as they are stored: their JSON form (docs/rules/FORMAT.md#entries), and how many there may be.

Old entries must always be readable: a kind or a key is never renamed, and a new key has a default that
means the old behaviour.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules import events
from rules.errors import Illegal, Malformed
from rules.events import Close, Seat, VoidReason
from rules.lookup import Lookup
from rules.match.corrections import Amended, Change, Entry, Redone, Ref, Undone
from rules.numbers import Bound, whole_number
from rules.packs import Card, Pack, read_card
from rules.ruleset import KNOBS

Payload = dict[str, Any]


def kind(entry: Entry) -> str:
    return KINDS[type(entry)]


def load(payload: Payload) -> Entry:
    """The entry of a JSON object with a `type`. Raises Malformed for anything that is not one."""
    try:
        name = payload["type"]
        make = _TYPES[name]
        completed = _COMPLETED[name](payload) if name in _COMPLETED else payload
        facts = {
            key.field or key.name: key.read(completed[key.name])
            for key in _KEYS[name]
            if not key.is_optional or key.name in completed
        }
        return make(**facts)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise Malformed(f"not a log entry: {payload!r}") from error


def dump(entry: Entry) -> Payload:
    """The JSON object that `load` reads back as an equal entry.

    >>> dump(events.HandScored({0: 0, 1: 7}, 0, events.Close.CLEAN))
    {'type': 'hand', 'closer': 0, 'close': 'clean', 'deadwood': {'0': 0, '1': 7}}
    """
    payload = {"type": kind(entry)}
    for key in _KEYS[kind(entry)]:
        value = getattr(entry, key.field or key.name)
        if not key.is_optional or value not in (None, (), {}):
            payload[key.name] = key.write(value)
    return payload


def _complete_hand(hand: Payload) -> Payload:
    if not {"closer", "deadwood"} & set(hand):
        raise ValueError("a hand without closer and deadwood")
    return {"closer": None, "deadwood": {}, **hand}


def _complete_void(void: Payload) -> Payload:
    """Only a false close names a player, and must."""
    is_false_close = void["reason"] == VoidReason.FALSE_CLOSE
    return {"player": None, **void} if is_false_close else {"reason": void["reason"]}


def _complete_draw(draw: Payload) -> Payload:
    """What a card is depends on the pack."""
    pack = Pack(draw["pack"])
    return {
        **draw,
        "cards": {
            _seat_of(seat): _card(code, pack) for seat, code in draw["cards"].items()
        },
    }


def _load_change(change: Payload) -> Change:
    insert = "insert" in change
    inner = change["insert"] if insert else change["entry"]
    if inner is None and not insert:
        return Change(_load_ref(change["at"]), None)
    event = load(inner)
    if isinstance(event, (Amended, Undone, Redone)):
        raise ValueError("a correction inside an amend")
    return Change(_load_ref(change["at"]), event, insert)


def _load_ref(at: Any) -> Ref:
    if isinstance(at, (list, tuple)):
        amend, change = at
        return _whole(amend), _whole(change)
    return _whole(at)


def _dump_change(change: Change) -> Payload:
    at = list(change.at) if isinstance(change.at, tuple) else change.at
    entry = None if change.event is None else dump(change.event)
    return {"at": at, "insert" if change.insert else "entry": entry}


# Values


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def _card(code: Any, pack: Pack) -> Card:
    """The card of that code. Only one spelling is accepted."""
    try:
        card = read_card(code, pack)
    except Illegal as unknown:
        raise ValueError(f"not a card: {code!r}") from unknown
    if str(card) != code:
        raise ValueError(f"not how a card is written: {code!r}")
    return card


def _seat(value: Any) -> Seat:
    if _whole(value) < 0:
        raise ValueError(f"not a seat: {value!r}")
    return int(value)


def _seat_of(key: Any) -> Seat:
    """The seat that is a key of a JSON object. Only one spelling is accepted, so keys never collide."""
    seat = whole_number(str(key))
    if seat is None or str(seat) != str(key):
        raise ValueError(f"not a seat: {key!r}")
    return seat


def _by_seat(numbers: Payload) -> dict[Seat, int]:
    return {_seat_of(seat): _whole(number) for seat, number in numbers.items()}


def _facts_by_seat(facts: Mapping[Seat, Any]) -> Payload:
    return {str(seat): fact for seat, fact in sorted(facts.items())}


def _each(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda values: tuple([read(value) for value in values])


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


# Entries


class _Key(NamedTuple):
    """A key of the JSON object of an entry, and the field of the entry that it is."""

    name: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    field: str = ""  # where it has another name
    # left out where the value is None or empty, which is the field's default
    is_optional: bool = False


KINDS: dict[type, str] = {}
"""The `type` of each entry."""
_TYPES: Lookup[str, Callable[..., Entry]] = {}
_KEYS: Lookup[str, tuple[_Key, ...]] = {}


def _form(name: str, entry: type[Entry], *keys: _Key) -> None:
    KINDS[entry] = name
    _TYPES[name] = entry
    _KEYS[name] = keys


_PLAYER = _Key("player", _seat, field="seat")
_form(
    "hand",
    events.HandScored,
    _Key("closer", _or_none(_seat)),
    _Key("close", _or_none(Close), str, is_optional=True),
    _Key("deadwood", _by_seat, _facts_by_seat),
    _Key("melded", _each(_seat), list, is_optional=True),
    _Key("table", _by_seat, _facts_by_seat, is_optional=True),
    _Key("value", _whole, is_optional=True),
    _Key("buys", _by_seat, _facts_by_seat, is_optional=True),
)
_form(
    "void",
    events.HandVoided,
    _Key("reason", VoidReason, str),
    _PLAYER._replace(is_optional=True),
)
_form("penalty", events.Penalised, _PLAYER, _Key("points", _whole))
_form("buy_back", events.BoughtBackIn, _PLAYER)
_form("decline", events.Declined, _PLAYER)
_form("retire", events.Retired, _PLAYER)
_form("absent", events.SatOut, _PLAYER)
_form("back", events.CameBack, _PLAYER)
_form(
    "join", events.Joined, _PLAYER, _Key("position", _or_none(_seat), is_optional=True)
)
_form("dealer", events.DealerNamed, _PLAYER)
_form("reseat", events.Reseated, _Key("order", _each(_seat), list))
_form(
    "draw",
    events.SeatsDrawn,
    _Key("pack", Pack, str),
    _Key(
        "cards",
        dict,
        lambda cards: _facts_by_seat({seat: str(card) for seat, card in cards.items()}),
    ),
    _Key("dealer", _seat, is_optional=True),
)
_form("rules", events.RulesChanged, _Key("options", dict))
_form("finish", events.Finished)
_form(
    "amend",
    Amended,
    _Key(
        "changes", _each(_load_change), lambda changes: list(map(_dump_change, changes))
    ),
)
_form("undo", Undone)
_form("redo", Redone)

_COMPLETED: Lookup[str, Callable[[Payload], Payload]] = {
    "hand": _complete_hand,
    "void": _complete_void,
    "draw": _complete_draw,
}


# With other names of players: cases use names, records ids, logs seat numbers

Rename = Callable[[Any, str], Any]
"""Returns the new name of a player, given the old one and its place in the document."""

_SHOWN = 60  # letters of a name in a place


def inside(place: str, key: str) -> str:
    """The place of the value of `key` in the object at `place`, as errors name it: `$.entries[3].entry`."""
    return f"{place}.{key[:_SHOWN]}"


def payload_with_names(payload: Payload, rename: Rename, place: str = "") -> Payload:
    """The entry with every player renamed; values that are not in the form of an entry are not changed."""
    entry = dict(payload)
    for key, value in payload.items():
        where = f"{place}.{key}"
        if key in ("player", "closer", "dealer") and value is not None:
            entry[key] = rename(value, where)
        elif key in ("order", "melded") and isinstance(value, list):
            entry[key] = [
                rename(player, f"{where}[{index}]")
                for index, player in enumerate(value)
            ]
        elif key in ("deadwood", "table", "buys", "cards") and isinstance(value, dict):
            entry[key] = {
                rename(player, inside(where, player)): fact
                for player, fact in value.items()
            }
        elif key == "changes" and isinstance(value, list):
            entry[key] = [
                _renamed_change(change, rename, f"{where}[{index}]")
                for index, change in enumerate(value)
            ]
    return entry


def _renamed_change(change: Any, rename: Rename, place: str) -> Any:
    if not isinstance(change, dict):
        return change
    inner = {
        key: change[key]
        for key in ("entry", "insert")
        if isinstance(change.get(key), dict)
    }
    return change | {
        key: payload_with_names(entry, rename, f"{place}.{key}")
        for key, entry in inner.items()
    }


# What an entry may have where it enters; a stored one is read whatever it has

# of one number of a hand: keeps every total within its column
POINTS = Bound(-999_999, 999_999)
# points of one penalty, for which the rules have no bound
PENALTY = Bound(-1_000, 1_000)
SEATED = Bound(0, 99)  # seats of one list, and places at a table
LINES = Bound(0, 10_000)  # numbers of the lines of a log


def verify_bounds(entry: Entry) -> None:
    """Raise Malformed for a number or a list that no form could have sent."""
    if isinstance(entry, Amended):
        numbers = [
            number for change in entry.changes for number in _numbers_of(change.at)
        ]
        _verify(LINES, numbers, entry)
    for event in _entries_written(entry):
        _verify_event(event)


def _verify_event(event: Entry) -> None:
    if isinstance(event, events.HandScored):
        by_seat = (event.deadwood, event.table, event.buys)
        _verify(
            POINTS,
            [
                event.value or 0,
                *(number for numbers in by_seat for number in numbers.values()),
            ],
            event,
        )
        _verify(SEATED, [len(event.melded), *map(len, by_seat)], event)
    elif isinstance(event, events.Penalised):
        _verify(PENALTY, [event.points], event)
    elif isinstance(event, events.Joined):
        _verify(SEATED, [event.position or 0], event)
    elif isinstance(event, events.Reseated):
        _verify(SEATED, [len(event.order)], event)
    elif isinstance(event, events.RulesChanged):
        # their values are judged by the rules
        _verify(Bound(0, len(KNOBS)), [len(event.options)], event)


def _verify(bound: Bound, numbers: Sequence[int], entry: Entry) -> None:
    if not all(map(bound.holds, numbers)):
        raise Malformed(f"not from {bound.low} to {bound.high}: {entry!r}")


def _numbers_of(ref: Ref) -> tuple[int, ...]:
    return ref if isinstance(ref, tuple) else (ref,)


# How long a log may become: more than a table plays, and so little that every page of it stays cheap

MOST_LINES = 700  # thirty-five hours at three minutes a hand
SPARE_LINES = 100  # for corrections, and for ending the match, after MOST_LINES
MOST_CELLS = 2_800  # lines times seats: six seats may have 466 lines, eight 350
MOST_SEATS = 24  # of one match, those who left included


@dataclass
class LogSize:
    """The size of a log, entry by entry: its lines and its seats."""

    seats: int  # at the start; later those of everybody who ever joined
    lines: int = 0

    def verify(self, entry: Entry) -> None:
        """Raise Illegal `log-full` or `table-full` without room for the entry. An undo always has room."""
        if isinstance(entry, Undone):
            return
        if any(seat >= MOST_SEATS for seat in _seats_joined(entry)):
            raise Illegal("table-full", most=MOST_SEATS)
        most = min(MOST_LINES, MOST_CELLS // self.seats)
        spare = (
            SPARE_LINES if isinstance(entry, (Amended, Redone, events.Finished)) else 0
        )
        if self.lines + lines_of(entry) > most + spare:
            raise Illegal("log-full", most=most)

    def add(self, entry: Entry) -> None:
        self.lines += lines_of(entry)
        self.seats = max(self.seats, *(1 + seat for seat in _seats_joined(entry)), 0)


def verify_room(seats: int, log: Sequence[Entry], *entries: Entry) -> None:
    """Raise Illegal if a match that began with so many seats has no room for `entries` after `log`."""
    size = LogSize(seats)
    for written in log:
        size.add(written)
    for entry in entries:
        size.verify(entry)
        size.add(entry)


def lines_of(entry: Entry) -> int:
    """How many lines of a log the entry counts as: a correction as many as it writes."""
    return max(1, len(_entries_written(entry)))


def _entries_written(entry: Entry) -> list[Entry]:
    if not isinstance(entry, Amended):
        return [entry]
    return [change.event for change in entry.changes if change.event is not None]


def _seats_joined(entry: Entry) -> list[Seat]:
    return [
        event.seat
        for event in _entries_written(entry)
        if isinstance(event, events.Joined)
    ]
