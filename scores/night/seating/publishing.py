"""Drafts of a round, and publishing one: its matches begin, and the phones of the tables turn to them."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import transaction

from rules.knobs import Ends
from rules.night.counting import Results
from rules.night.events import Event, Seated, StageBegun
from rules.night.league import met_before
from rules.night.play import play
from rules.night.proposals import entrants_of, next_round, next_stage
from rules.night.refusals import NightRefusal
from rules.night.seating.plan import STEPS
from rules.night.seating.values import Entrant, Pair, SeatedTable
from rules.night.seats import refusal_of_crowd, seating_order
from rules.night.sheet import NightSheet
from rules.night.stages import EndOfMatch, MatchOf
from rules.ruleset import Ruleset
from scores.circle.circles.people import locked_circle, merge_targets, players_at_table
from scores.core.access.turns import Busy, Turns
from scores.core.match_facts import MatchFacts
from scores.models import Circle, Phone, Player
from scores.night.cards import places
from scores.night.log import append, now_of, seated_in, sheet_of
from scores.night.models import Night, Plan, Sitting
from scores.night.people import evenings_of_league, persons_now
from scores.table.new_match import setup


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
    number = drafted.seated.round
    places.locked_round(night, number - 1)  # matches first, then circle, then night
    locked_circle(night.circle_id)
    sheet = append(night, phone, lambda _now: drafted.events, f"round-{number}")
    if Sitting.objects.filter(place__night=night, round=number).exists():
        return _verify_published(night, drafted.seated)
    if refused := refusal_of_crowd(sheet, number, drafted.seated.tables):
        raise refused
    places.hand_over(night, number)
    tables = [
        (uuid5(night.uid, f"{number}-{seated_table.number}"), seated_table)
        for seated_table in drafted.seated.tables
    ]
    places.seat_phones(begin_tables(night, sheet, tables))
    # it was that of the last round
    Night.objects.filter(pk=night.pk).update(clock_ends_at=None)


def _verify_published(night: Night, shown: Seated) -> None:
    published = seated_in(night, shown.round)
    if published is None or fingerprint(published) != fingerprint(shown):
        raise NightRefusal("not-the-next-round", round=len(sheet_of(night).rounds) + 1)


def fingerprint(seated: Seated) -> str:
    """Of who sits where; two drafts of a round that seat everybody alike have the same."""
    return sha256(
        repr((seated.round, seated.tables, seated.resting)).encode()
    ).hexdigest()[:16]


def begin_tables(
    night: Night,
    sheet: NightSheet,
    tables: Sequence[tuple[UUID, SeatedTable]],
    missing: Collection[Entrant] = (),
) -> list[Sitting]:
    """Begin the matches of these tables of the last round, each with its key; `places.seat_phones` then turns
    their phones to them. Of `missing` it is known that they are not there. The night is locked."""
    number = sheet.last_round
    circle = night.circle.after_merges()
    orders = [
        [person for _name, person in seating_order(sheet.badges, table.seats)]
        for _key, table in tables
    ]
    players = _players(circle, orders)
    ruleset = ruleset_of(sheet.stage_of(number).stage.match)
    matches = setup.start_tables(
        circle,
        [
            setup.NewTable(key, MatchFacts(ruleset), seated, night_table=table.number)
            for (key, table), seated in zip(tables, players, strict=True)
        ],
    )
    place_of = places.of_numbers(night, [table.number for _key, table in tables])
    return Sitting.objects.bulk_create(
        Sitting(
            place=place_of[table.number],
            round=number,
            match=match,
            missing=[entrant for entrant in table.seats if entrant in missing],
        )
        for (_key, table), match in zip(tables, matches, strict=True)
    )


def _players(circle: Circle, orders: Sequence[Sequence[int]]) -> list[list[Player]]:
    """The players of each table. Of two who were merged into one meanwhile, one gets another player."""
    named = Player.objects.in_bulk({pk for order in orders for pk in order})
    targets = merge_targets(circle)
    now = Player.objects.in_bulk({targets.get(pk, pk) for pk in named})
    tables = []
    for order in orders:
        seated = [now[targets.get(pk, pk)] for pk in order]
        if len(set(seated)) < len(seated):
            uids = {place: player.uid for place, player in enumerate(seated)}
            seated = players_at_table(circle, [named[pk].name for pk in order], uids)
        tables.append(seated)
    return tables


def ruleset_of(match: MatchOf) -> Ruleset:
    """The rules of a table: with a number of hands they end there."""
    if match.ends is not EndOfMatch.HANDS:
        return match.ruleset
    return match.ruleset.with_options({"ends": Ends.HANDS, "limit": match.number})


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
    past = _meetings_before(night, now.sheet) if plan.is_league else {}
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
