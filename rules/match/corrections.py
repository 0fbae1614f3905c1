"""Corrections: an amend replaces, removes or inserts entries, an undo takes one entry back.

A log is a list of entries in the order of writing; no entry is ever changed. The events in force, in the
order in which the rules read them, are its *lines*. A correction names a line by a `Ref`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise

from rules.errors import Illegal
from rules.events import Event
from rules.match.board import Board
from rules.match.play import Replay, play, replay

Ref = int | tuple[int, int]
"""The log index of an entry; for an inserted one, the index of the amend and that of its change."""


@dataclass(frozen=True)
class Change:
    """`event` replaces the line `at` (None: removes it), or is inserted before it."""

    at: Ref
    event: Event | None
    insert: bool = False


@dataclass(frozen=True)
class Amended:
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Undone:
    """Takes back the newest entry in force, which may be an amend."""


@dataclass(frozen=True)
class Redone:
    """Takes back the newest undo, if only undos and redos were written since."""


Entry = Event | Amended | Undone | Redone


@dataclass(frozen=True)
class LogLine:
    """One event in force. `refs`: the entry it came from, then each change of an amend that replaced it."""

    refs: tuple[Ref, ...]
    event: Event

    @property
    def ref(self) -> Ref:
        return self.refs[0]


def effective(log: Sequence[Entry]) -> list[Event]:
    """The events in force, in order."""
    return [line.event for line in lines(log)]


def lines(log: Sequence[Entry]) -> list[LogLine]:
    """The lines in force, in order. Raises Illegal `nothing-to-undo`, `nothing-to-redo`, `no-such-entry`."""
    script: list[LogLine] = []
    for index in in_force(log):
        entry = log[index]
        if isinstance(entry, Amended):
            _amend(script, index, entry)
        elif not isinstance(entry, (Undone, Redone)):
            script.append(LogLine((index,), entry))
    return script


def judge(start: Board, log: Sequence[Entry], entry: Entry) -> Board:
    """The board if `entry` were written now, after a legal `log`.

    The whole is judged as if it had been written right the first time. Raises Illegal; where a correction
    makes another line illegal, the details name that line as `ref`.
    """
    script = lines([*log, entry])
    outcome = replay(start, [line.event for line in script])
    if outcome.refusal:
        raise _with_ref(outcome.refusal, script[outcome.accepted].ref)
    return outcome.board


def judge_next(played: Replay, log: Sequence[Entry], entry: Entry) -> Board:
    """As `judge`, for a log whose replay is known: only a correction needs a replay."""
    if played.refusal or isinstance(entry, (Amended, Undone, Redone)):
        return judge(played.boards[0], log, entry)
    try:
        return play(played.board, entry)
    except Illegal as refusal:
        raise _with_ref(refusal, len(log)) from refusal


def first_refused(start: Board, log: Sequence[Entry]) -> tuple[int, Illegal] | None:
    """The first entry that `judge` would have refused, and why; None if there is none.

    Only lines past the common prefix are played again after each entry.
    """
    boards, growth = [start], _growth(log)
    for index in range(len(log)):
        try:
            same, fresh = next(growth)
            del boards[same + 1 :]
            for line in fresh:
                boards.append(play(boards[-1], line.event))
        except Illegal as illegal:
            return index, illegal
    return None


def plays(log: Sequence[Entry]) -> int:
    """The number of events that `first_refused` plays at most."""
    count = 0
    with suppress(Illegal):
        for _, fresh in _growth(log):
            count += len(fresh)
    return count


def _growth(log: Sequence[Entry]) -> Iterator[tuple[int, list[LogLine]]]:
    """For each entry of the log: the number of lines that stay the same, and the lines after them."""
    for index, (before, now) in enumerate(pairwise(_scripts(log))):
        is_correction = isinstance(log[index], (Amended, Undone, Redone))
        same = _common_prefix(before, now) if is_correction else len(before)
        yield same, now[same:]


def lines_before(log: Sequence[Entry]) -> Iterator[list[LogLine]]:
    """For each entry of the log, the lines in force before it was written."""
    return islice(_scripts(log), len(log))


def _scripts(log: Sequence[Entry]) -> Iterator[list[LogLine]]:
    """The lines in force before the first entry, and after each."""
    script: list[LogLine] = []
    yield script
    for index in range(len(log)):
        script = _after(script, log, index)
        yield script


def _after(script: Sequence[LogLine], log: Sequence[Entry], index: int) -> list[LogLine]:
    """The lines after the entry `index`, from the lines before it; an undo or redo reads the log again."""
    entry = log[index]
    if isinstance(entry, (Undone, Redone)):
        return lines(log[: index + 1])
    if not isinstance(entry, Amended):
        return [*script, LogLine((index,), entry)]
    amended = list(script)
    _amend(amended, index, entry)
    return amended


def _common_prefix(before: Sequence[LogLine], after: Sequence[LogLine]) -> int:
    """The number of lines at the beginning that are the same in both."""
    pairs = enumerate(zip(before, after, strict=False))
    different = (place for place, (old, new) in pairs if old.event is not new.event)
    return next(different, min(len(before), len(after)))


def can_undo(log: Sequence[Entry]) -> bool:
    return bool(in_force(log))


def can_redo(log: Sequence[Entry]) -> bool:
    return bool(_undo_state(log).undone)


def in_force(log: Sequence[Entry]) -> list[int]:
    """The indexes of the entries, amends included, that no undo took back, changed by amends or not."""
    return _undo_state(log).in_force


def moved(log: Sequence[Entry]) -> dict[int, int]:
    """For each undo and redo, the index of the entry that it took back or brought back."""
    return _undo_state(log).moved


def _with_ref(refusal: Illegal, ref: Ref) -> Illegal:
    """The refusal with the line that it is about in its details."""
    return Illegal(refusal.code, **{**refusal.details, "ref": ref})


@dataclass
class _UndoState:
    """Which entries the undos and redos of a log leave in force, by index."""

    in_force: list[int]
    undone: list[int]  # what redos can bring back, the next one last
    moved: dict[int, int]


def _undo_state(log: Sequence[Entry]) -> _UndoState:
    state = _UndoState([], [], {})
    for index, entry in enumerate(log):
        if isinstance(entry, Undone):
            state.moved[index] = _popped(state.in_force, "nothing-to-undo")
            state.undone.append(state.moved[index])
        elif isinstance(entry, Redone):
            state.moved[index] = _popped(state.undone, "nothing-to-redo")
            state.in_force.append(state.moved[index])
        else:
            state.in_force.append(index)
            state.undone.clear()
    return state


def _popped(entries: list[int], code: str) -> int:
    if not entries:
        raise Illegal(code)
    return entries.pop()


def _amend(script: list[LogLine], amend: int, entry: Amended) -> None:
    for number, change in enumerate(entry.changes):
        place = _place(script, change.at)
        name = (amend, number)
        if change.insert and change.event is not None:
            script.insert(place, LogLine((name,), change.event))
        elif change.event is None:
            del script[place]
        else:
            script[place] = LogLine((*script[place].refs, name), change.event)


def _place(script: list[LogLine], at: Ref) -> int:
    for place, line in enumerate(script):
        if at in line.refs:
            return place
    raise Illegal("no-such-entry", at=at)
