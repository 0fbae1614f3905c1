"""LRU cache of replayed logs, in the memory of each process.

The stored rows are read from the database every time. The cached replay is used as far as the rows are equal
to those it was made from; only the rows after them are replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.match import log_json
from rules.match.board import Board
from rules.match.corrections import Entry, Step, WrittenLog, steps
from rules.match.play import Replay, play_from
from scores.core.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from scores import models

CACHED_LOGS = 100  # one for each match
# of all of them; a log of thirty hands and four seats has about 100 kB
CACHED_BYTES = 32 * 2**20
ROW_BYTES = 2500  # a row with its entry, line, board and step, roughly
SEAT_BYTES = 300  # what each seat adds to a row, roughly

Stored = tuple[str, dict[str, Any]]
"""The kind and the payload of a row."""


@dataclass(frozen=True, eq=False)
class ReplayedLog:
    """A stored log and its replay. Shared between requests: must not be changed."""

    start: Board
    stored: list[Stored]
    log: list[Entry]
    written: WrittenLog
    replay: Replay
    steps: list[Step]

    @property
    def size(self) -> int:
        """Bytes in memory, roughly."""
        return max(len(self.stored), len(self.written.lines)) * (
            ROW_BYTES + SEAT_BYTES * len(self.replay.boards[-1].order)
        )


# what a match began with, and its log; of the unsaved one
cache = BoundedCache(CACHED_LOGS, CACHED_BYTES)
NOTHING = (None, None)


def replay_of_rows(
    match: models.Match, start: Board, stored: list[Stored]
) -> ReplayedLog:
    """The replay of the stored rows of a match. Raises Illegal for a correction of a missing entry."""
    _facts, cached = cache.get(match.pk) or NOTHING
    if cached is None or cached.start != start:
        cached = ReplayedLog(start, [], [], WrittenLog(), Replay((start,)), [])
    elif cached.stored == stored:
        return cached
    longer = continued_replay(cached, stored)
    store(match, longer)
    return longer


def store(match: models.Match, log: ReplayedLog) -> None:
    """Cache the replay of the log that is stored for the match."""
    cache.put(match.pk, (_facts_of(match), log), log.size)


def start_of(match: models.Match) -> Board | None:
    """The cached board before the first hand, if the match still begins so: to read the rules costs more."""
    facts, cached = cache.get(match.pk) or NOTHING
    return cached.start if cached and facts == _facts_of(match) else None


def _facts_of(match: models.Match) -> tuple[Any, ...]:
    """What the board before the first hand is made of."""
    return match.ruleset, match.players_at_start, match.first_dealer, match.direction


def continued_replay(cached: ReplayedLog, stored: list[Stored]) -> ReplayedLog:
    """The replay of `stored`, which reuses `cached` as far as their rows are equal."""
    same = common_prefix(cached.stored, stored)
    log = [*cached.log[:same], *map(entry_of, stored[same:])]
    written = WrittenLog(log)
    script = written.lines
    same_lines = common_prefix(cached.written.lines, script)
    played = min(same_lines, cached.replay.accepted)
    replay = play_from(
        cached.replay.until(played), [line.event for line in script[played:]]
    )
    fresh = steps(script[played:], Replay(replay.boards[played:]))
    return ReplayedLog(
        cached.start, stored, log, written, replay, [*cached.steps[:played], *fresh]
    )


def entry_of(stored: Stored) -> Entry:
    kind, payload = stored
    return log_json.load({"type": kind, **payload})


def common_prefix(first: Sequence[Any], second: Sequence[Any]) -> int:
    """The number of equal items at the beginning of both."""
    pairs = enumerate(zip(first, second, strict=False))
    return next(
        (index for index, (old, new) in pairs if old != new),
        min(len(first), len(second)),
    )
