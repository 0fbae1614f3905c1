"""Reads the body of a push. What comes out can be judged; everything else is refused as a whole."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError

from rules.errors import Illegal, Malformed
from rules.events import RulesChanged
from rules.match import log_json
from rules.match.board import new_board
from rules.match.corrections import Amended, Entry
from rules.match.log_json import payload_with_names
from rules.ruleset import KNOBS
from rules.validators import (
    BadRecord,
    Document,
    a_day,
    a_direction,
    a_list,
    a_ruleset,
    a_text,
    a_uid,
    an_integer,
    an_object,
    check_numbers,
    parse_json,
)
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.dates import verify_played
from scores.core.matches.named_entries import JOINED, Mutation
from scores.core.notation.names import tidy
from scores.fields import NAME_AT_MOST
from scores.table.corrections.draft import MOST_CHANGES, PUT_IN
from scores.table.new_match.forms import SEATS_AT_MOST

MOST_BYTES = 256 * 1024
MOST_MUTATIONS = 100
KEY_AT_MOST = 64  # letters
# letters of a name as it is shown: namesakes have a number behind it
SHOWN_AT_MOST = 2 * NAME_AT_MOST
LATEST = 10**15  # milliseconds; a wrong clock refuses nothing
# The draw for the deal is done by the server: it hides the cards.
KINDS = frozenset(log_json.KINDS.values()) - {"draw"}
TURNED_LATER = {name for name, knob in KNOBS.items() if not knob.is_fixed}


class TooLarge(Exception):
    """The body has too many bytes."""


class TooMany(Exception):
    """The push has too many mutations."""


class Push(NamedTuple):
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
        for place, value in enumerate(
            a_list(mutations, "$.mutations", 0, MOST_MUTATIONS)
        )
    ]
    return Push(a_text(fields.get("seen"), "$.seen", KEY_AT_MOST), read)


def document_of(body: bytes) -> Document:
    """The JSON object of a body. Raises TooLarge and Malformed."""
    if len(body) > MOST_BYTES:
        raise TooLarge
    try:
        return an_object(parse_json(body.decode()), "$")
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


def _names(value: Any, place: str) -> dict[str, str]:
    """The names of seats as they were shown, by what names each seat."""
    names = an_object(value, place)
    if len(names) > log_json.SEATED.high:
        raise BadRecord(place, f"more than {log_json.SEATED.high}", "many")
    return {
        _a_seat(seat, place): a_text(name, place, SHOWN_AT_MOST)
        for seat, name in names.items()
    }


def _a_seat(value: Any, place: str) -> str:
    """What names a seat: its number, or the key of the entry with which somebody joined."""
    return (
        str(value)
        if type(value) is int
        else a_text(value, place, len(JOINED) + KEY_AT_MOST)
    )


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
    name = _line(value, place, NAME_AT_MOST)
    if not name:
        raise BadRecord(place, "no name", "name")
    return name


def _with_any_seats(mutation: Mutation, place: str) -> Entry:
    """The entry with a number for each name of a seat and 0 for each place: enough to check all the rest."""
    payload = mutation.payload
    check_numbers(payload, place)
    if mutation.kind == "join":
        a_tidy_name(payload.get("name"), place)
        payload = {"player": 0, **payload}
    seats: dict[str, int] = {}
    seated = payload_with_names(
        payload, lambda name, _place: seats.setdefault(_a_seat(name, place), len(seats))
    )
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
    log_json.verify_bounds(entry)
    if isinstance(entry, RulesChanged) and not set(entry.options) <= TURNED_LATER:
        raise BadRecord(place, "knobs that no page turns", "entry")


# A match that a phone made


CODE_AT_MOST = 16  # letters, as a column of codes has room for


class Start(NamedTuple):
    """A match that a phone has made. `previous` is the code of the match whose rematch it is, or empty."""

    key: UUID
    happened_at: datetime | None
    facts: MatchFacts
    names: list[str]
    uids: dict[int, UUID]  # of players whom the phone knows
    circle: str  # a code, "new", or empty
    previous: str
    save_as: str


def start_of(body: bytes) -> Start:
    """Raises TooLarge, and Malformed for what is no match."""
    asked = document_of(body)
    sent = an_object(asked.get("facts"), "$.facts")
    people = [
        an_object(person, "$")
        for person in a_list(sent.get("players"), "$", 2, SEATS_AT_MOST)
    ]
    facts = _facts(sent, len(people))
    return Start(
        key=_key(asked.get("key")),
        happened_at=a_moment(asked.get("at"), "$"),
        facts=facts,
        names=[a_tidy_name(person.get("name"), "$") for person in people],
        uids={
            place: a_uid(person["uid"], "$")
            for place, person in enumerate(people)
            if "uid" in person
        },
        circle=a_text(sent.get("circle"), "$", CODE_AT_MOST),
        previous=a_text(sent.get("previous"), "$", CODE_AT_MOST),
        save_as=_line(sent.get("save_as"), "$", NAME_AT_MOST),
    )


def _facts(sent: Document, players: int) -> MatchFacts:
    """What `MatchFacts.dump` made. Raises Malformed also for a number of players that the rules refuse."""
    day = a_day(sent.get("played_on"), "$.played_on")
    played_on = None
    with suppress(
        ValidationError
    ):  # a wrong clock: then it is the evening on which the match began
        verify_played(None, day)
        played_on = day
    facts = MatchFacts(
        a_ruleset(sent.get("ruleset"), "$"),
        an_integer(sent.get("first_dealer"), "$", 0, players - 1),
        a_direction(sent.get("direction"), "$"),
        played_on,
        {fact.key: _line(sent.get(fact.key, ""), "$", fact.longest) for fact in TEXTS},
    )
    try:
        new_board(facts.ruleset, players, facts.first_dealer, facts.direction)
    except Illegal as refusal:
        raise Malformed(str(refusal)) from refusal
    return facts


def _key(value: Any) -> UUID:
    try:
        return UUID(hex=a_text(value, "$.key", 32))
    except ValueError as error:
        raise BadRecord("$.key", "no key", "uid") from error


def _line(value: Any, place: str, longest: int) -> str:
    """The cleaned line. It is measured again: some letters become two when accents get one form."""
    return a_text(tidy(a_text(value, place, longest)), place, longest)
