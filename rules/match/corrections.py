"""Corrections: an amend replaces, removes or inserts entries, an undo takes one entry back.

A log is a list of entries in the order of writing; no entry is ever changed. The events in force, in the
order in which the rules read them, are its *lines*. A correction names a line by a `Ref`. A `Step` is a line
with the board before and after it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from rules.errors import Illegal
from rules.events import Event, HandScored, Retired, Seat
from rules.lookup import Lookup
from rules.match.board import Board, Status, added_points, played_by
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


class WrittenLog:
    """A log while it is written entry by entry: the lines in force, and by index the entries that undos and
    redos leave in force. These are a stack, so an undo puts back the lines that its entry replaced.
    """

    def __init__(self, log: Sequence[Entry] = ()) -> None:
        """Raises Illegal `nothing-to-undo`, `nothing-to-redo`, `no-such-entry`."""
        self.lines: list[LogLine] = []
        # changed by amends or not, amends included; an undo takes the last
        self.in_force: list[int] = []
        self.undone: list[int] = []  # what redos can bring back, the next one last
        # by undo and redo the entry that it took back or brought back
        self.moved: dict[int, int] = {}
        # by entry from which line on it replaces lines, these lines, and those instead of them
        self._edits: Lookup[int, tuple[int, list[LogLine], list[LogLine]]] = {}
        for index, entry in enumerate(log):
            self.write(index, entry)

    def write(self, index: int, entry: Entry) -> int:
        """Write the entry; return how many lines from the first on stay the same. Raises Illegal."""
        if isinstance(entry, Undone):
            self.moved[index] = at = _pop_last(self.in_force, "nothing-to-undo")
            self.undone.append(at)
            same, before, after = self._edits[at]
            self.lines[same : same + len(after)] = before
            return same
        if isinstance(entry, Redone):
            self.moved[index] = at = _pop_last(self.undone, "nothing-to-redo")
        else:
            at = index
            self._edits[at] = _edit(self.lines, index, entry)
            self.undone.clear()
        self.in_force.append(at)
        same, before, after = self._edits[at]
        self.lines[same : same + len(before)] = after
        return same


def effective(log: Sequence[Entry]) -> list[Event]:
    """The events in force, in order.

    >>> from rules.events import HandScored
    >>> hand = HandScored({0: 3, 1: 20})
    >>> other = HandScored({0: 5, 1: 0})
    >>> effective([hand, other, Undone()]) == [hand]
    True
    >>> effective([hand, Amended((Change(0, other),))]) == [other]
    True
    """
    return [line.event for line in WrittenLog(log).lines]


def judge(start: Board, log: Sequence[Entry], entry: Entry) -> Board:
    """The board if `entry` were written now, after a legal `log`.

    The whole is judged as if it had been written right the first time. Raises Illegal; where a correction
    makes another line illegal, the details name that line as `ref`.

    >>> from rules.events import Close, HandScored
    >>> from rules.match.board import new_board
    >>> from rules.presets import CHINCHON
    >>> start = new_board(CHINCHON, 2)
    >>> log = [HandScored({1: 23}, 0, Close.CLEAN)]
    >>> right = Amended((Change(0, HandScored({1: 32}, 0, Close.CLEAN)),))
    >>> judge(start, log, right).total(1)
    32
    """
    script = WrittenLog([*log, entry]).lines
    outcome = replay(start, [line.event for line in script])
    verify_lines(script, outcome)
    return outcome.board


def verify_lines(script: Sequence[LogLine], outcome: Replay) -> None:
    """Raise the refusal of this replay of the lines, with the illegal line as `ref` in the details."""
    if outcome.refusal:
        ref = script[outcome.accepted].ref
        raise Illegal(outcome.refusal.code, **{**outcome.refusal.details, "ref": ref})


@dataclass(frozen=True)
class JudgedLog:
    """A log judged entry by entry, and the replay of its lines, up to the first entry that was refused."""

    written: WrittenLog
    replay: Replay
    refused: tuple[int, Illegal] | None = None


def judge_each(start: Board, log: Sequence[Entry]) -> JudgedLog:
    """Judge each entry as `judge` would have; after a correction play again from the first changed line."""
    boards = [start]
    written = WrittenLog()
    for index, entry in enumerate(log):
        try:
            same = written.write(index, entry)
            del boards[same + 1 :]
            for line in written.lines[same:]:
                boards.append(play(boards[-1], line.event))
        except Illegal as illegal:
            return JudgedLog(written, Replay(tuple(boards), illegal), (index, illegal))
    return JudgedLog(written, Replay(tuple(boards)))


def plays(log: Sequence[Entry]) -> int:
    """The number of events that `judge_each` plays at most."""
    count = 0
    written = WrittenLog()
    with suppress(Illegal):
        for index, entry in enumerate(log):
            same = written.write(index, entry)
            count += len(written.lines) - same
    return count


def _pop_last(entries: list[int], code: str) -> int:
    if not entries:
        raise Illegal(code)
    return entries.pop()


def _edit(
    before: list[LogLine], index: int, entry: Event | Amended
) -> tuple[int, list[LogLine], list[LogLine]]:
    """How many lines from the first on stay the same; and the other lines before and after the entry, but for
    those at the end that stay the same too: a log keeps what this returns for each of its entries.
    """
    if not isinstance(entry, Amended):
        return len(before), [], [LogLine((index,), entry)]
    after = list(before)
    same = _amend(after, index, entry)
    end = 0
    while (
        end < min(len(before), len(after)) - same
        and before[-1 - end] is after[-1 - end]
    ):
        end += 1
    return same, before[same : len(before) - end], after[same : len(after) - end]


def _amend(script: list[LogLine], amend: int, entry: Amended) -> int:
    """Change the lines; return how many from the first on stay the same."""
    same = len(script)
    for number, change in enumerate(entry.changes):
        index = next(
            (index for index, line in enumerate(script) if change.at in line.refs), None
        )
        if index is None:
            raise Illegal("no-such-entry", at=change.at)
        same = min(same, index)
        name = (amend, number)
        if change.insert and change.event is not None:
            script.insert(index, LogLine((name,), change.event))
        elif change.event is None:
            del script[index]
        else:
            script[index] = LogLine((*script[index].refs, name), change.event)
    return same


@dataclass(frozen=True, eq=False)
class Step:
    """One line of the scoresheet, with the board before and after it."""

    line: LogLine
    before: Board
    after: Board

    @cached_property
    def hand_number(self) -> int:
        """The number of the hand, from 1; of another event, the number of the next hand."""
        return self.before.hands + 1

    @cached_property
    def event(self) -> Event:
        return self.line.event

    @cached_property
    def is_hand(self) -> bool:
        return isinstance(self.event, HandScored)

    @cached_property
    def is_corrected(self) -> bool:
        """Whether a correction in force replaced or inserted the line."""
        return len(self.line.refs) > 1 or not isinstance(self.line.ref, int)

    @cached_property
    def ref(self) -> str:
        """The line's name in a URL: "3", or "5.0" for one that an amend inserted."""
        return ref_text(self.line.ref)

    @cached_property
    def bust(self) -> frozenset[Seat]:
        """The seats that this line took past the limit, whatever they did then."""
        if isinstance(self.event, Retired):
            return frozenset()
        now = self.after.standings
        return frozenset(
            seat
            for seat, before in self.before.standings.items()
            if before.status is Status.IN
            and (
                now[seat].rebuys > before.rebuys
                or now[seat].status in (Status.ASKED, Status.OUT)
            )
        )

    def points(self, seat: Seat) -> int | None:
        """What the hand added for a seat; None if it did not count in it. A buy-back is not points."""
        return self.scored.get(seat)

    @cached_property
    def scored(self) -> dict[Seat, int]:
        """What the hand added for each seat that it counted for."""
        if not isinstance(self.event, HandScored):
            return {}
        points = added_points(self.before, self.event)
        played = played_by(self.before, self.event)
        return {seat: points.get(seat, 0) for seat in played}


def steps(script: Sequence[LogLine], outcome: Replay) -> Iterator[Step]:
    """The accepted lines as steps."""
    for index, line in enumerate(script[: outcome.accepted]):
        before, after = outcome.boards[index : index + 2]
        yield Step(line, before, after)


def ref_text(ref: int | tuple[int, int]) -> str:
    return str(ref) if isinstance(ref, int) else f"{ref[0]}.{ref[1]}"
