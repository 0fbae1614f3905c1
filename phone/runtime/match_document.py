"""The match of a document: for `Sheet` and the templates what a row of the table is on the server. Mutations:
those that wait, written to its log in their order, and those that a phone makes.

The document is that of `scores/table/board/document.py`. A phone appends to its `entries` what waits there.
As on the server, names become indices in `scores.core.matches.named_entries`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse

from phone.runtime.stand_ins.app import time_of
from rules.errors import Illegal, Malformed
from rules.events import Seat
from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core.match_facts import TEXTS
from scores.core.matches.named_entries import (
    Misplaced,
    entry_of_mutation,
    mutation_of,
    mutation_of_entry,
    reasons,
    why_refused,
)
from scores.core.matches.scoresheet import Sheet, sheet_with_entry
from scores.core.notation.names import same_name
from scores.core.notation.numbers import plus
from scores.core.wording.log_lines import news_of

Payload = dict[str, Any]
FORMAT = 1
# Roles
WATCH = 1
SCORE = 2
OWN = 3


@dataclass(frozen=True)
class SeatedPlayer:
    """A player, by the name that is shown."""

    display_name: str
    emoji: str = ""
    chosen_colour: int | None = None
    photo: str = ""  # its address


@dataclass(frozen=True)
class DocumentSeat:
    position: int
    player: SeatedPlayer


@dataclass(frozen=True)
class DocumentEntry:
    """One entry of the log."""

    seq: int
    kind: str
    payload: dict[str, Any]
    milliseconds: int
    client_key: str = ""
    # of a player who joins: the name, until the server has the seat
    joined_as: str = ""

    @property
    def happened_at(self) -> datetime:
        return time_of(self.milliseconds)

    def dump(self) -> list[Any]:
        """The entry as an item of the `entries` of a document."""
        name = [self.joined_as] if self.joined_as else []
        return [self.kind, self.payload, self.milliseconds, self.client_key, *name]


@dataclass(frozen=True)
class Rematch:
    """Another match, of which only the address is known."""

    code: str

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])


class DocumentMatch:
    """The match of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        if document["format"] != FORMAT:
            raise ValueError("a document of another version")
        self.document = document
        self.code: str = document["code"]
        self.pk = self.code
        self.role: int = document["role"]
        self.ruleset: dict[str, Any] = document["ruleset"]
        for fact in TEXTS:
            setattr(self, fact.key, document.get(fact.key, ""))
        self.players_at_start: int = document["players_at_start"]
        self.first_dealer: int = document["first_dealer"]
        self.direction: int = document["direction"]
        self.night_table: int | None = document.get("night_table")
        self.played_on = date.fromisoformat(document["played_on"])
        self.archived_at: bool = document["is_archived"]
        self.created_at = time_of(document["created_at"])

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)

    @property
    def rematch(self) -> Rematch | None:
        code = self.document["rematch"]
        return Rematch(code) if code else None

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    def utc_offset_at(self, milliseconds: int) -> int:
        """By how many minutes the circle's clock is then ahead of UTC."""
        offsets: list[list[int]] = self.document["utc_offsets"]
        return [
            minutes
            for start, minutes in offsets
            if start <= milliseconds or start == offsets[0][0]
        ][-1]

    def read_seats(self) -> list[DocumentSeat]:
        names: list[Any] = [*self.document["names"]]
        for row in self.read_rows():
            if row.joined_as and all(
                row.payload["player"] != position for position, _name in names
            ):
                names.append([row.payload["player"], row.joined_as])
        faces = {position: face for position, *face in self.document["faces"]}
        photos = dict(self.document.get("photos", []))
        seats = []
        for seat, name in names:
            emoji, colour = faces.get(seat, ["", None])
            player = SeatedPlayer(name, emoji, colour, photos.get(seat, ""))
            seats.append(DocumentSeat(seat, player))
        return seats

    def photo_of(self, player: SeatedPlayer) -> str:
        return player.photo

    def read_rows(self) -> list[DocumentEntry]:
        return [
            DocumentEntry(seq, *entry)
            for seq, entry in enumerate(self.document["entries"])
        ]


def blank_document(
    payload: Payload, document: Mapping[str, Any], role: int, utc_offset: int
) -> Payload:
    """What is the same in the document of every match that the server does not know yet."""
    return {
        "format": FORMAT,
        "code": payload["code"],
        "version": 0,
        "role": role,
        "seen": f"-1.{role}",  # older than each board of the server
        "language": document["language"],
        "is_unsent": True,
        "is_archived": False,
        "night_table": None,
        "created_at": payload["now"],
        "entries": [],
        "utc_offsets": [[payload["now"], utc_offset]],
        "links": [],
        "rematch": None,
        "poll_ms": document["poll_ms"],
        "static": document["static"],
    }


