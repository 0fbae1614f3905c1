"""A whole match as one JSON document: `write` makes it, `read` gives back an equal record.

The document is described in docs/RECORDS.md and docs/record.schema.json. It holds facts only: no total and no
winner, because the rules compute them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules.match import log_json
from rules.records.model import Record, RecordedEntry
from rules.records.parser import VERSION, load
from rules.records.seat_names import renamed
from rules.records.validators import Document, parsed


def write(record: Record) -> str:
    """The record as text; `read` gives an equal one back."""
    return json.dumps(dump(record), ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> Record:
    """The record that `text` holds. Raises BadRecord for anything else, a text that breaks off included."""
    return load(parsed(text))


def dump(record: Record) -> Document:
    """The record as a JSON object; `load` gives an equal one back."""
    ids = _ids(record.names)
    people = [{"id": player_id, "name": name} for player_id, name in zip(ids, record.names, strict=True)]
    document: Document = {"reenganche": VERSION}
    if record.uid is not None:
        document["uid"] = str(record.uid)
    if record.played_on is not None:
        document["played_on"] = record.played_on.isoformat()
    document |= {key: getattr(record, key) for key in ("rules_name", "currency") if getattr(record, key)}
    document |= {"ruleset": record.ruleset.dump(), "players": people[: len(record.players)]}
    if record.joined:
        document["joined"] = people[len(record.players) :]
    if record.teams is not None:
        document["teams"] = [[ids[seat] for seat in team] for team in record.teams]
    document |= {"dealer": ids[record.dealer], "direction": record.direction}
    if record.start:
        document["start"] = {ids[seat]: total for seat, total in sorted(record.start.items())}
    return document | {"entries": [_dump_entry(recorded, ids) for recorded in record.entries]}


def _ids(names: Sequence[str]) -> list[str]:
    """The ids by seat: the name, or the name and the first number that makes it unique."""
    ids: list[str] = []
    for name in names:
        player_id, number = name, 1
        while player_id in ids or (number > 1 and player_id in names):
            number += 1
            player_id = f"{name} {number}"
        ids.append(player_id)
    return ids


def _dump_entry(recorded: RecordedEntry, ids: Sequence[str]) -> Document:
    document: Document = {"entry": renamed(log_json.dump(recorded.entry), lambda seat, _: ids[int(seat)])}
    if recorded.at is not None:
        document["at"] = recorded.at.isoformat()
    if recorded.happened_at is not None:
        document["happened_at"] = recorded.happened_at.isoformat()
    return document
