"""The answer to a push: what was written, why it stopped, and what the phone's document lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scores.core import versions
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import NEWS, news_of
from scores.group.sharing import claims
from scores.models import LogRow
from scores.table.board.document import faces, item, names, uids
from scores.table.board.seat_rows import totals
from scores.table.push.writing import Batch


def answer(batch: Batch) -> dict[str, Any]:
    sheet = batch.sheet
    return {
        "written": batch.written,
        "stopped": _stopped(batch),
        "entries": [item(row) for row in sheet.rows[batch.seen or 0 :]],
        "version": sheet.match.version,
        "seen": versions.board_etag(sheet.match.version, sheet.match.role),
        "names": names(sheet.seats),
        "faces": faces(sheet.seats),
        "uids": uids(sheet.seats),
        "totals": totals(sheet),
    }


def _stopped(batch: Batch) -> dict[str, Any] | None:
    if batch.stopped is None:
        return None
    mutation, stop = batch.stopped
    since = _news(batch.sheet, stop.since[-NEWS:])
    return {"key": mutation.key, "why": stop.why, "reasons": list(stop.reasons), "since": since}


def _news(sheet: Sheet, rows: Sequence[LogRow]) -> list[dict[str, Any]]:
    """What others wrote, in sentences, and who: the player that the holder of that phone says he is."""
    seats = claims.seats_by_phone(sheet.match, [row.by_id for row in rows]) if rows else {}
    return [
        {
            "key": row.client_key,
            "kind": row.kind,
            "told": news_of(sheet.log, row.seq, sheet.names),
            "by": sheet.names.get(seats.get(row.by_id or 0, -1), ""),
        }
        for row in rows
    ]
