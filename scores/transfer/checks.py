"""What every file that is brought in has to stand up to, beyond the form of its values."""

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
    """Raises BadRecord where the rules have no place for so many."""
    try:
        first_board(match)
    except Illegal as illegal:
        raise BadRecord(inside(place, "ruleset"), str(illegal), "teams") from illegal


def check_penalties(log: Sequence[Entry], place: str) -> None:
    """Raises BadRecord for one that is beyond all reason: the rules know no bounds."""
    for index, entry in enumerate(log):
        written = [change.event for change in entry.changes] if isinstance(entry, Amended) else [entry]
        if any(isinstance(event, Penalised) and abs(event.points) > limits.POINTS for event in written):
            raise BadRecord(f"{place}.entries[{index}].entry", f"more than {limits.POINTS}", "number")


def replay_cost(match: MatchLine, place: str) -> int:
    """How many events have to be played to know what the rules say. Raises BadRecord where corrections of
    corrections make them so many that nobody would wait for it."""
    log = [row.entry for row in match.rows]
    corrections = sum(isinstance(entry, (Amended, Undone, Redone)) for entry in log)
    changes = sum(len(entry.changes) for entry in log if isinstance(entry, Amended))
    looked_at = corrections * (1 + changes) * (len(log) + changes)
    work = plays(log) if looked_at <= limits.SCANNED_LINES else limits.PLAYS + 1
    if work > limits.PLAYS:
        raise BadRecord(f"{place}.entries", "corrections of corrections", "many")
    return work


def first_board(match: MatchLine) -> Board:
    return new_board(match.ruleset, match.at_start, dealer=match.dealer, direction=match.direction)


def a_tidy(value: Any, place: str, longest: int) -> str:
    """A text as the app's own forms take it: letters that turn the direction of writing are left out."""
    return tidy(a_text(value, place, longest))


def a_nameless(value: Any, place: str) -> str:
    """What is left of a name that was taken away: nothing, whatever stands for it there."""
    a_text(value, place, limits.NAME)
    return ""


def a_key(value: Any, place: str) -> str:
    """What a phone made up to know its line by; whatever letters it took."""
    if not isinstance(value, str) or not 0 < len(value) <= limits.KEY:
        raise BadRecord(place, f"no key: {value!r:.60}", "name")
    return value


def a_tidy_name(value: Any, place: str) -> str:
    name = tidy(a_name(value, place, limits.NAME))
    if not name:
        raise BadRecord(place, "nothing to see", "name")
    return name
