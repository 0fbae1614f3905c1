"""Club nights without requests, as the state before a test."""

from __future__ import annotations

from rules.night import events
from rules.night.presets import USUAL_NUMBERS, Format, stages_of
from rules.night.stages import MatchOf
from scores.models import Circle, Player
from scores.night.log import append, results_of, sheet_of
from scores.night.models import Night
from scores.night.plan import Plan
from scores.night.seating.publishing import draft, publish

FOUR = ("Ana", "Luis", "Eva", "Paco")
EIGHT = (*FOUR, "Luz", "Leo", "Mar", "Sol")


def open_night(
    circle: Circle,
    *names: str,
    preset: Format = Format.EVERYBODY,
    final: int | None = None,
    **plan,
) -> Night:
    """A night in which these people are here; by default four, of whom nobody has paid the five euros."""
    stages = stages_of(preset, MatchOf(), USUAL_NUMBERS.get(preset, 0), final)
    plan = Plan(
        **{"stages": stages, "preset": preset, "fee": 500, "prizes": (60, 40), **plan}
    )
    night = Night.objects.create(circle=circle, name="Noche", plan=plan.dump())
    people = [player_named(circle, name) for name in names or FOUR]
    come = [
        events.Entered(number, (player.pk,)) for number, player in enumerate(people, 1)
    ]
    append(night, None, lambda _night: come, "start")
    return night


def player_named(circle: Circle, name: str) -> Player:
    """The first of that name: a merged circle may have two."""
    return circle.players.filter(name=name).first() or circle.players.create(name=name)


def published(night: Night) -> Night:
    """The night after one more round was seated."""
    now = sheet_of(night)
    publish(
        night,
        None,
        draft(Plan.load(night.plan), now, results_of(night, now), seed=1, steps=200),
    )
    return night


def told(night: Night, *made: events.Event) -> Night:
    append(night, None, lambda _night: made, f"told-{night.entries.count()}")
    return night


def person(circle: Circle, name: str) -> Player:
    return circle.players.get(name=name)
