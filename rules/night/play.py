"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.night import events
from rules.night.events import Event
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, Pair
from rules.night.sheet import Badge, Begun, NightSheet
from rules.night.stages import Plays
from rules.night.verify import verify, with_tables

EMPTY = NightSheet()


@dataclass(frozen=True)
class NightReplay:
    """The night after a log, up to the first event that cannot happen, which is kept as `refusal`."""

    sheet: NightSheet
    accepted: int
    refusal: NightRefusal | None = None


def play(sheet: NightSheet, event: Event) -> NightSheet:
    """The night after the event. Raises NightRefusal if it cannot happen."""
    verify(sheet, event)
    return _PLAYS[type(event)](sheet, event)


def replay(log: Iterable[Event], sheet: NightSheet = EMPTY) -> NightReplay:
    """From the beginning, or from a night that the log goes on from."""
    accepted = 0
    for event in log:
        try:
            sheet = play(sheet, event)
        except NightRefusal as refusal:
            return NightReplay(sheet, accepted, refusal)
        accepted += 1
    return NightReplay(sheet, accepted)


def _play_entered(sheet: NightSheet, event: events.Entered) -> NightSheet:
    badge = Badge(event.people, len(sheet.rounds) + 1)
    sheet = replace(sheet, badges={**sheet.badges, event.entrant: badge})
    if sheet.stages and takes_latecomers(sheet):
        return _with_last_stage(
            sheet, entrants=(*sheet.stages[-1].entrants, event.entrant)
        )
    return sheet


def takes_latecomers(sheet: NightSheet) -> bool:
    """Whether somebody who enters now plays the last stage that has begun."""
    begun = sheet.stages[-1]
    if (
        begun.stage.plays is Plays.KNOCKOUT
    ):  # or they would be in it longer than those who play it
        return begun.after == len(sheet.rounds)
    return begun.stage.plays is not Plays.FINAL


def verify_latecomer(sheet: NightSheet) -> None:
    """Raise NightRefusal where somebody who enters now would play nothing. A log may have them."""
    if sheet.stages and not takes_latecomers(sheet):
        raise NightRefusal("stage-has-begun", round=len(sheet.rounds))


def _with_last_stage(sheet: NightSheet, **changes: Any) -> NightSheet:
    changed = replace(sheet.stages[-1], **changes)
    return replace(sheet, stages=(*sheet.stages[:-1], changed))


def _with_badge(sheet: NightSheet, entrant: Entrant, **changes: Any) -> NightSheet:
    badge = replace(sheet.badges[entrant], **changes)
    return replace(sheet, badges={**sheet.badges, entrant: badge})


def _left(sheet: NightSheet, event: events.Left) -> NightSheet:
    return _with_badge(sheet, event.entrant, has_left=True)


def _away(sheet: NightSheet, event: events.Away) -> NightSheet:
    return _with_badge(sheet, event.entrant, is_away=True)


def _back(sheet: NightSheet, event: events.Back) -> NightSheet:
    return _with_badge(sheet, event.entrant, is_away=False, has_left=False)


def _play_substituted(sheet: NightSheet, event: events.Substituted) -> NightSheet:
    badge = sheet.badges[event.entrant]
    return _with_badge(
        sheet, event.entrant, people=event.people, former=(*badge.former, *badge.people)
    )


def _play_removed(sheet: NightSheet, event: events.Removed) -> NightSheet:
    gone = event.entrant
    sheet = replace(
        sheet,
        badges={name: badge for name, badge in sheet.badges.items() if name != gone},
    )
    sheet = replace(
        sheet,
        paid={name: amount for name, amount in sheet.paid.items() if name != gone},
    )
    return replace(
        sheet,
        apart=frozenset(pair for pair in sheet.apart if gone not in pair),
        together=frozenset(pair for pair in sheet.together if gone not in pair),
    )


def _bound(sheet: NightSheet, event: events.Bound) -> NightSheet:
    return _with_badge(sheet, event.entrant, only=event.only)


