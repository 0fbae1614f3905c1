"""Drafts of a round, and publishing one: its matches begin, and the phones of the tables turn to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import transaction

from rules.knobs import Ends
from rules.ruleset import Ruleset
from rules.tournament.counting import Results
from rules.tournament.events import Event, Seated, StageBegun, entrants_named
from rules.tournament.night import Night
from rules.tournament.play import play
from rules.tournament.proposals import beginning, groups_entering, next_round, stage_is_over
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS
from rules.tournament.seating.values import Apart, Broken, Entrant, OutOfReach, SeatedTable
from rules.tournament.stages import EndOfMatch, MatchOf
from scores.core.match_facts import MatchFacts
from scores.group.circles.people import locked_circle
from scores.models import Match, Phone, Player
from scores.night import places
from scores.night.log import append
from scores.night.models import Place, Sitting, Tournament
from scores.night.plan import Plan
from scores.table.new_match import setup


class Draft(NamedTuple):
    """What publishing would add: the next stages, if some begin, and the round."""

    begins: tuple[StageBegun, ...]
    seated: Seated

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.begins, self.seated)


def draft(plan: Plan, night: Night, results: Results, *, seed: int = 0, steps: int = STEPS) -> Draft:
    """The next round. Raises NightRefusal."""
    if night.is_over:
        raise NightRefusal("night-is-over")
    begins: list[StageBegun] = []
    if not night.stages or stage_is_over(night, results):
        for stage in beginning(plan.stages, night):
            begins.append(StageBegun(stage, groups_entering(night, results, stage, seed), seed))
            night = play(night, begins[-1])
    seated = next_round(night, results, plan.numbers, seed=seed, steps=steps)
    return Draft(tuple(begins), seated)


def swapped(drafted: Draft, night: Night, swaps: Iterable[tuple[Entrant, Entrant]]) -> Draft:
    """The draft after these pairs have changed seats; who rests may be one of them."""
    at = {name: name for name in entrants_named(drafted.seated)}
    for one, other in swaps:
        if one in at and other in at:
            at[one], at[other] = at[other], at[one]
    sits = {seat: name for name, seat in at.items()}
    seated = drafted.seated
    tables = tuple(table._replace(seats=tuple(sits[seat] for seat in table.seats)) for table in seated.tables)
    resting = tuple(sorted(sits[name] for name in seated.resting))
    return drafted._replace(
        seated=replace(seated, tables=tables, resting=resting, broken=tuple(_broken(night, tables)))
    )


def _broken(night: Night, tables: Iterable[SeatedTable]) -> Iterator[Broken]:
    for table in tables:
        for name in table.seats:
            only = night.badges[name].only
            if only and table.number not in only:
                yield OutOfReach(name)
        yield from (Apart(*pair) for pair in combinations(sorted(table.seats), 2) if pair in night.apart)


@transaction.atomic
def publish(tournament: Tournament, phone: Phone | None, drafted: Draft) -> None:
    """Begin the round: once, however often it is sent. Raises NightRefusal and GroupFull."""
    number = drafted.seated.round
    places.locked_round(tournament, number - 1)  # matches first, then circle, then night
    locked_circle(tournament.circle_id)
    night = append(tournament, phone, lambda _now: drafted.events, f"round-{number}")
    if Sitting.objects.filter(place__tournament=tournament, round=number).exists():
        return
    places.hand_over(tournament, number)
    places.seat_phones(
        begin_table(tournament, night, table, uuid5(tournament.uid, f"{number}-{table.number}"))
        for table in drafted.seated.tables
    )


def begin_table(tournament: Tournament, night: Night, table: SeatedTable, key: UUID) -> Sitting:
    """Begin the match of a table of the last round; `places.seat_phones` then turns its phones to it."""
    number = len(night.rounds)
    place, _created = Place.objects.get_or_create(tournament=tournament, number=table.number)
    match = _begin(tournament, night, number, table, key)
    return Sitting.objects.create(place=place, round=number, match=match)


def _begin(tournament: Tournament, night: Night, number: int, table: SeatedTable, key: UUID) -> Match:
    """Of pairs the first ones sit down, then their partners."""
    badges = [night.badges[name] for name in table.seats]
    order = [badge.people[turn] for turn in (0, 1) for badge in badges if turn < len(badge.people)]
    people = Player.objects.in_bulk(order)
    seated = [people[pk] for pk in order]
    facts = MatchFacts(ruleset_of(night.stage_of(number, table.seats).stage.match))
    uids = {place: player.uid for place, player in enumerate(seated)}
    names = [player.display_name for player in seated]
    return setup.start_match(tournament.circle, key, facts, names, uids=uids)


def ruleset_of(match: MatchOf) -> Ruleset:
    """The rules of a table: with a number of hands they end there."""
    if match.ends is not EndOfMatch.HANDS:
        return match.ruleset
    return match.ruleset.turned({"ends": Ends.HANDS, "limit": match.number})
