"""The kinds of values that only files have, and how the keys of an object are declared as fields."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, field, fields
from datetime import UTC, datetime, time
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import available_timezones

from rules.errors import BadRecord
from rules.kinds import (
    AnyObject,
    Document,
    Key,
    Kind,
    Listed,
    Object,
    Row,
    Text,
    Whole,
    bad_value,
)
from rules.match import log_json
from rules.match.corrections import Entry
from rules.night.bounds import EVENTS, ROUNDS, TABLES
from rules.numbers import Bound
from rules.validators import (
    UID,
    YEARS,
    Name,
    OneLine,
)
from scores.circle.accounts.account import AccountPayment
from scores.circle.circles import photos
from scores.core.match_facts import TEXTS
from scores.core.notation.names import tidy
from scores.transfer import limits


class NightEntryLine(NamedTuple):
    """An event of a club night, which names people and matches by uid."""

    kind: str
    payload: Document
    at: datetime


class SittingLine(NamedTuple):
    round: int
    table: int
    match: UUID


LETTERS = photos.STORED * 4 // 3  # of a photo in base64


def key(kind: Kind, default: Any = MISSING) -> Any:
    """The field of a dataclass that is a key of this kind."""
    return field(default=default, metadata={"kind": kind})


@cache
def object_of(line: Any) -> Object:
    """The object whose keys are fields of a dataclass."""
    return Object(
        line,
        *(
            Key(field.name, field.metadata["kind"], field.default)
            for field in fields(line)
            if "kind" in field.metadata
        ),
    )


def without_version(document: Document, key: str, known: int) -> Document:
    """The other keys. Raises BadRecord unless the document is of this kind (`key`) and version."""
    if key not in document:
        raise BadRecord("is missing: this is no such document", "no-record", key)
    version = document[key]
    if type(version) is not int or version != known:
        reason = f"version {version!r:.60} is not known, only {known}"
        raise BadRecord(reason, "version", key)
    return {name: value for name, value in document.items() if name != key}


@contextmanager
def inside(*steps: str | int) -> Iterator[None]:
    """What is refused in the block stands there."""
    try:
        yield
    except BadRecord as bad:
        for step in reversed(steps):
            bad.add_step(step)
        raise


# Kinds


class NameOrNone(OneLine):
    """A name; empty where nobody has one any more."""

    code = "name"


class Timestamp(Kind):
    def read(self, value: Any) -> datetime:
        try:
            timestamp = datetime.fromisoformat(value)
        except (TypeError, ValueError) as error:
            raise bad_value("no time", value, "time") from error
        if timestamp.tzinfo is None:
            raise BadRecord("a time without its zone", "time")
        if timestamp.year not in YEARS or timestamp.astimezone(UTC).year not in YEARS:
            raise bad_value("no time of ours", value, "time")
        return timestamp

    def write(self, value: datetime) -> str:
        return value.astimezone(UTC).isoformat()


class ClockTime(Kind):
    def read(self, value: Any) -> time:
        try:
            return datetime.strptime(value, "%H:%M").time()
        except (TypeError, ValueError) as error:
            raise bad_value("no time of day", value, "time") from error

    def write(self, value: time) -> str:
        return f"{value:%H:%M}"


class Zone(Name):
    def read(self, value: Any) -> str:
        zone = Name.read(self, value)
        if zone not in _time_zones():
            raise bad_value("no time zone", zone, "zone")
        return zone


_time_zones = cache(available_timezones)


class Photo(Kind):
    def read(self, value: Any) -> bytes:
        try:
            return photos.photo_from_file(OneLine(LETTERS).read(value))
        except photos.BadPhoto as bad:
            raise BadRecord(str(bad), "photo") from bad

    def write(self, value: bytes) -> str:
        return b64encode(value).decode()


class EntryObject(AnyObject):
    """An entry as an object; whom it names is not checked."""

    def write(self, value: Entry) -> Document:
        return log_json.dump(value)


TIME = Timestamp()
TEXT_KEYS = tuple(Key(fact.key, OneLine(fact.longest, tidy), "") for fact in TEXTS)
COLOUR = Whole(0, limits.COLOURS - 1)
COUNT = Whole(0, limits.MATCHES)
NAME = Name(limits.NAME, tidy)
PERSON_NAME = NameOrNone(limits.NAME, tidy)  # empty if it was erased
KEY = Text(Bound(1, limits.KEY))
PLAN = AnyObject()
MERGED_SEATS = Listed(
    Row(tuple, UID, Whole(0, limits.SEATS - 1)), Bound(0, limits.MATCHES)
)
CURRENCY = next(key.kind for key in TEXT_KEYS if key.name == "currency")
PAYMENTS = Listed(
    Row(AccountPayment._make, CURRENCY, UID, UID, Whole(1, limits.CENTS)),
    Bound(0, limits.PAYMENTS),
)
NIGHT_ENTRIES = Listed(
    Row(NightEntryLine._make, Name(limits.KEY), AnyObject(), TIME), EVENTS
)
NIGHT_TABLES = Listed(
    Row(SittingLine._make, Whole(*ROUNDS), Whole(*TABLES), UID),
    Bound(0, limits.NIGHT_TABLES),
)
