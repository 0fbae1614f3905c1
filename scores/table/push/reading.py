"""Reads the body of a push. What comes out can be judged; everything else is refused as a whole."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError

from rules.errors import BadRecord, Illegal, Malformed
from rules.events import RulesChanged
from rules.kinds import (
    AnyObject,
    ByKey,
    Document,
    Key,
    Kind,
    Listed,
    OpenObject,
    Row,
    Whole,
    a_list,
    an_object,
    within,
)
from rules.match import log_json
from rules.match.board import new_board
from rules.match.corrections import Amended, Entry
from rules.match.log_json import payload_with_names
from rules.numbers import Bound
from rules.ruleset import KNOBS
from rules.validators import DAY, DIRECTION, RULESET, UID, Name, OneLine, parse_json
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
    document = document_of(body)
    mutations = document.get("mutations")
    if isinstance(mutations, list) and len(mutations) > MOST_MUTATIONS:
        raise TooMany
    push: Push = PUSH.read(document)
    return push


def document_of(body: bytes) -> Document:
    """The JSON object of a body. Raises TooLarge and Malformed."""
    if len(body) > MOST_BYTES:
        raise TooLarge
    try:
        return an_object(parse_json(body.decode(), LATEST))
    except UnicodeDecodeError as error:
        raise Malformed("no UTF-8") from error


def _mutation(
    key: str, at: int, entry: tuple[Any, Document], names: dict[str, str], target: Any
) -> Mutation:
    kind, payload = entry
    if kind not in KINDS:
        raise BadRecord(f"no kind: {kind!r:.60}", "entry", "entry", 0)
    target = KEY.read(target) if kind in ("undo", "redo") else None
    mutation = Mutation(key, at, kind, payload, names, target)
    _check(_with_any_seats(mutation))
    return mutation


class _SeatName(OneLine):
    """What names a seat: its number, or the key of the entry with which somebody joined."""

    def read(self, value: Any) -> str:
        return str(value) if type(value) is int else OneLine.read(self, value)


KEY = Name(KEY_AT_MOST)
SEAT_NAME = _SeatName(len(JOINED) + KEY_AT_MOST)
MUTATION = OpenObject(
    _mutation,
    Key("key", KEY),
    Key("at", Whole(-LATEST, LATEST)),
    Key("entry", Row(tuple, KEY, AnyObject())),
    # the names of seats as they were shown, by what names each seat
    Key("names", ByKey(SEAT_NAME, OneLine(SHOWN_AT_MOST), log_json.SEATED)),
    Key("target", Kind(), None),
)
PUSH = OpenObject(
    Push,
    Key("seen", OneLine(KEY_AT_MOST)),
    Key("mutations", Listed(MUTATION, Bound(0, MOST_MUTATIONS))),
)


def moment_of(milliseconds: int) -> datetime | None:
    """The time of a phone's clock; None for a year that no calendar has."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _with_any_seats(mutation: Mutation) -> Entry:
    """The entry with a number for each name of a seat and 0 for each index: enough to check all the rest."""
    payload = mutation.payload
    if mutation.kind == "join":
        NAME.read(payload.get("name"))
        payload = {"player": 0, **payload}
    seats: dict[str, int] = {}
    seated = payload_with_names(
        payload, lambda name: seats.setdefault(SEAT_NAME.read(name), len(seats))
    )
    if mutation.kind == "amend":
        changes = a_list(seated.get("changes"), Bound(1, MOST_CHANGES))
        seated["changes"] = list(map(_with_any_index, changes))
    return log_json.load({**seated, "type": mutation.kind})


def _with_any_index(value: Any) -> Document:
    change = an_object(value)
    of = change.get("of")
    kind = Row(tuple, KEY, Whole(0, MOST_CHANGES)) if isinstance(of, list) else KEY
    kind.read(of)
    return {**change, "at": 0}


def _check(entry: Entry) -> None:
    """Raise BadRecord for what no form of ours can have made."""
    if isinstance(entry, Amended):
        events = [change.event for change in entry.changes if change.event is not None]
        if not all(isinstance(event, PUT_IN) for event in events):
            raise BadRecord("a correction that no page makes", "entry")
    log_json.verify_bounds(entry)
    if isinstance(entry, RulesChanged) and not set(entry.options) <= TURNED_LATER:
        raise BadRecord("knobs that no page turns", "entry")


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


class _MatchKey(Kind):
    def read(self, value: Any) -> UUID:
        try:
            return UUID(hex=OneLine(32).read(value))
        except ValueError as error:
            raise BadRecord("no key", "uid") from error


NAME = Name(NAME_AT_MOST, tidy)
START = OpenObject(
    dict,
    Key("key", _MatchKey()),
    Key("at", Whole(-LATEST, LATEST)),
    Key(
        "facts",
        OpenObject(
            dict,
            Key(
                "players",
                Listed(
                    OpenObject(dict, Key("name", NAME), Key("uid", UID, None)),
                    Bound(2, SEATS_AT_MOST),
                ),
            ),
            Key("ruleset", RULESET),
            Key("first_dealer", Whole(0, SEATS_AT_MOST)),
            Key("direction", DIRECTION),
            Key("played_on", DAY),
            *(Key(fact.key, OneLine(fact.longest, tidy), "") for fact in TEXTS),
            Key("circle", OneLine(CODE_AT_MOST)),
            Key("previous", OneLine(CODE_AT_MOST)),
            Key("save_as", OneLine(NAME_AT_MOST, tidy)),
        ),
    ),
)


def start_of(body: bytes) -> Start:
    """Raises TooLarge, and Malformed for what is no match."""
    asked = START.read(document_of(body))
    sent = asked["facts"]
    people = sent["players"]
    return Start(
        key=asked["key"],
        happened_at=moment_of(asked["at"]),
        facts=_facts(sent),
        names=[person["name"] for person in people],
        uids={
            index: person["uid"] for index, person in enumerate(people) if person["uid"]
        },
        circle=sent["circle"],
        previous=sent["previous"],
        save_as=sent["save_as"],
    )


def _facts(sent: Document) -> MatchFacts:
    """What `MatchFacts.dump` made. Raises Malformed also for a number of players that the rules refuse."""
    players = len(sent["players"])
    played_on = None
    with suppress(
        ValidationError
    ):  # a wrong clock: then it is the evening on which the match began
        verify_played(None, sent["played_on"])
        played_on = sent["played_on"]
    facts = MatchFacts(
        sent["ruleset"],
        within("first_dealer", Whole(0, players - 1).read, sent["first_dealer"]),
        sent["direction"],
        played_on,
        {fact.key: sent[fact.key] for fact in TEXTS},
    )
    try:
        new_board(facts.ruleset, players, facts.first_dealer, facts.direction)
    except Illegal as refusal:
        raise Malformed(str(refusal)) from refusal
    return facts
