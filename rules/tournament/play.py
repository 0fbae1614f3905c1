"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.tournament import events
from rules.tournament.events import Event
from rules.tournament.night import Badge, Begun, Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.values import Entrant, Pair, Round
from rules.tournament.stages import Plays
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
    if night.stages and takes_latecomers(night):
        return _with_last_stage(
            night, entrants=(*night.stages[-1].entrants, event.entrant)
        )
    return night


def takes_latecomers(night: Night) -> bool:
    """Whether somebody who enters now plays the last stage that has begun."""
    begun = night.stages[-1]
    if (
        begun.stage.plays is Plays.KNOCKOUT
    ):  # or they would be in it longer than those who play it
        return begun.after == len(night.rounds)
    return begun.stage.plays is not Plays.FINAL


def verify_latecomer(night: Night) -> None:
    """Raise NightRefusal where somebody who enters now would play nothing. A log may have them."""
    if night.stages and not takes_latecomers(night):
        raise NightRefusal("stage-has-begun", round=len(night.rounds))


def _with_last_stage(night: Night, **changes: Any) -> Night:
    changed = replace(night.stages[-1], **changes)
    return replace(night, stages=(*night.stages[:-1], changed))


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
    return _with_badge(
        night, event.entrant, people=event.people, former=(*badge.former, *badge.people)
    )


def _removed(night: Night, event: events.Removed) -> Night:
    gone = event.entrant
    night = replace(
        night,
        badges={name: badge for name, badge in night.badges.items() if name != gone},
    )
    night = replace(
        night,
        paid={name: amount for name, amount in night.paid.items() if name != gone},
    )
    return replace(
        night,
        apart=frozenset(pair for pair in night.apart if gone not in pair),
        together=frozenset(pair for pair in night.together if gone not in pair),
    )


def _bound(night: Night, event: events.Bound) -> Night:
    return _with_badge(night, event.entrant, only=event.only)


def _kept_apart(night: Night, event: events.KeptApart) -> Night:
    pair = _pair(event)
    return replace(night, apart=night.apart | {pair}, together=night.together - {pair})


def _kept_together(night: Night, event: events.KeptTogether) -> Night:
    pair = _pair(event)
    return replace(night, apart=night.apart - {pair}, together=night.together | {pair})


def _wish_dropped(night: Night, event: events.WishDropped) -> Night:
    pair = _pair(event)
    return replace(night, apart=night.apart - {pair}, together=night.together - {pair})


def _pair(event: events.KeptApart | events.KeptTogether | events.WishDropped) -> Pair:
    return (min(event.first, event.other), max(event.first, event.other))


def _begun(night: Night, event: events.StageBegun) -> Night:
    return replace(night, stages=(*night.stages, Begun.of(event, len(night.rounds))))


def _changed(night: Night, event: events.StageChanged) -> Night:
    return _with_last_stage(
        night, stage=night.stages[-1].stage.with_knobs(event.options)
    )


def _cut(night: Night, event: events.CutDecided) -> Night:
    return replace(night, cuts=(*night.cuts, event))


def _seated(night: Night, event: events.Seated) -> Night:
    made = Round(event.tables, event.resting, event.broken)
    return replace(night, rounds=(*night.rounds, made))


def _moved(night: Night, event: events.Moved) -> Night:
    return replace(night, rounds=(*night.rounds[:-1], with_tables(night, event.tables)))


def _reported(night: Night, event: events.Reported) -> Night:
    return replace(night, reported={**night.reported, event.at: event.result})


def _withdrawn(night: Night, event: events.ReportWithdrawn) -> Night:
    reported = {at: result for at, result in night.reported.items() if at != event.at}
    return replace(night, reported=reported)


def _attached(night: Night, event: events.Attached) -> Night:
    return replace(night, attached={**night.attached, event.at: event.match})


def _paid(night: Night, event: events.Paid) -> Night:
    return replace(night, paid=_added(night.paid, event.entrant, event.amount))


def _prize(night: Night, event: events.PrizeGiven) -> Night:
    return replace(night, prizes=_added(night.prizes, event.entrant, event.amount))


def _added(
    amounts: dict[Entrant, int], entrant: Entrant, amount: int
) -> dict[Entrant, int]:
    return {**amounts, entrant: amounts.get(entrant, 0) + amount}


def _ended(night: Night, event: events.Ended) -> Night:
    return replace(night, is_over=True)


def _reopened(night: Night, event: events.Reopened) -> Night:
    return replace(night, is_over=False)


_PLAYS: dict[type[Any], Callable[[Night, Any], Night]] = {
    events.Entered: _entered,
    events.Left: _left,
    events.Away: _away,
    events.Back: _back,
    events.Substituted: _substituted,
    events.Removed: _removed,
    events.Bound: _bound,
    events.KeptApart: _kept_apart,
    events.KeptTogether: _kept_together,
    events.WishDropped: _wish_dropped,
    events.StageBegun: _begun,
    events.StageChanged: _changed,
    events.CutDecided: _cut,
    events.Seated: _seated,
    events.Moved: _moved,
    events.Reported: _reported,
    events.ReportWithdrawn: _withdrawn,
    events.Attached: _attached,
    events.Paid: _paid,
    events.PrizeGiven: _prize,
    events.Ended: _ended,
    events.Reopened: _reopened,
}
