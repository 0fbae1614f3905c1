"""Drafts of a round, and publishing one: its matches begin, and the phones of the tables turn to them."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction

from rules.night.counting import Results
from rules.night.events import Event, Seated, StageBegun
from rules.night.league import met_before
from rules.night.play import play
from rules.night.presets import Format
from rules.night.proposals import entrants_of, next_round, next_stage
from rules.night.refusals import NightRefusal
from rules.night.seating.plan import STEPS
from rules.night.seating.values import Pair
from rules.night.seats import refusal_of_crowd
from rules.night.sheet import NightSheet
from scores.core.access.turns import Busy, Turns
from scores.core.merges import locked_circle, persons_now
from scores.models import Phone
from scores.night.cards import table_cards
from scores.night.log import append, now_of, seated_in, sheet_of
from scores.night.models import Night, Plan, Sitting
from scores.night.people import evenings_of_league
from scores.night.seating.matches import begin_tables


class Draft(NamedTuple):
    """What publishing would add: the next stage, if one begins, and the round. `sheet` is the night with that
    stage."""

    begun: StageBegun | None
    seated: Seated
    sheet: NightSheet

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.begun, self.seated) if self.begun else (self.seated,)


def draft(
    plan: Plan,
    sheet: NightSheet,
    results: Results,
    *,
    seed: int = 0,
    steps: int = STEPS,
    past: Mapping[Pair, int] | None = None,
) -> Draft:
    """The next round; `past` are meetings of earlier evenings (`league.met_before`). Raises NightRefusal."""
    if sheet.is_over:
        raise NightRefusal("night-is-over")
    begun = begun_stage(plan, sheet, results, seed)
    sheet = play(sheet, begun) if begun else sheet
    seated = next_round(sheet, results, plan.numbers, past=past, seed=seed, steps=steps)
    return Draft(begun, seated, sheet)


def begun_stage(
    plan: Plan, sheet: NightSheet, results: Results, seed: int
) -> StageBegun | None:
    """The stage that begins with the next round, if one does. Raises NightRefusal."""
    stage = next_stage(plan.stages, sheet, results)
    return (
        StageBegun(stage, entrants_of(sheet, results, stage), seed) if stage else None
    )


def crowded_table(drafted: Draft) -> NightRefusal | None:
    """Why the draft cannot be published: a table of more people than its game takes."""
    seated = drafted.seated
    return refusal_of_crowd(drafted.sheet, seated.round, seated.tables)


@transaction.atomic
def publish(night: Night, phone: Phone | None, drafted: Draft) -> None:
    """Begin the round: once, however often it is sent. Raises GroupFull, and NightRefusal, also where another
    draft of this round was published before."""
    tables = drafted.seated.tables
    number = drafted.seated.round
    table_cards.locked_rounds(
        night, number - 1
    )  # matches first, then circle, then night
    locked_circle(night.circle_id)
    sheet = append(
        night,
        phone,
        lambda now: drafted.events if now.last_round < number else (),
    ).after
    if Sitting.objects.filter(table__night=night, round=number).exists():
        return _verify_published(night, drafted.seated)
    if refused := refusal_of_crowd(sheet, number, tables):
        raise refused
    table_cards.hand_over(night, number)
    table_cards.seat_phones(begin_tables(night, sheet, tables))


def _verify_published(night: Night, shown: Seated) -> None:
    published = seated_in(night, shown.round)
    if published is None or fingerprint(published) != fingerprint(shown):
        raise NightRefusal("not-the-next-round", round=len(sheet_of(night).rounds) + 1)


def fingerprint(seated: Seated) -> str:
    """Of who sits where; two drafts of a round that seat everybody alike have the same."""
    return sha256(
        repr((seated.round, seated.tables, seated.resting)).encode()
    ).hexdigest()[:16]


# Searching for a draft: a process searches for one at a time, and one request may wait for it a moment. So
# nobody who asks for many drafts, and leaves, holds up who scores at a table. Publishing searches for
# nothing.

FEW_STEPS = STEPS // 40  # of a draft that must cost next to nothing
_searches = Turns(patience=1.0)


def new_draft(night: Night, seed: int, *, is_hasty: bool = False) -> tuple[Draft, bool]:
    """A draft, and whether it is one of few steps: asked for, or because others search for seats. Raises
    NightRefusal."""
    if not is_hasty:
        with suppress(Busy), _searches.turn():
            return _draft_of_steps(night, seed, STEPS), False
    return _draft_of_steps(night, seed, FEW_STEPS), True


def _draft_of_steps(night: Night, seed: int, steps: int) -> Draft:
    plan = night.planned
    now = now_of(night)
    is_league = plan.format is Format.LEAGUE
    past = _meetings_before(night, now.sheet) if is_league else {}
    return draft(plan, now.sheet, now.results, seed=seed, steps=steps, past=past)


def _meetings_before(night: Night, sheet: NightSheet) -> dict[Pair, int]:
    """Of the earlier evenings of the league."""
    circle = night.circle
    earlier = [
        now_of(other_night).sheet
        for other_night in evenings_of_league(circle)
        if other_night.pk != night.pk
    ]
    return met_before(sheet, earlier, persons_now(circle))
