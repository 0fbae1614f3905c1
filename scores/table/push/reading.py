"""Reads the body of a push. What comes out can be judged; everything else is refused as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rules.errors import Malformed
from rules.events import HandScored, Penalised, RulesChanged
from rules.match import log_json
from rules.match.corrections import Amended, Entry
from rules.records.seat_names import renamed
from rules.records.validators import (
    BadRecord,
    Document,
    a_list,
    a_text,
    an_integer,
    an_object,
    check_numbers,
    parsed,
)
from rules.ruleset import KNOBS
from scores.core.matches.named_entries import Mutation
from scores.core.notation.names import tidy
from scores.fields import NAME_AT_MOST
from scores.table.corrections.draft import MOST_CHANGES, PUT_IN
from scores.table.table_events.forms import PENALTY_AT_MOST

MOST_BYTES = 256 * 1024
MOST_MUTATIONS = 100
KEY_AT_MOST = 64  # letters
POINTS_AT_MOST = 999_999  # of one number: keeps every total within its column
LATEST = 10**15  # milliseconds; a wrong clock refuses nothing
# The draw for the deal is done by the server: it hides the cards.
KINDS = frozenset(log_json.KINDS.values()) - {"draw"}
TURNED_LATER = {name for name, knob in KNOBS.items() if not knob.is_fixed}


class TooLarge(Exception):
    """The body has too many bytes."""


class TooMany(Exception):
    """The push has too many mutations."""


@dataclass(frozen=True)
class Push:
    """`seen` is the key of the last entry that the user was shown; empty if there was none."""

    seen: str
    mutations: list[Mutation]


def push_of(body: bytes) -> Push:
    """Raises TooLarge, TooMany, and Malformed for what is no push."""
    fields = document_of(body)
    mutations = fields.get("mutations")
    if isinstance(mutations, list) and len(mutations) > MOST_MUTATIONS:
        raise TooMany
    read = [
        _mutation(value, f"$.mutations[{place}]")
        for place, value in enumerate(a_list(mutations, "$.mutations", 0, MOST_MUTATIONS))
    ]
    return Push(a_text(fields.get("seen"), "$.seen", KEY_AT_MOST), read)


def document_of(body: bytes) -> Document:
    """The JSON object of a body. Raises TooLarge and Malformed."""
    if len(body) > MOST_BYTES:
        raise TooLarge
    try:
        return an_object(parsed(body.decode()), "$")
    except UnicodeDecodeError as error:
        raise Malformed("no UTF-8") from error


def _mutation(value: Any, place: str) -> Mutation:
    fields = an_object(value, place)
    kind, payload = a_list(fields.get("entry"), f"{place}.entry", 2, 2)
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadRecord(place, f"no kind: {kind!r:.60}", "entry")
    mutation = Mutation(
        key=a_key(fields.get("key"), place),
        at=an_integer(fields.get("at"), place, -LATEST, LATEST),
        kind=kind,
        payload=an_object(payload, f"{place}.entry[1]"),
        names=_names(fields.get("names"), f"{place}.names"),
        target=a_key(fields.get("target"), place) if kind in ("undo", "redo") else None,
    )
    _check(_with_any_seats(mutation, place), place)
    return mutation


def a_moment(value: Any, place: str) -> datetime | None:
    """The time of a phone's clock, from milliseconds; None for a year that no calendar has."""
    milliseconds = an_integer(value, place, -LATEST, LATEST)
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def a_key(value: Any, place: str) -> str:
    if not value:
        raise BadRecord(place, "no key", "name")
    return a_text(value, place, KEY_AT_MOST)


def a_tidy_name(value: Any, place: str) -> str:
    name = tidy(a_text(value, place, NAME_AT_MOST))
    if not name:
        raise BadRecord(place, "no name", "name")
    return name


def _names(value: Any, place: str) -> dict[str, str]:
    names = an_object(value, place)
    if not all(isinstance(name, str) for name in names.values()):
        raise BadRecord(place, "no name", "name")
    return names


def _with_any_seats(mutation: Mutation, place: str) -> Entry:
    """The entry with a number for each name of a seat and 0 for each place: enough to check all the rest."""
    check_numbers(mutation.payload, place)
    if mutation.kind == "join":
        a_tidy_name(mutation.payload.get("name"), place)
    seats: dict[str, int] = {}
    payload = {"player": 0, **mutation.payload} if mutation.kind == "join" else mutation.payload
    seated = renamed(payload, lambda name, _place: seats.setdefault(str(name), len(seats)))
    if mutation.kind == "amend":
        changes = a_list(seated.get("changes"), place, 1, MOST_CHANGES)
        seated["changes"] = [_with_any_place(change, place) for change in changes]
    return log_json.load({**seated, "type": mutation.kind})


def _with_any_place(value: Any, place: str) -> Document:
    change = an_object(value, place)
    of = change.get("of")
    if isinstance(of, list):
        key, number = a_list(of, place, 2, 2)
        a_key(key, place)
        an_integer(number, place, 0, MOST_CHANGES)
    else:
        a_key(of, place)
    return {**change, "at": 0}


def _check(entry: Entry, place: str) -> None:
    """Raise BadRecord for what no form of ours can have made."""
    if isinstance(entry, Amended):
        events = [change.event for change in entry.changes if change.event is not None]
        if not all(isinstance(event, PUT_IN) for event in events):
            raise BadRecord(place, "a correction that no page makes", "entry")
        for event in events:
            _check(event, place)
    if isinstance(entry, Penalised):
        an_integer(entry.points, place, -PENALTY_AT_MOST, PENALTY_AT_MOST)
    if isinstance(entry, HandScored):
        numbers = (*entry.deadwood.values(), *entry.table.values(), *entry.buys.values(), entry.value or 0)
        for number in numbers:
            an_integer(number, place, -POINTS_AT_MOST, POINTS_AT_MOST)
    if isinstance(entry, RulesChanged) and not set(entry.options) <= TURNED_LATER:
        raise BadRecord(place, "knobs that no page turns", "entry")