def _kept_apart(sheet: NightSheet, event: events.KeptApart) -> NightSheet:
    pair = _pair(event)
    return replace(sheet, apart=sheet.apart | {pair}, together=sheet.together - {pair})


def _kept_together(sheet: NightSheet, event: events.KeptTogether) -> NightSheet:
    pair = _pair(event)
    return replace(sheet, apart=sheet.apart - {pair}, together=sheet.together | {pair})


def _wish_dropped(sheet: NightSheet, event: events.WishDropped) -> NightSheet:
    pair = _pair(event)
    return replace(sheet, apart=sheet.apart - {pair}, together=sheet.together - {pair})


def _pair(event: events.KeptApart | events.KeptTogether | events.WishDropped) -> Pair:
    return (min(event.first, event.other), max(event.first, event.other))


def _begun(sheet: NightSheet, event: events.StageBegun) -> NightSheet:
    return replace(sheet, stages=(*sheet.stages, Begun.of(event, len(sheet.rounds))))


def _play_stage_changed(sheet: NightSheet, event: events.StageChanged) -> NightSheet:
    return _with_last_stage(
        sheet, stage=sheet.stages[-1].stage.with_knobs(event.options)
    )


def _cut(sheet: NightSheet, event: events.CutDecided) -> NightSheet:
    return replace(sheet, cuts=(*sheet.cuts, event))


def _play_seated(sheet: NightSheet, event: events.Seated) -> NightSheet:
    return replace(sheet, rounds=(*sheet.rounds, event.made))


def _play_moved(sheet: NightSheet, event: events.Moved) -> NightSheet:
    return replace(sheet, rounds=(*sheet.rounds[:-1], with_tables(sheet, event.tables)))


def _play_reported(sheet: NightSheet, event: events.Reported) -> NightSheet:
    return replace(sheet, reported={**sheet.reported, event.at: event.result})


def _withdrawn(sheet: NightSheet, event: events.ReportWithdrawn) -> NightSheet:
    reported = {at: result for at, result in sheet.reported.items() if at != event.at}
    return replace(sheet, reported=reported)


def _play_attached(sheet: NightSheet, event: events.Attached) -> NightSheet:
    return replace(sheet, attached={**sheet.attached, event.at: event.match})


def _paid(sheet: NightSheet, event: events.Paid) -> NightSheet:
    return replace(sheet, paid=_amounts_with(sheet.paid, event.entrant, event.amount))


def _prize(sheet: NightSheet, event: events.PrizeGiven) -> NightSheet:
    return replace(
        sheet, prizes=_amounts_with(sheet.prizes, event.entrant, event.amount)
    )


def _amounts_with(
    amounts: dict[Entrant, int], entrant: Entrant, amount: int
) -> dict[Entrant, int]:
    return {**amounts, entrant: amounts.get(entrant, 0) + amount}


def _play_ended(sheet: NightSheet, event: events.Ended) -> NightSheet:
    return replace(sheet, is_over=True)


def _play_reopened(sheet: NightSheet, event: events.Reopened) -> NightSheet:
    return replace(sheet, is_over=False)


_PLAYS: dict[type[Any], Callable[[NightSheet, Any], NightSheet]] = {
    events.Entered: _play_entered,
    events.Left: _left,
    events.Away: _away,
    events.Back: _back,
    events.Substituted: _play_substituted,
    events.Removed: _play_removed,
    events.Bound: _bound,
    events.KeptApart: _kept_apart,
    events.KeptTogether: _kept_together,
    events.WishDropped: _wish_dropped,
    events.StageBegun: _begun,
    events.StageChanged: _play_stage_changed,
    events.CutDecided: _cut,
    events.Seated: _play_seated,
    events.Moved: _play_moved,
    events.Reported: _play_reported,
    events.ReportWithdrawn: _withdrawn,
    events.Attached: _play_attached,
    events.Paid: _paid,
    events.PrizeGiven: _prize,
    events.Ended: _play_ended,
    events.Reopened: _play_reopened,
}
