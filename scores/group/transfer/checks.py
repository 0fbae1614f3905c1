"""Checks of an imported match beyond the kinds of its values."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from rules.errors import Illegal, Malformed
from rules.events import Penalised, RulesChanged
from rules.match import log_json
from rules.match.board import new_board
from rules.match.corrections import Amended, Entry, Redone, Undone, plays
from rules.match.log_size import LogSize, lines_of
from rules.records.seat_names import Rename, renamed
from rules.records.validators import BadRecord, Document
from rules.ruleset import Ruleset
from scores.core.matches.log import WrittenEntry
from scores.group.transfer import limits
from scores.group.transfer.lines import FileLine, HouseRulesLine, MatchLine, PersonLine
from scores.models import Match


def entry_of(payload: Document, place: str, rename: Rename) -> Entry:
    """The entry at `place`; `rename` makes a seat of what names a player, and of its place."""
    seated = renamed(payload, rename, place)
    try:
        return log_json.load(seated)
    except Malformed as error:
        raise BadRecord(place, str(error), "entry") from error


def check_board(ruleset: Ruleset, columns: Document, place: str) -> None:
    """Raise BadRecord if the rules do not allow this number of players or their teams."""
    try:
        new_board(ruleset, columns["players_at_start"], columns["first_dealer"], columns["direction"])
    except Illegal as illegal:
        raise BadRecord(place, str(illegal), "teams") from illegal


def match_line(
    columns: Document,
    seats: tuple[UUID, ...],
    rows: tuple[WrittenEntry, ...],
    place: str,
    bounds: limits.Bounds,
    number: int = 1,
) -> MatchLine:
    """The match with these columns. Raises BadRecord for a log that no table here could have, for a penalty
    above limits.POINTS, of which the rules have no bound, and for corrections that make it cost too much."""
    previous, ruleset = columns.pop("previous", None), columns.pop("ruleset")
    line = MatchLine(Match(**columns, ruleset=ruleset.dump()), seats, rows, previous, number, place)
    size = LogSize(line.match.players_at_start)
    for index, entry in enumerate(line.log):
        events = [change.event for change in entry.changes] if isinstance(entry, Amended) else [entry]
        if any(isinstance(event, Penalised) and abs(event.points) > limits.POINTS for event in events):
            raise BadRecord(f"{place}.entries[{index}].entry", f"more than {limits.POINTS}", "number")
    for index, entry in enumerate(line.log if bounds.is_like_a_table else ()):
        try:
            size.verify(entry)
        except Illegal as full:
            raise BadRecord(f"{place}.entries[{index}].entry", str(full), full.code) from full
        size.add(entry)
    if _scanned(line.log) > bounds.scanned or work_of(line) > bounds.match:
        raise BadRecord(f"{place}.entries", "corrections of corrections", "many")
    return line


def _scanned(log: Sequence[Entry]) -> int:
    """How many lines are looked at, at most, to find those that corrections change."""
    scanned = lines = 0
    for entry in log:
        lines += lines_of(entry)
        if isinstance(entry, (Amended, Undone, Redone)):
            scanned += lines * (len(entry.changes) if isinstance(entry, Amended) else 1)
    return scanned


def work_of(line: FileLine) -> int:
    """What it costs to import the line, in the unit of `limits`."""
    if not isinstance(line, MatchLine):
        return {PersonLine: limits.PERSON_WORK, HouseRulesLine: limits.RULES_WORK}.get(type(line), 0)
    each = limits.PLAY_WORK + limits.SEAT_WORK * len(line.seats)
    changes = sum(isinstance(entry, RulesChanged) for entry in line.log)
    written = limits.MATCH_WORK + limits.ENTRY_WORK * len(line.rows) + limits.RULES_CHANGE_WORK * changes
    return written + each * plays(line.log)
