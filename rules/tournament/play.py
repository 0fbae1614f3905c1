"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.tournament import events
from rules.tournament.events import Event
from rules.tournament.night import Badge, Begun, Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.values import Entrant, Round
from rules.tournament.stages import Who
from rules.tournament.verify import verify, with_tables

EMPTY = Night()


@dataclass(frozen=True)
class NightReplay:
    """The night after a log, up to the first event that cannot happen, which is kept as `refusal`."""

    night: Night
    accepted: int
    refusal: NightRefusal | None = None


def play(night: Night, event: Event) -> Night:
    """The night after the event. Raises NightRefusal if it cannot happen."""
    verify(night, event)
    return _PLAYS[type(event)](night, event)


def replay(log: Iterable[Event], night: Night = EMPTY) -> NightReplay:
    """From the beginning, or from a night that the log goes on from."""
    accepted = 0
    for event in log:
        try:
            night = play(night, event)
        except NightRefusal as refusal:
            return NightReplay(night, accepted, refusal)
        accepted += 1
    return NightReplay(night, accepted)


def _entered(night: Night, event: events.Entered) -> Night:
    badge = Badge(event.people, event.team, event.only, len(night.rounds) + 1)
    night = replace(night, badges={**night.badges, event.entrant: badge})
    open_to_all = (Who.EVERYBODY, Who.BEST_OF_TABLE, Who.OTHERS)
    for place in night.now:
        if night.stages[place].stage.enters.who in open_to_all:
            return _with_latecomer(night, place, event.entrant)
    return night


def _with_latecomer(night: Night, place: int, entrant: Entrant) -> Night:
    """He plays the stage in its last group."""
    groups = night.stages[place].groups or ((),)
    return _with_stage(night, place, groups=(*groups[:-1], (*groups[-1], entrant)))


def _with_stage(night: Night, place: int, **changes: Any) -> Night:
    stages = list(night.stages)
    stages[place] = replace(stages[place], **changes)
    return replace(night, stages=tuple(stages))


def _with_badge(night: Night, entrant: Entrant, **changes: Any) -> Night:
    badge = replace(night.badges[entrant], **changes)
    return replace(night, badges={**night.badges, entrant: badge})


def _left(night: Night, event: events.Left) -> Night:
    return _with_badge(night, event.entrant, has_left=True)


def _away(night: Night, event: events.Away) -> Night:
    return _with_badge(night, event.entrant, is_away=True)


def _back(night: Night, event: events.Back) -> Night:
    return _with_badge(night, event.entrant, is_away=False, has_left=False)


def _substituted(night: Night, event: events.Substituted) -> Night:
    badge = night.badges[event.entrant]
    return _with_badge(night, event.entrant, people=event.people, former=(*badge.former, *badge.people))


def _bound(night: Night, event: events.Bound) -> Night:
    return _with_badge(night, event.entrant, only=event.only)


def _kept_apart(night: Night, event: events.KeptApart) -> Night:
    pair = (min(event.first, event.other), max(event.first, event.other))
    return replace(night, apart=night.apart | {pair})


def _begun(night: Night, event: events.StageBegun) -> Night:
    return replace(night, stages=(*night.stages, Begun.of(event, len(night.rounds))))


def _turned(night: Night, event: events.KnobsChanged) -> Night:
    place = night.now.start
    return _with_stage(night, place, stage=night.stages[place].stage.turned(event.options))


def _seated(night: Night, event: events.Seated) -> Night:
    made = Round(event.tables, event.resting, event.broken)
    return replace(night, rounds=(*night.rounds, made))


def _moved(night: Night, event: events.Moved) -> Night:
    return replace(night, rounds=(*night.rounds[:-1], with_tables(night, event.tables)))


def _reported(night: Night, event: events.Reported) -> Night:
    return replace(night, reported={**night.reported, event.at: event.result})


def _attached(night: Night, event: events.Attached) -> Night:
    return replace(night, attached={**night.attached, event.at: event.match})


def _paid(night: Night, event: events.Paid) -> Night:
    return replace(night, paid=_added(night.paid, event.entrant, event.amount))


def _prize(night: Night, event: events.PrizeGiven) -> Night:
    return replace(night, prizes=_added(night.prizes, event.entrant, event.amount))


def _added(amounts: dict[Entrant, int], entrant: Entrant, amount: int) -> dict[Entrant, int]:
    return {**amounts, entrant: amounts.get(entrant, 0) + amount}


def _bought(night: Night, event: events.LifeBought) -> Night:
    place = night.place_of(len(night.rounds) + 1, (event.entrant,))
    return _with_stage(night, place, bought=(*night.stages[place].bought, event.entrant))


def _ended(night: Night, event: events.Ended) -> Night:
    return replace(night, is_over=True)


_PLAYS: dict[type[Any], Callable[[Night, Any], Night]] = {
    events.Entered: _entered,
    events.Left: _left,
    events.Away: _away,
    events.Back: _back,
    events.Substituted: _substituted,
    events.Bound: _bound,
    events.KeptApart: _kept_apart,
    events.StageBegun: _begun,
    events.KnobsChanged: _turned,
    events.Seated: _seated,
    events.Moved: _moved,
    events.Reported: _reported,
    events.Attached: _attached,
    events.Paid: _paid,
    events.LifeBought: _bought,
    events.PrizeGiven: _prize,
    events.Ended: _ended,
}
