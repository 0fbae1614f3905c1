"""What the page of the organiser shows: what the night stands at, what is missing, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from rules.night.counting import mean_points, results_of_round
from rules.night.events import ClockSet, Moved, Seated, SeatsKept
from rules.night.proposals import rounds_in_all
from rules.night.seating.values import Entrant
from rules.night.stages import Plays
from scores.night.at_table.table import SeenTable, tables_of_round
from scores.night.changes import Changes, RankChange, exchange_of_seats
from scores.night.history.lines import LogLine, decisions, newest_line
from scores.night.log import published_rounds
from scores.night.seen import NightState, SeenNight

ABOUT = (Seated, Moved, SeatsKept)  # what can be taken back from the desk


class RoundKey(NamedTuple):
    """A round of the night, as one tap: `done` of its tables have a result. Of one that was published the
    `status` is "done", "overdue" or empty, of one to come "next" or "later"."""

    number: int
    is_final: bool
    status: str
    tables: int = 0
    done: int = 0


@dataclass(frozen=True)
class Desk(SeenNight):
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
    def can_reopen(self) -> bool:
        """Until another night of the group begins: its first round is published after the end of this one."""
        if self.night.finished_at is None:
            return False
        nights = self.night.circle.nights.filter(deleted_at=None)
        others = published_rounds(nights.exclude(pk=self.night.pk), 1)
        return not others.filter(at__gt=self.night.finished_at).exists()

    @cached_property
    def tables(self) -> Sequence[SeenTable]:
        return tables_of_round(self, self.shown) if self.shown else []

    @cached_property
    def notice(self) -> Notice | None:
        started = {table.at.table for table in self.tables if not table.can_move}
        return notice_of(self, started)

    @property
    def rest_points(self) -> Fraction | None:
        """What resting counts in the last round; None before a table of it has a result."""
        results = results_of_round(self.sheet, self.now.results, self.sheet.last_round)
        played = [result for _at, result in results]
        return mean_points(played) if played else None

    @property
    def absentees(self) -> Sequence[Entrant]:
        badges = self.sheet.badges.items()
        return [entrant for entrant, badge in badges if not badge.is_here]

    @property
    def round_of_standings(self) -> int:
        """The round after which they are."""
        return self.sheet.last_round - bool(self.missing_tables)

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
    def is_final_next(self) -> bool:
        return any(key.status == "next" and key.is_final for key in self.rounds)

    # The rounds of a night, each one tap away

    @cached_property
    def rounds(self) -> Sequence[RoundKey]:
        return [*self._seated_rounds(), *self._coming_rounds()]

    def _seated_rounds(self) -> Iterator[RoundKey]:
        is_time_over = self.night.seconds_left == 0
        for number, made in enumerate(self.sheet.rounds, 1):
            tables = len(made.tables)
            missing = len(self.now.tables_without_result(number))
            is_over = number < self.sheet.last_round or is_time_over
            status = "overdue" if is_over else ""
            if not missing:
                status = "done"
            is_final = self.sheet.is_final(number)
            yield RoundKey(number, is_final, status, tables, tables - missing)

    def _coming_rounds(self) -> Iterator[RoundKey]:
        """The rounds that are known to come: of a stage that ends when few are left only the next one."""
        known = rounds_in_all(self.plan.stages, self.sheet)
        comes = self.state in (NightState.BEFORE, NightState.COMPLETE, NightState.CUT)
        first = self.sheet.last_round + 1
        last = known if known is not None else self.sheet.last_round + comes
        following = self.next_stage
        final = known if self.plan.final else None
        if following is not None and following.plays is Plays.FINAL:
            final = first
        for number in range(first, last + 1):
            is_next = comes and number == first
            yield RoundKey(number, number == final, "next" if is_next else "later")


# What the results of now say otherwise than when the last round was seated


class Notice(NamedTuple):
    """`ranks` are those of who wins a prize by them, then or now; `others` how many more changed. With a key
    of the `changes` the organiser leaves the seats as they are, or where some `can_change` seats those who
    should play.
    """

    changes: Changes
    ranks: Sequence[RankChange]
    others: int
    can_change: bool


def notice_of(seen: SeenNight, started: Collection[int]) -> Notice | None:
    """`started` are the tables of the last round at which nobody moves any more."""
    changes = seen.now.changes
    sheet = seen.sheet
    is_final = sheet.last_round > 0 and sheet.is_final(sheet.last_round)
    prizes = len(seen.plan.prizes) if is_final else 0
    ranks = [
        change for change in changes.ranks if min(change.before, change.now) <= prizes
    ]
    if not changes.key and not ranks:
        return None
    others = len(changes.ranks) - len(ranks)
    exchange = changes.out and exchange_of_seats(sheet, changes, started)
    return Notice(changes, ranks, others, bool(exchange))
