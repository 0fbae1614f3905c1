"""Checks of imported values beyond their JSON types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.errors import Illegal
from rules.events import Penalised, RulesChanged
from rules.match.board import Board, new_board
from rules.match.corrections import Amended, Entry, Redone, Undone, plays
from rules.match.log_size import LogSize, lines_of
from rules.records.places import inside
from rules.records.validators import BadRecord, a_name, a_text
from scores.notation.names import tidy
from scores.transfer import limits
from scores.transfer.lines import FileLine, HouseRulesLine, MatchLine, PersonLine


def check_board(match: MatchLine, place: str) -> None:
    """Raise BadRecord if the rules do not allow this number of players or these teams."""
    try:
        first_board(match)
    except Illegal as illegal:
        raise BadRecord(inside(place, "ruleset"), str(illegal), "teams") from illegal


def check_penalties(log: Sequence[Entry], place: str) -> None:
    """Raise BadRecord for a penalty above limits.POINTS: the rules have no bound."""
    for index, entry in enumerate(log):
        events = [change.event for change in entry.changes] if isinstance(entry, Amended) else [entry]
        if any(isinstance(event, Penalised) and abs(event.points) > limits.POINTS for event in events):
            raise BadRecord(f"{place}.entries[{index}].entry", f"more than {limits.POINTS}", "number")


def check_size(match: MatchLine, place: str, bounds: limits.Bounds) -> None:
    """Raise BadRecord for a log that no table here could have, or whose corrections make it cost too much."""
    if bounds.is_like_a_table:
        _check_room(match, place)
    if _scanned([row.entry for row in match.rows]) > bounds.scanned or work_of(match) > bounds.match:
        raise BadRecord(f"{place}.entries", "corrections of corrections", "many")


def _check_room(match: MatchLine, place: str) -> None:
    size = LogSize(match.at_start)
    for index, row in enumerate(match.rows):
        try:
            size.verify(row.entry)
        except Illegal as full:
            raise BadRecord(f"{place}.entries[{index}].entry", str(full), full.code) from full
        size.add(row.entry)


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
    if isinstance(line, PersonLine):
        return limits.PERSON_WORK
    if isinstance(line, HouseRulesLine):
        return limits.RULES_WORK
    if not isinstance(line, MatchLine):
        return 0
    log = [row.entry for row in line.rows]
    each = limits.PLAY_WORK + limits.SEAT_WORK * len(line.seats)
    changes = sum(isinstance(entry, RulesChanged) for entry in log)
    written = limits.MATCH_WORK + limits.ENTRY_WORK * len(log) + limits.RULES_CHANGE_WORK * changes
    return written + each * plays(log)


def first_board(match: MatchLine) -> Board:
    return new_board(match.ruleset, match.at_start, dealer=match.dealer, direction=match.direction)


def a_tidy(value: Any, place: str, longest: int) -> str:
    """A text cleaned as the forms of the app clean it."""
    return tidy(a_text(value, place, longest))


def a_nameless(value: Any, place: str) -> str:
    """The name of an erased player: always empty."""
    a_text(value, place, limits.NAME)
    return ""


def a_key(value: Any, place: str) -> str:
    """The client key of an entry: any text of limited length."""
    if not isinstance(value, str) or not 0 < len(value) <= limits.KEY:
        raise BadRecord(place, f"no key: {value!r:.60}", "name")
    return value


def a_tidy_name(value: Any, place: str) -> str:
    name = tidy(a_name(value, place, limits.NAME))
    if not name:
        raise BadRecord(place, "nothing to see", "name")
    return name
