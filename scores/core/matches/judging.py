"""Judges one more entry of a match, before it is written: for the log on the server, and for a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rules.match import log_json
from rules.match.corrections import Entry, verify_lines
from rules.match.log_size import verify_room
from scores.core.matches.scoresheet import Sheet

if TYPE_CHECKING:
    from scores import models


class Stale(Exception):
    """The form was rendered for another entry number than the next one of `sheet`, which is as it is stored
    now; `since` are the entries written after the form was rendered.
    """

    code = "stale"

    def __init__(self, sheet: Sheet, since: Sequence[models.LogRow]) -> None:
        self.sheet, self.since = sheet, since


class KeyReused(Exception):
    """The client key was used before, for the entry `written`, which has other content."""

    code = "key-reused"

    def __init__(self, sheet: Sheet, written: models.LogRow) -> None:
        self.sheet, self.written = sheet, written


def judged(
    sheet: Sheet,
    entry: Entry,
    seq: int,
    client_key: str,
    make_row: Callable[[Sheet, str, dict[str, Any]], models.LogRow],
) -> Sheet:
    """The sheet with `entry` as its next row, `make_row(sheet, kind, payload)`; `sheet` itself for a repeated
    POST (same key, same content).

    Raises KeyReused for the key with other content, Stale if `seq` is not the next number, Illegal if the
    rules refuse the entry.
    """
    kind, payload = kind_and_payload(entry)
    written = next((row for row in sheet.rows if row.client_key == client_key), None)
    if written:
        if (written.kind, written.payload) != (kind, payload):
            raise KeyReused(sheet, written)
        return sheet
    if seq != sheet.seq:
        raise Stale(sheet, sheet.rows[seq:] if seq < sheet.seq else [])
    verify_room(sheet.match.players_at_start, sheet.log, entry)
    longer = sheet.with_row(make_row(sheet, kind, payload))
    verify_lines(longer.lines, longer.replay)
    return longer


def kind_and_payload(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The entry as a row of the log has it."""
    payload = log_json.dump(entry)
    return payload.pop("type"), payload
