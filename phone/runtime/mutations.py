"""Mutations in a phone: those that wait, written to the log of a document, and those that a phone makes.

A phone gives a document and what waits on it, in order. As on the server, names become places in
`scores.core.matches.named_entries`.
"""

from collections.abc import Sequence
from typing import Any

from phone.runtime.match_document import DocumentEntry, DocumentMatch, DocumentSeat, SeatedPlayer
from rules.errors import Illegal, Malformed
from rules.events import Seat
from rules.match.corrections import Step
from scores.core.matches.named_entries import Misplaced, mutation_of, named, placed, reasons, why_refused
from scores.core.matches.scoresheet import Sheet, judged
from scores.core.notation.names import same_name
from scores.core.notation.numbers import plus
from scores.core.wording.log_lines import news_of

Payload = dict[str, Any]


def sheet_with(document: Payload, mutations: Sequence[Payload]) -> tuple[Sheet, Payload]:
    """The sheet of the document with the mutations, up to the first that is stuck (`with_mutation`)."""
    match: Any = DocumentMatch(document)
    sheet = Sheet(match)
    for mutation in mutations:
        sheet, stuck = with_mutation(sheet, mutation)
        if stuck:
            return sheet, stuck
    return sheet, {}


def with_mutation(sheet: Sheet, mutation: Payload) -> tuple[Sheet, Payload]:
    """The sheet with the mutation as its next entry; the same sheet if it is written already, or is stuck:
    then also its `key`, and as the server says it `why` it cannot be written, and `reasons` in sentences.
    """
    said = mutation_of(mutation)
    if any(row.client_key == said.key for row in sheet.rows):
        return sheet, {}

    def make_row(kind: str, payload: Payload) -> Any:
        return DocumentEntry(sheet.seq, kind, payload, said.at, said.key, name)

    name = said.payload["name"] if said.kind == "join" else ""
    seat = seat_of(sheet, said.key, name) if name else None
    seated = sheet if seat is None else with_seat(sheet, seat, name)
    try:
        return judged(seated, placed(seated, said, seat), seated.seq, said.key, make_row), {}
    except Misplaced as misplaced:
        why, sentences = misplaced.why, reasons(sheet, said, misplaced.why)
    except Malformed:
        why, sentences = "illegal", []
    except Illegal as refusal:
        why, sentences = why_refused(seated, refusal)
    return sheet, {"key": said.key, "why": why, "reasons": sentences}


def document_of(sheet: Sheet) -> Payload:
    """The document of the match with the log of the sheet."""
    document: Payload = sheet.match.document
    rows: Any = sheet.rows
    return {**document, "entries": [row.dump() for row in rows]}


def keys_dropped_with(document: Payload, mutations: Sequence[Payload], key: str) -> list[str]:
    """The keys of the mutations that go if the one with this key is dropped: itself, and those that cannot be
    written without it.
    """
    sheet, keys = sheet_with(document, [])[0], list[str]()
    for mutation in mutations:
        stuck: Payload = {}
        if mutation["key"] != key:
            sheet, stuck = with_mutation(sheet, mutation)
        if stuck or mutation["key"] == key:
            keys.append(mutation["key"])
    return keys


# Who joins


def with_seat(sheet: Sheet, seat: Seat, name: str) -> Sheet:
    """The sheet with this seat for who joins."""
    if seat in sheet.names:
        return sheet
    seats: list[Any] = [*sheet.seats, DocumentSeat(seat, SeatedPlayer(name))]
    return Sheet(sheet.match, seats=seats, rows=sheet.rows)


def seat_of(sheet: Sheet, key: str, name: str) -> Seat:
    """As the server gives it: for a repeated form the seat of the first, then an empty seat of that name,
    then a new one.
    """
    for row in sheet.rows:
        seat = row.payload.get("player") if row.client_key == key else None
        if seat in sheet.names and same_name(sheet.names[seat], name):
            return seat
    empty = [seat for seat in sheet.seats if seat.position not in sheet.board.standings]
    called = [seat.position for seat in empty if same_name(seat.player.display_name, name)]
    return called[0] if called else len(sheet.seats)


# What a phone has written


def written_facts(before: Sheet, after: Sheet) -> Payload:
    """The mutation that the newest entry of `after` is, and what a page says about it."""
    row: Any = after.rows[-1]
    mutation = named(
        before, row.kind, row.payload, key=row.client_key, at=row.milliseconds, joined_as=row.joined_as
    )
    told = news_of(after.log, after.seq - 1, after.names)
    step = after.last_step
    is_hand = step is not None and step.is_hand and row.kind == "hand"
    return {"mutation": mutation.dump(), "told": told, **(_facts_of_hand(step) if step and is_hand else {})}


def _facts_of_hand(step: Step) -> Payload:
    """The points that the rows of a board show for a hand, by seat, and its number."""
    points = {str(seat): step.points(seat) for seat in step.before.order}
    shown = {seat: plus(added) for seat, added in points.items() if added is not None}
    return {"points": shown, "hand": str(step.hand_number)}