# Mutations


def sheet_with(
    document: Payload, mutations: Sequence[Payload]
) -> tuple[Sheet, Payload]:
    """The sheet of the document with the mutations, up to the first that is stuck (`with_mutation`)."""
    match: Any = DocumentMatch(document)
    sheet = Sheet(match, shows_photos=True)
    for mutation in mutations:
        sheet, stuck = with_mutation(sheet, mutation)
        if stuck:
            return sheet, stuck
    return sheet, {}


def with_mutation(sheet: Sheet, mutation: Payload) -> tuple[Sheet, Payload]:
    """The sheet with the mutation as its next entry; the same sheet if it is written already, or is stuck:
    then also its `key`, and as the server says it `why` it cannot be written, and `reasons` in sentences.
    """
    named_mutation = mutation_of(mutation)
    if any(row.client_key == named_mutation.key for row in sheet.rows):
        return sheet, {}

    def make_row(kind: str, payload: Payload) -> Any:
        return DocumentEntry(
            sheet.seq, kind, payload, named_mutation.at, named_mutation.key, name
        )

    name = named_mutation.payload["name"] if named_mutation.kind == "join" else ""
    seat = seat_of(sheet, named_mutation.key, name) if name else None
    seated = sheet if seat is None else with_seat(sheet, seat, name)
    try:
        return sheet_with_entry(
            seated,
            entry_of_mutation(seated, named_mutation, seat),
            seated.seq,
            named_mutation.key,
            make_row,
        ), {}
    except Misplaced as misplaced:
        why = misplaced.why
        sentences = reasons(sheet, named_mutation, misplaced.why)
    except Malformed:
        why = "illegal"
        sentences = []
    except Illegal as refusal:
        why, sentences = why_refused(seated, refusal)
    return sheet, {"key": named_mutation.key, "why": why, "reasons": sentences}


def document_of(sheet: Sheet) -> Payload:
    """The document of the match with the log of the sheet."""
    document: Payload = sheet.match.document
    rows: Any = sheet.rows
    return {**document, "entries": [row.dump() for row in rows]}


def keys_dropped_with(
    document: Payload, mutations: Sequence[Payload], key: str
) -> list[str]:
    """The keys of the mutations that go if the one with this key is dropped: itself, and those that cannot be
    written without it.
    """
    sheet = sheet_with(document, [])[0]
    keys = list[str]()
    for mutation in mutations:
        stuck: Payload = {}
        if mutation["key"] != key:
            sheet, stuck = with_mutation(sheet, mutation)
        if stuck or mutation["key"] == key:
            keys.append(mutation["key"])
    return keys


def with_seat(sheet: Sheet, seat: Seat, name: str) -> Sheet:
    """The sheet with this seat for who joins."""
    if seat in sheet.names:
        return sheet
    seats: list[Any] = [*sheet.seats, DocumentSeat(seat, SeatedPlayer(name))]
    return Sheet(
        sheet.match, seats=seats, rows=sheet.rows, shows_photos=sheet.shows_photos
    )


def seat_of(sheet: Sheet, key: str, name: str) -> Seat:
    """The seat that the server gives: for a repeated form the seat of the first, then an empty seat of that
    name, then a new one.
    """
    for row in sheet.rows:
        seat = row.payload.get("player") if row.client_key == key else None
        if seat in sheet.names and same_name(sheet.names[seat], name):
            return seat
    empty = [seat for seat in sheet.seats if seat.position not in sheet.board.standings]
    called = [
        seat.position for seat in empty if same_name(seat.player.display_name, name)
    ]
    return called[0] if called else len(sheet.seats)


def written_facts(before: Sheet, after: Sheet) -> Payload:
    """The mutation that the newest entry of `after` is, and what a page says about it."""
    row: Any = after.rows[-1]
    mutation = mutation_of_entry(
        before,
        row.kind,
        row.payload,
        key=row.client_key,
        at=row.milliseconds,
        joined_as=row.joined_as,
    )
    facts: Payload = {
        "mutation": mutation.dump(),
        "told": news_of(after.log, after.seq - 1, after.names),
    }
    step = after.last_step
    if step is None or not step.is_hand or row.kind != "hand":
        return facts
    # The points that the rows of a board show.
    scored = [(str(seat), step.points(seat)) for seat in step.before.order]
    points = {seat: plus(added) for seat, added in scored if added is not None}
    return {**facts, "points": points, "hand": str(step.hand_number)}
