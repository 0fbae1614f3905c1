"""Correct by adding: an amend replaces, removes or puts in entries, an undo takes one back.

A log is a list of entries as they were written. The entries in force, in the order in which the rules read
them, are its *lines*; each line keeps the name by which a correction can call it.
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
"""The index of a raw entry; or, for one that an amend put in, the amend's index and the change's."""


@dataclass(frozen=True)
class Change:
    """`event` in place of the line `at` (None: removed), or before it where `insert` is true."""

    at: Ref
    event: Event | None
    insert: bool = False


@dataclass(frozen=True)
class Amended:
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Undone:
    """Takes back the newest entry in force, be it an amend."""


@dataclass(frozen=True)
class Redone:
    """Takes back the newest undo, as long as nothing else was written after it."""


Entry = Event | Amended | Undone | Redone


@dataclass(frozen=True)
class Line:
    """One event in force. `refs` are its names: the entry it came from, and each amend that rewrote it."""

    refs: tuple[Ref, ...]
    event: Event

    @property
    def ref(self) -> Ref:
        return self.refs[0]


def effective(log: Sequence[Entry]) -> list[Event]:
    """The events in force, in order."""
    return [line.event for line in lines(log)]


def lines(log: Sequence[Entry]) -> list[Line]:
    """The lines in force, in order. Raises Illegal `nothing-to-undo`, `nothing-to-redo`, `no-such-entry`."""
    script: list[Line] = []
    for index in in_force(log):
        entry = log[index]
        if isinstance(entry, Amended):
            _amend(script, index, entry)
        elif not isinstance(entry, (Undone, Redone)):
            script.append(Line((index,), entry))
    return script


def judge(start: Board, log: Sequence[Entry], entry: Entry) -> Board:
    """The board if `entry` were written now, after a legal `log`.

    The whole is judged as if it had been written right the first time. Raises Illegal; where a correction
    makes another line illegal, the details name that line as `ref`.
    """
    script = lines([*log, entry])
    outcome = replay(start, [line.event for line in script])
    if outcome.refusal:
        raise _named(outcome.refusal, script[outcome.accepted].ref)
    return outcome.board


def judge_next(played: Replay, log: Sequence[Entry], entry: Entry) -> Board:
    """`judge`, of a log whose replay is known: only a correction takes playing it again."""
    if played.refusal or isinstance(entry, (Amended, Undone, Redone)):
        return judge(played.boards[0], log, entry)
    try:
        return play(played.board, entry)
    except Illegal as refusal:
        raise _named(refusal, len(log)) from refusal


def first_refused(start: Board, log: Sequence[Entry]) -> tuple[int, Illegal] | None:
    """The first entry that `judge` would not have let in when it was its turn; None if there is none.

    What the entries before it already said is not played again.
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
    """How many events `first_refused` has to play at most."""
    count = 0
    with suppress(Illegal):
        for _, fresh in _growth(log):
            count += len(fresh)
    return count


def _growth(log: Sequence[Entry]) -> Iterator[tuple[int, list[Line]]]:
    """For each entry of the log: how many lines stay as they were, and those that follow them then."""
    for index, (before, now) in enumerate(pairwise(_scripts(log))):
        is_correction = isinstance(log[index], (Amended, Undone, Redone))
        same = _same(before, now) if is_correction else len(before)
        yield same, now[same:]


def lines_before(log: Sequence[Entry]) -> Iterator[list[Line]]:
    """For each entry of the log the lines in force when it was written."""
    return islice(_scripts(log), len(log))


def _scripts(log: Sequence[Entry]) -> Iterator[list[Line]]:
    """The lines in force before the first entry, and after each."""
    script: list[Line] = []
    yield script
    for index in range(len(log)):
        script = _after(script, log, index)
        yield script


def _after(script: Sequence[Line], log: Sequence[Entry], index: int) -> list[Line]:
    """The lines once the entry `index` is written too; only undo and redo take reading the log again."""
    entry = log[index]
    if isinstance(entry, (Undone, Redone)):
        return lines(log[: index + 1])
    if not isinstance(entry, Amended):
        return [*script, Line((index,), entry)]
    amended = list(script)
    _amend(amended, index, entry)
    return amended


def _same(one: Sequence[Line], other: Sequence[Line]) -> int:
    """How many lines are the same at the beginning of both."""
    pairs = enumerate(zip(one, other, strict=False))
    unlike = (place for place, (old, new) in pairs if old.event is not new.event)
    return next(unlike, min(len(one), len(other)))


def can_undo(log: Sequence[Entry]) -> bool:
    return bool(in_force(log))


def can_redo(log: Sequence[Entry]) -> bool:
    return bool(_fold(log).undone)


def in_force(log: Sequence[Entry]) -> list[int]:
    """The entries, amends included, that no undo took back; whatever amends made of them since."""
    return _fold(log).in_force


def moved(log: Sequence[Entry]) -> dict[int, int]:
    """For each undo and redo, the entry that it took back or brought back."""
    return _fold(log).moved


def _named(refusal: Illegal, ref: Ref) -> Illegal:
    """The refusal with the line that it is about."""
    return Illegal(refusal.code, **{**refusal.details, "ref": ref})


@dataclass
class _Fold:
    in_force: list[int]
    undone: list[int]  # what a redo would bring back, the next one last
    moved: dict[int, int]


def _fold(log: Sequence[Entry]) -> _Fold:
    fold = _Fold([], [], {})
    for index, entry in enumerate(log):
        if isinstance(entry, Undone):
            fold.moved[index] = _popped(fold.in_force, "nothing-to-undo")
            fold.undone.append(fold.moved[index])
        elif isinstance(entry, Redone):
            fold.moved[index] = _popped(fold.undone, "nothing-to-redo")
            fold.in_force.append(fold.moved[index])
        else:
            fold.in_force.append(index)
            fold.undone.clear()
    return fold


def _popped(entries: list[int], code: str) -> int:
    if not entries:
        raise Illegal(code)
    return entries.pop()


def _amend(script: list[Line], amend: int, entry: Amended) -> None:
    for number, change in enumerate(entry.changes):
        place = _place(script, change.at)
        name = (amend, number)
        if change.insert and change.event is not None:
            script.insert(place, Line((name,), change.event))
        elif change.event is None:
            del script[place]
        else:
            script[place] = Line((*script[place].refs, name), change.event)


def _place(script: list[Line], at: Ref) -> int:
    for place, line in enumerate(script):
        if at in line.refs:
            return place
    raise Illegal("no-such-entry", at=at)
