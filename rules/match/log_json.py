"""Log entries as they are stored: their JSON form (docs/rules/FORMAT.md#entries), and how many there may be.

Old entries must always be readable: a kind or a key is never renamed, and a new key has a default that
means the old behaviour.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules import events
from rules.cards.hand_cards import HAND_CARDS, card_of_code, cards_as_they_lay
from rules.errors import BadRecord, Illegal
from rules.events import Close, Seat, VoidReason
from rules.kinds import (
    ANY_SIZE,
    AnyObject,
    ByKey,
    Choice,
    Document,
    InKey,
    Integer,
    Key,
    Kind,
    Listed,
    OpenObject,
    Row,
    Text,
    Whole,
    bad_value,
    plain,
    within,
)
from rules.knobs import CARD
from rules.match.corrections import Amended, Change, Entry, Redone, Undone
from rules.numbers import Bound
from rules.packs import Pack

Payload = Document


def kind(entry: Entry) -> str:
    return KINDS[type(entry)]


def load(payload: Payload) -> Entry:
    """The entry of a JSON object with a `type`. Raises BadRecord for anything that is not one."""
    try:
        entry: Entry = FORMS[payload["type"]].read(payload)
    except (KeyError, TypeError, BadRecord) as error:
        raise BadRecord(f"not a log entry: {payload!r}", "entry") from error
    return entry


def dump(entry: Entry) -> Payload:
    """The JSON object that `load` reads back as an equal entry.

    >>> dump(events.HandScored({0: 0, 1: 7}, 0, events.Close.CLEAN))
    {'type': 'hand', 'closer': 0, 'close': 'clean', 'deadwood': {'0': 0, '1': 7}}
    """
    return {"type": kind(entry), **FORMS[kind(entry)].write(entry)}


# Kinds of values. A stored number is read however large it is: `verify_bounds` is for those that enter.

NUMBER = Integer()
_REF = Row(tuple, NUMBER, NUMBER)
SEAT = Whole(*ANY_SIZE)
SEAT_OR_NONE = Whole(*ANY_SIZE, None)
SEATS = Listed(SEAT, ANY_SIZE)
_SEAT_IN_KEY = InKey(*ANY_SIZE)
BY_SEAT = ByKey(_SEAT_IN_KEY, NUMBER, ANY_SIZE)
CARDS_BY_SEAT = ByKey(_SEAT_IN_KEY, Text(CARD), ANY_SIZE)
HELD_BY_SEAT = ByKey(_SEAT_IN_KEY, HAND_CARDS, ANY_SIZE)


class _Change(Kind):
    def read(self, value: Any) -> Change:
        insert = "insert" in value
        inner = value["insert"] if insert else value["entry"]
        event = None if inner is None and not insert else load(inner)
        if isinstance(event, (Amended, Undone, Redone)):
            raise BadRecord("a correction inside an amend")
        at = value["at"]
        ref = _REF if isinstance(at, (list, tuple)) else NUMBER
        return Change(ref.read(at), event, insert)

    def write(self, value: Change) -> Payload:
        entry = None if value.event is None else dump(value.event)
        return {"at": plain(value.at), "insert" if value.insert else "entry": entry}


# Entries


class _Hand(OpenObject):
    def read(self, value: Any) -> Any:
        if not {"closer", "deadwood"} & set(value):
            raise BadRecord("a hand without closer and deadwood")
        return OpenObject.read(self, {"closer": None, "deadwood": {}, **value})


class _Void(OpenObject):
    """Only a false close names a player, and must."""

    def read(self, value: Any) -> Any:
        is_false_close = value["reason"] == VoidReason.FALSE_CLOSE
        facts = (
            {"player": None, **value} if is_false_close else {"reason": value["reason"]}
        )
        return OpenObject.read(self, facts)


class _Draw(OpenObject):
    """What a card is depends on the pack."""

    def read(self, value: Any) -> Any:
        drawn = OpenObject.read(self, value)
        cards = {
            seat: card_of_code(code, drawn.pack) for seat, code in drawn.cards.items()
        }
        return events.SeatsDrawn(drawn.pack, cards, drawn.dealer)


_PLAYER = Key("player", SEAT, field="seat")
FORMS = {
    "hand": _Hand(
        events.HandScored,
        Key("closer", SEAT_OR_NONE),
        Key("close", Choice(Close, None), None),
        Key("deadwood", BY_SEAT),
        Key("melded", SEATS, ()),
        Key("table", BY_SEAT, {}),
        Key("value", NUMBER, None),
        Key("buys", BY_SEAT, {}),
        Key("cards", HELD_BY_SEAT, {}),
    ),
    "void": _Void(
        events.HandVoided,
        Key("reason", Choice(VoidReason)),
        Key("player", SEAT, None, "seat"),
    ),
    "penalty": OpenObject(events.Penalised, _PLAYER, Key("points", NUMBER)),
    "buy_back": OpenObject(events.BoughtBackIn, _PLAYER),
    "decline": OpenObject(events.Declined, _PLAYER),
    "retire": OpenObject(events.Retired, _PLAYER),
    "absent": OpenObject(events.SatOut, _PLAYER),
    "back": OpenObject(events.CameBack, _PLAYER),
    "join": OpenObject(events.Joined, _PLAYER, Key("position", SEAT_OR_NONE, None)),
    "dealer": OpenObject(events.DealerNamed, _PLAYER),
    "reseat": OpenObject(events.Reseated, Key("order", SEATS)),
    "draw": _Draw(
        events.SeatsDrawn,
        Key("pack", Choice(Pack)),
        Key("cards", CARDS_BY_SEAT),
        Key("dealer", SEAT, None),
    ),
    "rules": OpenObject(events.RulesChanged, Key("options", AnyObject())),
    "finish": OpenObject(events.Finished),
    "amend": OpenObject(Amended, Key("changes", Listed(_Change(), ANY_SIZE))),
    "undo": OpenObject(Undone),
    "redo": OpenObject(Redone),
}
KINDS: dict[Any, str] = {form.made: name for name, form in FORMS.items()}
"""The `type` of each entry."""


# With other names of players: cases use names, records ids, logs seat numbers

Rename = Callable[[Any], Any]
"""Returns the new name of a player, given the old one. Raises BadRecord for one that it refuses."""


def payload_with_names(payload: Payload, rename: Rename) -> Payload:
    """The entry with every player renamed; values that are not in the form of an entry are not changed."""
    return {
        key: within(key, _renamed, rename, key, value) for key, value in payload.items()
    }


def _renamed(rename: Rename, key: str, value: Any) -> Any:
    if key in ("player", "closer", "dealer") and value is not None:
        return rename(value)
    if key in ("order", "melded") and isinstance(value, list):
        return [within(seat, rename, player) for seat, player in enumerate(value)]
    if key in ("deadwood", "table", "buys", "cards") and isinstance(value, dict):
        return {within(name, rename, name): fact for name, fact in value.items()}
    if key == "changes" and isinstance(value, list):
        return [
            within(index, _renamed_change, rename, change)
            for index, change in enumerate(value)
        ]
    return value


def _renamed_change(rename: Rename, change: Any) -> Any:
    if not isinstance(change, dict):
        return change
    return {
        key: within(key, payload_with_names, part, rename)
        if key in ("entry", "insert") and isinstance(part, dict)
        else part
        for key, part in change.items()
    }


# What an entry may have where it enters; a stored one is read whatever it has

# of one number of a hand: keeps every total within its column
POINTS = Bound(-999_999, 999_999)
# points of one penalty, for which the rules have no bound
PENALTY = Bound(-1_000, 1_000)
SEATED = Bound(0, 99)  # seats of one list, and places at a table
LINES = Bound(0, 10_000)  # numbers of the lines of a log


BOUNDS = {
    "points": PENALTY,
    "position": SEATED,
    **dict.fromkeys(("deadwood", "table", "value", "buys"), POINTS),
}
"""Of the numbers of these keys."""


def verify_bounds(entry: Entry) -> None:
    """Raise BadRecord for a number, a list or cards that no form could have sent."""
    for change in entry.changes if isinstance(entry, Amended) else ():
        _verify(LINES, change.at if isinstance(change.at, tuple) else [change.at])
    for event in _entries_written(entry):
        for key, value in dump(event).items():
            if isinstance(value, (dict, list)):
                _verify(SEATED, [len(value)])
            if key in BOUNDS:
                numbers = value.values() if isinstance(value, dict) else [value]
                _verify(BOUNDS[key], numbers)
        if isinstance(event, events.HandScored):
            for text in event.cards.values():
                cards_as_they_lay(text)


def _verify(bound: Bound, numbers: Iterable[int]) -> None:
    for number in numbers:
        if not bound.holds(number):
            reason = f"not from {bound.low} to {bound.high}"
            raise bad_value(reason, number, "number")


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
