"""What the page of the organiser shows: what the night stands at, what is missing, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from rules.night.events import ClockSet, Moved, Seated, SeatsKept
from rules.night.proposals import next_stage, rounds_in_all
from rules.night.stages import Plays
from rules.night.standings import Line
from scores.night import people, words
from scores.night.desk.notice import Notice, notice_of
from scores.night.desk.state import (
    DeskFacts,
    Headline,
    NightState,
    facts_of,
    headline_of,
)
from scores.night.desk.tables import (
    TableResults,
    TableStatus,
    rest_points,
    tables_of_round,
)
from scores.night.door import rows as door
from scores.night.history.lines import LogLine, decisions, newest_line
from scores.night.log import published_rounds
from scores.night.models import Night
from scores.night.seating.costs import broken_in_words
from scores.night.shown.standings import in_decimals

LEADERS = 5
ABOUT = (Seated, Moved, SeatsKept)  # what can be taken back from the desk


@dataclass(frozen=True)
class PeopleHere:
    """A sentence of who is not here, and the tables that those here would fill."""

    away: str
    counter: str


@dataclass(frozen=True)
class Leaders:
    """The first lines of the standings, each with name and points."""

    after_round: int
    lines: Sequence[tuple[Line, str, str]]


@dataclass(frozen=True)
class Resting:
    """`points` is what it counts, once that is known."""

    sentence: str
    points: str


@dataclass(frozen=True)
class Action:
    """The one thing that comes next."""

    url: str
    text: str
    is_primary: bool = True


@dataclass(frozen=True)
class Desk:
    """What `desk.html` shows. `shown` is the round whose tables it shows: an earlier one with `results`."""

    facts: DeskFacts
    rounds: Sequence[RoundKey]
    shown: int
    headline: Headline
    results: Sequence[TableResults]
    resting: Resting | None
    people: PeopleHere
    leaders: Leaders
    notice: Notice | None
    broken: Sequence[str]
    action: Action | None
    last: LogLine | None
    clock: LogLine | None
    decisions: Sequence[LogLine]

    @property
    def is_earlier(self) -> bool:
        return self.shown < self.facts.sheet.last_round

    @property
    def is_playing(self) -> bool:
        return self.facts.state is NightState.PLAYING

    @property
    def can_reopen(self) -> bool:
        return can_reopen(self.facts.night)


def desk_of(night: Night, asked: int | None = None) -> Desk:
    """The page, with the tables of the round that was asked for, or of the last one."""
    facts = facts_of(night)
    last = facts.sheet.last_round
    shown = asked if asked is not None and 1 <= asked <= last else last
    rounds = round_keys(facts)
    return Desk(
        facts=facts,
        rounds=rounds,
        shown=shown,
        headline=headline_of(facts),
        results=tables_of_round(facts.now, facts.names, shown) if shown < last else [],
        resting=_resting(facts, shown) if shown else None,
        people=_people_here(facts),
        leaders=_leaders(facts),
        notice=notice_of(facts),
        broken=_broken_wishes(facts),
        action=_action(facts, rounds),
        last=newest_line(night, facts.now, facts.names, ABOUT),
        clock=newest_line(night, facts.now, facts.names, (ClockSet,)),
        decisions=decisions(night, facts.now, facts.names),
    )


def can_reopen(night: Night) -> bool:
    """Until another night of the group begins: its first round is published after the end of this one."""
    if night.finished_at is None:
        return False
    others = night.circle.nights.filter(deleted_at=None).exclude(pk=night.pk)
    return not published_rounds(others, 1).filter(at__gt=night.finished_at).exists()


def _resting(facts: DeskFacts, number: int) -> Resting | None:
    resting = facts.sheet.rounds[number - 1].resting
    if not resting:
        return None
    sentence = words.resting_in_words(resting, facts.names)
    return Resting(sentence, rest_points(facts.now, number))


def _people_here(facts: DeskFacts) -> PeopleHere:
    sheet = facts.sheet
    names = facts.names
    away = [
        names[entrant] for entrant, badge in sheet.badges.items() if not badge.is_here
    ]
    text = ngettext("No está %(names)s.", "No están %(names)s.", len(away))
    return PeopleHere(
        away=text % {"names": people.joined_people(away)} if away else "",
        counter=door.counter(sheet, facts.plan),
    )


def _leaders(facts: DeskFacts) -> Leaders:
    lines = facts.now.ranking[:LEADERS]
    after_round = (
        facts.sheet.last_round - 1 if facts.missing_tables else facts.sheet.last_round
    )
    return Leaders(
        after_round,
        [(line, facts.names[line.entrant], in_decimals(line.points)) for line in lines],
    )


def _broken_wishes(facts: DeskFacts) -> list[str]:
    broken = facts.sheet.rounds[-1].broken if facts.sheet.last_round else ()
    return [broken_in_words(wish, facts.names) for wish in broken]


def _action(facts: DeskFacts, rounds: Sequence[RoundKey]) -> Action | None:
    code = facts.night.code
    seat = reverse("night-seat", args=[code])
    state = facts.state
    number = {"number": facts.sheet.last_round + 1}
    if state is NightState.BEFORE and len(facts.sheet.here) < 2:
        return Action(reverse("night-check-in", args=[code]), _("Abrir la puerta"))
    if not facts.night.is_organised_here:
        return None
    if state in (NightState.BEFORE, NightState.COMPLETE):
        if any(key.is_next and key.is_final for key in rounds):
            return Action(seat, _("Sentar la final"))
        return Action(seat, _("Sentar la ronda %(number)s") % number)
    if state is NightState.LAST:
        return Action(reverse("night-end", args=[code]), _("Terminar la noche"))
    calls = any(row.status is TableStatus.CALLS for row in facts.tables)
    if state is NightState.PLAYING and not calls:
        text = _("Preparar la ronda %(number)s") % number
        return Action(seat, text, is_primary=False)
    return None


# The rounds of a night, each one tap away


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


def round_keys(facts: DeskFacts) -> list[RoundKey]:
    return [*_seated_rounds(facts), *_coming_rounds(facts)]


def _seated_rounds(facts: DeskFacts) -> Iterator[RoundKey]:
    is_time_over = facts.night.seconds_left == 0
    for number, made in enumerate(facts.sheet.rounds, 1):
        missing = len(facts.now.tables_without_result(number))
        is_final = facts.sheet.is_final(number)
        yield RoundKey(
            number,
            is_final,
            is_seated=True,
            is_next=False,
            tables=len(made.tables),
            missing=missing,
            is_late=missing > 0 and (number < facts.sheet.last_round or is_time_over),
        )


def _coming_rounds(facts: DeskFacts) -> Iterator[RoundKey]:
    """Those that are known to come: of a stage that ends when few are left only the next one."""
    stages = facts.plan.stages
    known = rounds_in_all(stages, facts.sheet)
    comes = facts.state in (NightState.BEFORE, NightState.COMPLETE, NightState.CUT)
    first = facts.sheet.last_round + 1
    last = known if known is not None else facts.sheet.last_round + comes
    following = next_stage(stages, facts.sheet, facts.now.results)
    is_final_next = following is not None and following.plays is Plays.FINAL
    last_final = None if facts.plan.final is None else known
    for number in range(first, last + 1):
        yield RoundKey(
            number,
            is_final=number == last_final or (is_final_next and number == first),
            is_seated=False,
            is_next=comes and number == first,
        )
