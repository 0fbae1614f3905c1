"""The log of a night as lines: what happened, when, who said it, and whether it can be taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules.night import events
from rules.night.events import At, Event, TakenBack
from rules.night.refusals import NightRefusal
from scores.circle.circles.people import CircleFull
from scores.core.access.phones import phone_in_words
from scores.models import Player, distinct_names
from scores.night import refusals
from scores.night.history.sentences import Narrator
from scores.night.models import NightEntry
from scores.night.seating.changing import changed_tables
from scores.night.seen import SeenNight

MONEY = (events.Paid, events.PrizeGiven)
OF_TABLES = (events.Moved, events.Reported, events.ReportWithdrawn, events.Attached)
FOR_ORGANISERS = (
    *MONEY,
    events.StageBegun,
    events.StageChanged,
    events.CutDecided,
    events.Seated,
    events.SeatsKept,
    events.Attached,
    events.Ended,
    events.Reopened,
)
FROM_A_FILE = "import"
LATELY = 20  # entries in force; what is older is undone from the log alone


@dataclass(frozen=True)
class LogLine:
    """Entries that were written together, by their numbers, as `_line.html` shows them. Whether they can be
    taken back takes long to say, and is found when it is asked."""

    seen: SeenNight
    entries: Sequence[int]
    events: Sequence[Event]
    at: datetime
    who: str  # the name of the phone; empty where it is not known any more
    text_of: Mapping[int, str] = field(default_factory=dict)  # of the log, by entry

    @property
    def is_for_organisers(self) -> bool:
        moves = (event for event in self.events if isinstance(event, events.Moved))
        return any(isinstance(event, FOR_ORGANISERS) for event in self.events) or any(
            move.out or not all(table.seats for table in move.tables) for move in moves
        )

    @property
    def entry(self) -> int:
        return self.entries[-1]

    @property
    def text(self) -> str:
        return self.text_of[self.entry]

    @property
    def is_taken_back(self) -> bool:
        is_undo = isinstance(self.events[0], TakenBack)
        return not is_undo and self.entry not in self.seen.now.played.in_force

    @property
    def can_undo(self) -> bool:
        return self._may_undo and not self.why_not

    @cached_property
    def why_not(self) -> str:
        """Why it cannot be taken back; empty where it can, where it was, and where this phone may not."""
        if not self._may_undo:
            return ""
        trial = self.seen.now.played.copy()
        try:
            for entry in self.entries[::-1]:
                trial.write(TakenBack(entry))
            changed_tables(self.seen.night, self.seen.sheet, trial.sheet)
        except NightRefusal as refused:
            return refusal_in_words(refused, self.text_of)
        return ""

    @property
    def _may_undo(self) -> bool:
        may = self.seen.night.is_organised_here or not self.is_for_organisers
        return may and self.entry in self.seen.now.played.in_force


def _lines_of(seen: SeenNight, rows: QuerySet[NightEntry]) -> list[LogLine]:
    """The lines in the order of the log, as the rows are; without their texts."""
    lines = []
    for _key, group in groupby(rows.select_related("by"), key=_key_of_act):
        written = list(group)
        last = written[-1]
        entries = [row.seq for row in written]
        said = [seen.now.played.log[entry] for entry in entries]
        who = phone_in_words(last.by.name) if last.by else ""
        lines.append(LogLine(seen, entries, said, last.at, who))
    return lines


def _key_of_act(row: NightEntry) -> str:
    """What was read from a file stands for itself."""
    key = row.client_key.rpartition("-")[0]
    return row.client_key if key == FROM_A_FILE else key


def whole_log(seen: SeenNight) -> list[LogLine]:
    """The newest line first, for the phone that asks: one that helps sees nothing of the money."""
    entries = seen.night.entries.filter(seq__lt=len(seen.now.played.log))
    lines = _lines_of(seen, entries)
    if not seen.night.is_organised_here:
        lines = _without_money(lines)
    people_of_log = {
        person
        for line in lines
        for event in line.events
        for person in getattr(event, "people", ())
    }
    known = distinct_names(Player.objects.filter(pk__in=people_of_log))
    return _with_texts(lines, Narrator(known, {}, seen.plan.currency))[::-1]


def _without_money(lines: Iterable[LogLine]) -> list[LogLine]:
    """Also without what took money back."""
    others = []
    of_money = set[int]()
    for line in lines:
        first = line.events[0]
        took_back = isinstance(first, TakenBack) and first.entry in of_money
        if took_back or isinstance(first, MONEY):
            of_money.update(line.entries)
        else:
            others.append(line)
    return others


def newest_line(
    seen: SeenNight, kinds: tuple[type[Any], ...], at: At | None = None
) -> LogLine | None:
    """The last thing of these kinds that counts, of that table or of any, if it was said lately."""
    log = seen.now.played.log
    said = [
        entry
        for entry in seen.now.played.in_force[-LATELY:]
        if isinstance(log[entry], kinds)
        and (at is None or at in _tables_of(log[entry]))
    ]
    if not said:
        return None
    rows = seen.night.entries.filter(seq__in=range(said[-1] - LATELY, said[-1] + 1))
    narrator = Narrator({}, seen.names, seen.plan.currency)
    return _with_texts(_lines_of(seen, rows)[-1:], narrator)[0]


def decisions(seen: SeenNight) -> list[LogLine]:
    """How the cuts of the last round were decided, until the next one; also what was taken back."""
    log = seen.now.played.log
    cuts = [
        entry
        for entry, event in enumerate(log)
        if isinstance(event, events.CutDecided)
        and event.at.round == seen.sheet.last_round
    ]
    lines = _lines_of(seen, seen.night.entries.filter(seq__in=cuts))
    return _with_texts(lines, Narrator({}, seen.names, ""))


def _tables_of(event: Event) -> list[At]:
    if isinstance(event, events.Moved):
        return [At(event.round, table.number) for table in event.tables]
    return [getattr(event, "at", At(0, 0))]


def _with_texts(lines: Sequence[LogLine], narrator: Narrator) -> list[LogLine]:
    text_of: dict[int, str] = {}
    for line in lines:
        first = line.events[0]
        text = (
            _("Deshecho: %(what)s") % {"what": text_of.get(first.entry, "")}
            if isinstance(first, TakenBack)
            else narrator.sentence(line.events)
        )
        text_of |= dict.fromkeys(line.entries, text)
    return [replace(line, text_of=text_of) for line in lines]


def refusal_in_words(
    refused: NightRefusal | CircleFull, text_of: Mapping[int, str]
) -> str:
    later = None
    if isinstance(refused, NightRefusal) and refused.code == "stands-on-it":
        later = text_of.get(refused.details["entry"])
    if later:
        return _("Antes hay que deshacer esto: %(later)s") % {"later": later}
    return refusals.phrase(refused, {})
