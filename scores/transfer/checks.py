"""Checks of imported values beyond their JSON types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.errors import Illegal
from rules.events import Penalised
from rules.match.board import Board, new_board
from rules.match.corrections import Amended, Entry, Redone, Undone, plays
from rules.records.validators import BadRecord, a_name, a_text, inside
from scores.notation.names import tidy
from scores.transfer import limits
from scores.transfer.lines import MatchLine


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


def replay_cost(match: MatchLine, place: str) -> int:
    """How many events a replay of the log plays. Raise BadRecord if nested corrections make it too many."""
    log = [row.entry for row in match.rows]
    corrections = sum(isinstance(entry, (Amended, Undone, Redone)) for entry in log)
    changes = sum(len(entry.changes) for entry in log if isinstance(entry, Amended))
    scanned = corrections * (1 + changes) * (len(log) + changes)
    cost = plays(log) if scanned <= limits.SCANNED_LINES else limits.PLAYS + 1
    if cost > limits.PLAYS:
        raise BadRecord(f"{place}.entries", "corrections of corrections", "many")
    return cost


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
