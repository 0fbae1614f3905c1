"""What the page of the organiser shows: what the night stands at, what is missing, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import ngettext

from rules.night.counting import mean_points, results_of_round
from rules.night.events import ClockSet, Moved, Seated, SeatsKept
from rules.night.proposals import rounds_in_all
from rules.night.stages import Plays
from rules.night.standings import Line
from scores.night import people, words
from scores.night.at_table.table import SeenTable, TableStatus, tables_of_round
from scores.night.desk.cuts import NightWithCut
from scores.night.desk.notice import Notice, notice_of
from scores.night.history.lines import LogLine, decisions, newest_line
from scores.night.log import published_rounds
from scores.night.models import Night
from scores.night.seating.costs import named_wishes
from scores.night.seen import NightState
from scores.night.words import in_decimals

LEADERS = 5
ABOUT = (Seated, Moved, SeatsKept)  # what can be taken back from the desk


@dataclass(frozen=True)
class RoundKey:
    """A round of the night, as one tap: `missing` of its tables have no result."""

    number: int
    is_final: bool
    is_seated: bool
    is_next: bool
    tables: int = 0
    missing: int = 0
    is_late: bool = False  # the time is over, and results are missing

    @property
    def done(self) -> int:
        return self.tables - self.missing


@dataclass(frozen=True)
class Desk(NightWithCut):
    """What `desk.html` shows; `asked` is the round whose tables somebody wants to see."""

    asked: int | None = None

    @property
    def shown(self) -> int:
        """The round whose tables it shows: the last one, unless another was asked for."""
        last = self.sheet.last_round
        return self.asked if self.asked and 1 <= self.asked <= last else last

    @property
    def is_earlier(self) -> bool:
        return self.shown < self.sheet.last_round

    @property
    def is_playing(self) -> bool:
        return self.state is NightState.PLAYING

    @property
    def can_reopen(self) -> bool:
        return can_reopen(self.night)

    @cached_property
    def tables(self) -> Sequence[SeenTable]:
        return tables_of_round(self, self.shown) if self.shown else []

    @cached_property
    def notice(self) -> Notice | None:
        started = {table.at.table for table in self.tables if not table.can_move}
        return notice_of(self, started)

    @property
    def broken_wishes(self) -> Sequence[Sequence[str]]:
        """Wishes that the last round breaks."""
        return named_wishes(self.sheet.seated_now.broken, self.names)

    @property
    def resting(self) -> str:
        return words.resting_in_words(self.sheet.seated_now.resting, self.names)

    @property
    def rest_points(self) -> str:
        """What resting counts in the last round; empty before a table of it has a result."""
        results = results_of_round(self.sheet, self.now.results, self.sheet.last_round)
        played = [result for _at, result in results]
        return in_decimals(mean_points(played)) if played else ""

    @property
    def away(self) -> str:
        """A sentence of who is not here."""
        away = [
            self.names[entrant]
            for entrant, badge in self.sheet.badges.items()
            if not badge.is_here
        ]
        text = ngettext("No está %(names)s.", "No están %(names)s.", len(away))
        return text % {"names": people.joined_people(away)} if away else ""

    @property
    def round_of_standings(self) -> int:
        """The round after which they are."""
        return self.sheet.last_round - bool(self.missing_tables)

    @property
    def leaders(self) -> Sequence[tuple[Line, str, str]]:
        """The first lines of the standings, each with name and points."""
        return [
            (line, self.names[line.entrant], in_decimals(line.points))
            for line in self.now.ranking[:LEADERS]
        ]

    @cached_property
    def last(self) -> LogLine | None:
        return newest_line(self, ABOUT)

    @cached_property
    def clock(self) -> LogLine | None:
        return newest_line(self, (ClockSet,))

    @cached_property
    def decisions(self) -> Sequence[LogLine]:
        return decisions(self)

    @property
    def is_called(self) -> bool:
        """Whether a table asks somebody to come."""
        return any(table.status is TableStatus.CALLS for table in self.tables)

    @property
    def is_final_next(self) -> bool:
        return any(key.is_next and key.is_final for key in self.rounds)

    # The rounds of a night, each one tap away

    @cached_property
    def rounds(self) -> Sequence[RoundKey]:
        return [*self._seated_rounds(), *self._coming_rounds()]

    def _seated_rounds(self) -> Iterator[RoundKey]:
        is_time_over = self.night.seconds_left == 0
        for number, made in enumerate(self.sheet.rounds, 1):
            missing = len(self.now.tables_without_result(number))
            is_earlier = number < self.sheet.last_round
            yield RoundKey(
                number,
                self.sheet.is_final(number),
                is_seated=True,
                is_next=False,
                tables=len(made.tables),
                missing=missing,
                is_late=missing > 0 and (is_earlier or is_time_over),
            )

    def _coming_rounds(self) -> Iterator[RoundKey]:
        """Those that are known to come: of a stage that ends when few are left only the next one."""
        known = rounds_in_all(self.plan.stages, self.sheet)
        comes = self.state in (NightState.BEFORE, NightState.COMPLETE, NightState.CUT)
        first = self.sheet.last_round + 1
        last = known if known is not None else self.sheet.last_round + comes
        following = self.next_stage
        is_final_next = following is not None and following.plays is Plays.FINAL
        last_final = None if self.plan.final is None else known
        for number in range(first, last + 1):
            yield RoundKey(
                number,
                is_final=number == last_final or (is_final_next and number == first),
                is_seated=False,
                is_next=comes and number == first,
            )


def can_reopen(night: Night) -> bool:
    """Until another night of the group begins: its first round is published after the end of this one."""
    if night.finished_at is None:
        return False
    others = night.circle.nights.filter(deleted_at=None).exclude(pk=night.pk)
    return not published_rounds(others, 1).filter(at__gt=night.finished_at).exists()
