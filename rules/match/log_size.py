"""How long a log may become: more than a table plays, and so little that every page of it stays cheap."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import Illegal
from rules.events import Finished, Joined, Seat
from rules.match.corrections import Amended, Change, Entry, Redone, Undone

MOST_LINES = 700  # thirty-five hours at three minutes a hand
SPARE_LINES = 100  # for corrections, and for ending the match, after MOST_LINES
MOST_CELLS = 2_800  # lines times seats: six seats may have 466 lines, eight 350
MOST_SEATS = 24  # of one match, those who left included


@dataclass
class LogSize:
    """The size of a log, entry by entry: its lines and its seats."""

    seats: int  # at the start; later those of everybody who ever joined
    lines: int = 0

    def verify(self, entry: Entry) -> None:
        """Raise Illegal `log-full` or `table-full` without room for the entry. There is always room for an
        undo.
        """
        if isinstance(entry, Undone):
            return
        if any(seat >= MOST_SEATS for seat in _joined(entry)):
            raise Illegal("table-full", most=MOST_SEATS)
        most = min(MOST_LINES, MOST_CELLS // self.seats)
        spare = SPARE_LINES if isinstance(entry, (Amended, Redone, Finished)) else 0
        if self.lines + lines_of(entry) > most + spare:
            raise Illegal("log-full", most=most)

    def add(self, entry: Entry) -> None:
        self.lines += lines_of(entry)
        self.seats = max(self.seats, *(1 + seat for seat in _joined(entry)), 0)


def verify_room(seats: int, log: Sequence[Entry], *entries: Entry) -> None:
    """Raise Illegal if a match that began with so many seats has no room for `entries` after `log`."""
    size = LogSize(seats)
    for written in log:
        size.add(written)
    for entry in entries:
        size.verify(entry)
        size.add(entry)


def lines_of(entry: Entry) -> int:
    """How many lines of a log the entry counts as: a correction as many as it writes."""
    return max(1, sum(change.event is not None for change in _changes(entry)))


def _changes(entry: Entry) -> tuple[Change, ...]:
    return entry.changes if isinstance(entry, Amended) else ()


def _joined(entry: Entry) -> list[Seat]:
    events = [change.event for change in _changes(entry)] if isinstance(entry, Amended) else [entry]
    return [event.seat for event in events if isinstance(event, Joined)]
