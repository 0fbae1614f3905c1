"""What a log comes to.

A worker remembers what the logs it read last came to, so that a line more costs one line. That is never
believed: the rows are read each time, and as far as they are those of then, so is what they come to.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from rules.match import log_json
from rules.match.board import Board
from rules.match.corrections import Entry, LogLine, lines
from rules.match.play import Replay, go_on
from rules.match.steps import Step, steps
from scores import models

REMEMBERED = 100  # matches; some 100 kB each

Stored = tuple[str, dict[str, Any]]
"""The kind and the payload of a row."""


@dataclass(frozen=True, eq=False)
class Fold:
    """A log as it is stored, its entries, and what the rules make of them. Shared: nobody changes it."""

    start: Board
    stored: list[Stored]
    log: list[Entry]
    lines: list[LogLine]
    replay: Replay
    steps: list[Step]


_remembered: OrderedDict[int, Fold] = OrderedDict()
_one_at_a_time = Lock()


def fold(match: models.Match, start: Board, stored: list[Stored]) -> Fold:
    """The fold of a match's rows. Raises Illegal for a correction of what is not there."""
    known = _remembered.get(match.pk)
    if known is None or known.start != start:
        known = Fold(start, [], [], [], Replay((start,)), [])
    if known.stored != stored:
        known = _gone_on(known, stored)
    _remember(match.pk, known)
    return known


def loaded(row: models.Entry) -> Entry:
    return _entry((row.kind, row.payload))


def _gone_on(known: Fold, stored: list[Stored]) -> Fold:
    """The fold of `stored`. What is known of the same beginning is not worked out again."""
    same = _alike(known.stored, stored)
    log = [*known.log[:same], *map(_entry, stored[same:])]
    script = lines(log)
    played = min(_alike(known.lines, script), known.replay.accepted)
    replay = go_on(known.replay.until(played), [line.event for line in script[played:]])
    fresh = steps(script[played:], Replay(replay.boards[played:]))
    return Fold(known.start, stored, log, script, replay, [*known.steps[:played], *fresh])


def _entry(stored: Stored) -> Entry:
    kind, payload = stored
    return log_json.load({"type": kind, **payload})


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many are equal at the beginning of both."""
    unlike = (place for place, (old, new) in enumerate(zip(one, other, strict=False)) if old != new)
    return next(unlike, min(len(one), len(other)))


def _remember(pk: int, known: Fold) -> None:
    with _one_at_a_time:
        _remembered[pk] = known
        _remembered.move_to_end(pk)
        while len(_remembered) > REMEMBERED:
            _remembered.popitem(last=False)
