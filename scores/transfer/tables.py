"""The keys of an object in a file as one table; its reader, its writer and its JSON schema follow from it."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import available_timezones

from rules import validators
from rules.match import log_json
from rules.match.corrections import Entry
from rules.night.bounds import ROUNDS, TABLES
from rules.ruleset import Ruleset
from rules.validators import BadRecord, Document
from scores.circle.circles import photos
from scores.core.match_facts import TEXTS
from scores.core.notation.names import tidy
from scores.transfer import limits


class NightEntryLine(NamedTuple):
    """An event of a club night, which names people and matches by uid."""

    kind: str
    payload: Document
    at: datetime


class NightTable(NamedTuple):
    round: int
    table: int
    match: UUID


LETTERS = photos.STORED * 4 // 3  # of a photo in base64
EMPTY: tuple[Any, ...] = (None, "", (), [], {})


@dataclass(frozen=True)
class KeyKind:
    """A kind of value. `read` gets the value and its place, and raises BadRecord."""

    read: Callable[[Any, str], Any]
    schema: Document
    write: Callable[[Any], Any] = lambda value: value


class Key(NamedTuple):
    """With a default the key may be missing, and is left out if the value is empty, of a flag the default."""

    name: str
    kind: KeyKind
    default: Any = MISSING


def key(kind: KeyKind, default: Any = MISSING) -> Any:
    """The field of a dataclass that is a key of this kind."""
    return field(default=default, metadata={"kind": kind})


@cache
def keys_of(line: Any) -> tuple[Key, ...]:
    return tuple(
        Key(field.name, field.metadata["kind"], field.default)
        for field in fields(line)
        if "kind" in field.metadata
    )


def read(keys: Iterable[Key], value: Any, place: str) -> dict[str, Any]:
    """The values by key. Raises BadRecord for a key that is missing or not known, and for a wrong value."""
    required = [key.name for key in keys if key.default is MISSING]
    document = validators.with_keys(value, place, required, [key.name for key in keys])
    return {
        name: kind.read(document[name], f"{place}.{name}")
        if name in document
        else default
        for name, kind, default in keys
    }


def written_values(keys: Iterable[Key], values: Mapping[str, Any]) -> Document:
    return {
        key.name: key.kind.write(values[key.name])
        for key in keys
        if key.default is MISSING or not _is_left_out(key, values[key.name])
    }


def _is_left_out(key: Key, value: Any) -> bool:
    return value in EMPTY or (key.kind is FLAG and value is key.default)


def without_version(document: Document, key: str, known: int) -> Document:
    """The other keys. Raises BadRecord unless the document is of this kind (`key`) and version."""
    if key not in document:
        raise BadRecord(f"$.{key}", "is missing: this is no such document", "no-record")
    version = document[key]
    if type(version) is not int or version != known:
        raise BadRecord(
            f"$.{key}", f"version {version!r:.60} is not known, only {known}", "version"
        )
    return {name: value for name, value in document.items() if name != key}


# Kinds


def whole(low: int, high: int) -> KeyKind:
    bounds = {"type": "integer", "minimum": low, "maximum": high}
    return KeyKind(
        lambda value, place: validators.an_integer(value, place, low, high), bounds
    )


def text(longest: int) -> KeyKind:
    """One line, cleaned as the forms of the app clean it."""
    return KeyKind(
        lambda value, place: _line(value, place, longest),
        {"type": "string", "maxLength": longest},
    )


def _line(value: Any, place: str, longest: int) -> str:
    """The cleaned line. It is measured again: some letters become two when accents get one form."""
    line = tidy(validators.a_text(value, place, longest))
    return validators.a_text(line, place, longest)


def items(fewest: int, most: int, item: Document) -> KeyKind:
    """A list, whose items the caller reads."""
    bounds = {"type": "array", "minItems": fewest, "maxItems": most, "items": item}
    return KeyKind(
        lambda value, place: validators.a_list(value, place, fewest, most), bounds, list
    )


_time_zones = cache(available_timezones)


def _name(value: Any, place: str) -> str:
    name = _line(validators.a_name(value, place, limits.NAME), place, limits.NAME)
    if not name:
        raise BadRecord(place, "nothing to see", "name")
    return name


def _zone(value: Any, place: str) -> str:
    zone = validators.a_name(value, place, limits.KEY)
    if zone not in _time_zones():
        raise BadRecord(place, f"no time zone: {zone!r:.60}", "zone")
    return zone


def _person_name(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) > limits.NAME:
        raise BadRecord(place, f"no name: {value!r:.60}", "name")
    return _line(value, place, limits.NAME)


def _rows(
    value: Any, place: str, most: int, cells: int
) -> Iterator[tuple[str, list[Any]]]:
    """Each row of a table with so many columns, and its place."""
    for index, row in enumerate(validators.a_list(value, place, 0, most)):
        inner = f"{place}[{index}]"
        yield inner, validators.a_list(row, inner, cells, cells)


def _merged_seats(value: Any, place: str) -> tuple[tuple[UUID, int], ...]:
    return tuple(
        (
            validators.a_uid(match, f"{inner}[0]"),
            validators.an_integer(position, f"{inner}[1]", 0, limits.SEATS - 1),
        )
        for inner, (match, position) in _rows(value, place, limits.MATCHES, 2)
    )


def _photo(value: Any, place: str) -> bytes:
    try:
        return photos.photo_from_file(validators.a_text(value, place, LETTERS))
    except photos.BadPhoto as bad:
        raise BadRecord(place, str(bad), "photo") from bad


def _client_key(value: Any, place: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= limits.KEY:
        raise BadRecord(place, f"no key: {value!r:.60}", "name")
    return value


def _payload(value: Any, place: str) -> Document:
    """An entry as an object; whom it names is not checked."""
    payload = validators.an_object(value, place)
    validators.check_numbers(payload, place)
    return payload


def _night_entries(value: Any, place: str) -> tuple[NightEntryLine, ...]:
    """What the events mean is not checked."""
    return tuple(
        NightEntryLine(
            validators.a_name(kind, f"{inner}[0]", limits.KEY),
            _payload(payload, f"{inner}[1]"),
            TIME.read(at, f"{inner}[2]"),
        )
        for inner, (kind, payload, at) in _rows(value, place, limits.NIGHT_EVENTS, 3)
    )


def _night_tables(value: Any, place: str) -> tuple[NightTable, ...]:
    return tuple(
        NightTable(
            validators.an_integer(number, f"{inner}[0]", *ROUNDS),
            validators.an_integer(table, f"{inner}[1]", *TABLES),
            validators.a_uid(match, f"{inner}[2]"),
        )
        for inner, (number, table, match) in _rows(value, place, limits.NIGHT_TABLES, 3)
    )


def _table_schema(most: int, row: str) -> Document:
    return {"type": "array", "maxItems": most, "items": {"$ref": f"#/$defs/{row}"}}


def _entry_text(entry: Entry) -> Document:
    payload = log_json.dump(entry)
    if payload["type"] == "rules":
        # PostgreSQL changes the order of keys
        payload["options"] = dict(sorted(payload["options"].items()))
    return payload


def _in_order(value: Any) -> Any:
    """With the keys of every object in alphabetical order: PostgreSQL changes it."""
    if isinstance(value, dict):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return [_in_order(part) for part in value] if isinstance(value, list) else value


UID = KeyKind(validators.a_uid, {"$ref": "#/$defs/uid"}, str)
TIME = KeyKind(
    validators.a_timestamp,
    {"$ref": "#/$defs/moment"},
    lambda time: time.astimezone(UTC).isoformat(),
)
DAY = KeyKind(
    validators.a_day,
    {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    date.isoformat,
)
CLOCK = KeyKind(
    validators.a_clock_time,
    {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"},
    lambda time: f"{time:%H:%M}",
)
FLAG = KeyKind(validators.a_flag, {"type": "boolean"})
DIRECTION = KeyKind(validators.a_direction, {"enum": [1, -1]})
RULESET = KeyKind(validators.a_ruleset, {"$ref": "#/$defs/ruleset"}, Ruleset.dump)
TEXT_KEYS = tuple(Key(fact.key, text(fact.longest), "") for fact in TEXTS)
COLOUR = whole(0, limits.COLOURS - 1)
PHOTO = KeyKind(
    _photo,
    {"type": "string", "contentEncoding": "base64", "maxLength": LETTERS},
    lambda image: b64encode(image).decode(),
)
COUNT = whole(0, limits.MATCHES)
NAME = KeyKind(_name, {"type": "string", "minLength": 1, "maxLength": limits.NAME})
# empty if it was erased
PERSON_NAME = KeyKind(_person_name, {"type": "string", "maxLength": limits.NAME})
ZONE = KeyKind(_zone, {"type": "string", "minLength": 1, "maxLength": limits.KEY})
MERGED_SEATS = KeyKind(
    _merged_seats,
    _table_schema(limits.MATCHES, "merged_seat"),
    lambda seats: [[str(match), position] for match, position in seats],
)
ENTRY = KeyKind(_payload, {"$ref": "#/$defs/entry"}, _entry_text)
CLIENT_KEY = KeyKind(
    _client_key, {"type": "string", "minLength": 1, "maxLength": limits.KEY}
)
PLAN = KeyKind(_payload, {"$ref": "#/$defs/night_plan"}, _in_order)
NIGHT_ENTRIES = KeyKind(
    _night_entries,
    _table_schema(limits.NIGHT_EVENTS, "night_entry"),
    lambda rows: [
        [row.kind, _in_order(row.payload), TIME.write(row.at)] for row in rows
    ],
)
NIGHT_TABLES = KeyKind(
    _night_tables,
    _table_schema(limits.NIGHT_TABLES, "night_table"),
    lambda rows: [[row.round, row.table, str(row.match)] for row in rows],
)
