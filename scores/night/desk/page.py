"""What the page of the organiser shows: the state of the night in a sentence, what is missing and next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from rules.night.counting import result_at
from rules.night.events import At
from rules.night.proposals import (
    next_stage,
    open_cuts,
    rounds_in_all,
    stage_is_over,
)
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from rules.night.standings import Line
from scores.core.notation.names import alphabetical, joined_names
from scores.night import people, words
from scores.night.desk import cuts
from scores.night.desk.tables import (
    Status,
    TableResults,
    TableRow,
    rest_points,
    results_of_round,
    seconds_left,
    tables_of_now,
)
from scores.night.door import rows as door
from scores.night.log import with_a_round
from scores.night.models import Night
from scores.night.now import Now, now_of
from scores.night.plan import Plan
from scores.night.seating.costs import broken_in_words
from scores.night.shown.standings import in_decimals

LEADERS = 5


class State(StrEnum):
    BEFORE = "before"  # no round is seated
    PLAYING = "playing"
    COMPLETE = "complete"  # every table has its result, and another round comes
    CUT = "cut"  # some are level for the last seats
    LAST = "last"  # every table has its result, and no round comes
    OVER = "over"


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
class Headline:
    """The night in one sentence: what it is about, the sentence, and what it means."""

    kicker: str
    title: str
    note: str = ""


@dataclass(frozen=True)
class Action:
    """The one thing that comes next."""

    url: str
    text: str
    is_primary: bool = True


@dataclass(frozen=True)
class Desk:
    """What `desk.html` shows. `shown` is the round whose tables it shows."""

    night: Night
    sheet: NightSheet
    plan: Plan
    state: State
    rounds: Sequence[RoundKey]
    shown: int
    headline: Headline
    seconds_left: int | None
    ends_at: datetime | None
    tables: Sequence[TableRow]
    results: Sequence[TableResults]
    resting: str
    rest_points: str
    here: str
    counter: str
    away: str
    leaders: Sequence[tuple[Line, str, str]]
    after_round: int
    cut: cuts.CutView | None
    changed: Sequence[tuple[str, int, int]]
    revived: str
    outs: str
    may_return: bool  # whether those who are `revived` play the next round
    broken: Sequence[str]
    action: Action | None
    can_reopen: bool

    @property
    def is_earlier(self) -> bool:
        return self.shown < len(self.sheet.rounds)

    @property
    def is_playing(self) -> bool:
        return self.state is State.PLAYING

    @property
    def missing_tables(self) -> Sequence[TableRow]:
        return [row for row in self.tables if row.status is not Status.OVER]

    @property
    def clock_text(self) -> str:
        minutes, seconds = divmod(self.seconds_left or 0, 60)
        return f"{minutes}:{seconds:02}"

    @property
    def is_time_over(self) -> bool:
        return self.seconds_left == 0


def desk_of(night: Night, asked: int | None = None) -> Desk:
    """The page, with the tables of the round that was asked for, or of the last one."""
    now = now_of(night)
    sheet = now.sheet
    plan = Plan.load(night.plan)
    names = people.names_of(sheet, people.known(sheet))
    state = _state(plan, now)
    rounds = _round_keys(night, plan, now, state)
    last = len(sheet.rounds)
    shown = asked if asked is not None and 1 <= asked <= last else last
    tables = tables_of_now(night, now, names) if last else []
    match = (sheet.stages[-1].stage if sheet.stages else plan.stages[0]).match
    changed = now.changed
    return Desk(
        night=night,
        sheet=sheet,
        plan=plan,
        state=state,
        rounds=rounds,
        shown=shown,
        headline=_headline(state, plan, now, names, tables),
        seconds_left=seconds_left(night),
        ends_at=night.clock_ends_at,
        tables=tables,
        results=results_of_round(now, names, shown) if shown < last else [],
        resting=joined_names([names[name] for name in sheet.rounds[shown - 1].resting])
        if shown
        else "",
        rest_points=rest_points(now, shown),
        here=joined_names(
            sorted((names[name] for name in sheet.here), key=alphabetical)
        ),
        counter=door.counter(sheet, match, plan.tables),
        away=joined_names(
            [names[name] for name, badge in sheet.badges.items() if not badge.is_here]
        ),
        leaders=[
            (line, names[line.entrant], in_decimals(line.points))
            for line in now.ranked[:LEADERS]
        ],
        after_round=last
        if not any(row.status is not Status.OVER for row in tables)
        else last - 1,
        cut=cuts.view_of(plan, now, names) if state is State.CUT else None,
        changed=[
            (names[change.entrant], change.before, change.now)
            for change in changed.places
        ],
        revived=joined_names([names[name] for name in changed.back]),
        outs=joined_names([names[name] for name in changed.out]),
        may_return=changed.may_return,
        broken=[
            broken_in_words(broken_wish, names)
            for broken_wish in sheet.rounds[-1].broken
        ]
        if last
        else [],
        action=_action(night, state, sheet, tables, rounds),
        can_reopen=state is State.OVER and can_reopen(night),
    )


def can_reopen(night: Night) -> bool:
    """Until a round of the next night of the group was published."""
    later = night.circle.nights.filter(created_at__gt=night.created_at, deleted_at=None)
    return not with_a_round(later).exists()


def headline_of(night: Night) -> tuple[State, Headline]:
    """What the night stands at, without the rest of the page."""
    now = now_of(night)
    plan = Plan.load(night.plan)
    names = people.names_of(now.sheet, people.known(now.sheet))
    state = _state(plan, now)
    tables = tables_of_now(night, now, names) if now.sheet.rounds else []
    return state, _headline(state, plan, now, names, tables)


def _state(plan: Plan, now: Now) -> State:
    sheet = now.sheet
    if sheet.is_over:
        return State.OVER
    if not sheet.rounds:
        return State.BEFORE
    if any(
        not _has_result(now, len(sheet.rounds), table.number)
        for table in sheet.rounds[-1].tables
    ):
        return State.PLAYING
    if open_cuts(plan.stages, sheet, now.results):
        return State.CUT
    if (
        stage_is_over(sheet, now.results)
        and next_stage(plan.stages, sheet, now.results) is None
    ):
        return State.LAST
    return State.COMPLETE


def _has_result(now: Now, number: int, table: int) -> bool:
    return result_at(now.sheet, now.results, At(number, table)) is not None


def _round_keys(night: Night, plan: Plan, now: Now, state: State) -> list[RoundKey]:
    sheet = now.sheet
    seated = len(sheet.rounds)
    keys = []
    for number, made in enumerate(sheet.rounds, 1):
        missing = sum(
            not _has_result(now, number, table.number) for table in made.tables
        )
        is_late = missing > 0 and (number < seated or seconds_left(night) == 0)
        is_final = sheet.stage_of(number).stage.plays is Plays.FINAL
        keys.append(
            RoundKey(number, is_final, True, False, len(made.tables), missing, is_late)
        )
    comes = state in (State.BEFORE, State.COMPLETE, State.CUT)
    return [*keys, *_coming_rounds(plan, sheet, seated, comes=comes)]


def _coming_rounds(
    plan: Plan, sheet: NightSheet, seated: int, *, comes: bool
) -> list[RoundKey]:
    """Those that are known to come: of a stage that ends when few are left only the next one."""
    known = rounds_in_all(plan.stages, sheet)
    if not sheet.stages and all(stage.has_known_rounds for stage in plan.stages):
        known = sum(stage.rounds for stage in plan.stages)
    last = known if known is not None else seated + (1 if comes else 0)
    has_final = plan.stages[-1].plays is Plays.FINAL
    return [
        RoundKey(
            number, has_final and number == known, False, comes and number == seated + 1
        )
        for number in range(seated + 1, last + 1)
    ]


# The sentence at the top


def _headline(
    state: State,
    plan: Plan,
    now: Now,
    names: Mapping[Entrant, str],
    tables: Sequence[TableRow],
) -> Headline:
    sheet = now.sheet
    number = len(sheet.rounds)
    if state is State.BEFORE:
        return _headline_before(sheet)
    if state is State.PLAYING:
        missing = sum(row.status is not Status.OVER for row in tables)
        title = ngettext("Sigue %(count)s mesa", "Siguen %(count)s mesas", missing) % {
            "count": missing
        }
        return Headline(words.round_name(sheet, number), title)
    if state is State.COMPLETE:
        title = ngettext(
            "Está el resultado", "Están los %(count)s resultados", len(tables)
        )
        return Headline(
            _round_done(sheet, number),
            title % {"count": len(tables)},
            _who_is_here(sheet),
        )
    if state is State.CUT:
        cut = cuts.view_of(plan, now, names)
        return (
            Headline(_round_done(sheet, number), cut.title, cut.note)
            if cut
            else Headline("", "")
        )
    winners = [names[line.entrant] for line in now.ranked if line.place == 1]
    title = ngettext("Gana %(names)s", "Ganan %(names)s", len(winners)) % {
        "names": joined_names(winners)
    }
    if state is State.LAST:
        note = _(
            "Están todos los resultados. Si algo está mal, corrígelo antes de dar los premios."
        )
        return Headline(_round_done(sheet, number), title, note)
    return Headline(_("La noche ha terminado"), title)


def _headline_before(sheet: NightSheet) -> Headline:
    kicker = _("Antes de la ronda 1")
    if not sheet.badges:
        return Headline(
            kicker,
            _("Todavía no ha llegado nadie"),
            _("Apunta a la gente en la puerta."),
        )
    here = len(sheet.here)
    everybody = len(sheet.badges)
    if here == everybody:
        title = ngettext(
            "%(count)s persona está aquí", "%(count)s personas están aquí", here
        )
        return Headline(kicker, title % {"count": here})
    return Headline(
        kicker, _("%(here)s de %(all)s están aquí") % {"here": here, "all": everybody}
    )


def _who_is_here(sheet: NightSheet) -> str:
    here = len(sheet.here)
    return ngettext(
        "%(count)s persona está aquí.", "%(count)s personas están aquí.", here
    ) % {"count": here}


def _round_done(sheet: NightSheet, number: int) -> str:
    if sheet.stage_of(number).stage.plays is Plays.FINAL:
        return _("Final acabada")
    return _("Ronda %(number)s acabada") % {"number": number}


def _action(
    night: Night,
    state: State,
    sheet: NightSheet,
    tables: Sequence[TableRow],
    rounds: Sequence[RoundKey],
) -> Action | None:
    seat = reverse("night-seat", args=[night.code])
    if state is State.BEFORE and len(sheet.here) < 2:
        return Action(
            reverse("night-check-in", args=[night.code]), _("Abrir la puerta")
        )
    if not night.is_organised_here:
        return None
    if state in (State.BEFORE, State.COMPLETE):
        if any(key.is_next and key.is_final for key in rounds):
            return Action(seat, _("Sentar la final"))
        return Action(
            seat, _("Sentar la ronda %(number)s") % {"number": len(sheet.rounds) + 1}
        )
    if state is State.LAST:
        return Action(reverse("night-end", args=[night.code]), _("Terminar la noche"))
    if state is State.PLAYING and not any(row.status is Status.CALLS for row in tables):
        text = _("Preparar la ronda %(number)s") % {"number": len(sheet.rounds) + 1}
        return Action(seat, text, is_primary=False)
    return None
