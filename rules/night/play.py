"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.night import events
from rules.night.events import Event
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, Begun, NightSheet
from rules.night.stages import Plays
from rules.night.verify import verify, with_tables

EMPTY = NightSheet()
Key = TypeVar("Key")
Fact = TypeVar("Fact")


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
    badge = Badge(event.people, sheet.last_round + 1)
    sheet = replace(sheet, badges={**sheet.badges, event.entrant: badge})
    return _with_latecomer(sheet, event.entrant)


def _play_back(sheet: NightSheet, event: events.Back) -> NightSheet:
    sheet = _with_badge(sheet, event.entrant, is_away=False, has_left=False)
    return _with_latecomer(sheet, event.entrant)


def _with_latecomer(sheet: NightSheet, entrant: Entrant) -> NightSheet:
    """Whoever was not here when the last stage began plays it from the next round on."""
    if not sheet.stages or not takes_latecomers(sheet):
        return sheet
    entrants = sheet.stages[-1].entrants
    if entrant in entrants:
        return sheet
    sheet = _with_last_stage(sheet, entrants=(*entrants, entrant))
    return _with_badge(sheet, entrant, since=sheet.last_round + 1)


def takes_latecomers(sheet: NightSheet) -> bool:
    """Whether somebody who comes now plays the last stage that has begun."""
    begun = sheet.stages[-1]
    if (
        begun.stage.plays is Plays.KNOCKOUT
    ):  # or they would be in it longer than those who play it
        return begun.after == sheet.last_round
    return begun.stage.plays is not Plays.FINAL


def verify_latecomer(sheet: NightSheet) -> None:
    """Raise NightRefusal where somebody who enters now would play nothing. Only the door asks: in a log they
    are legal."""
    if sheet.stages and not takes_latecomers(sheet):
        raise NightRefusal("stage-has-begun", round=sheet.last_round)


def _with_last_stage(sheet: NightSheet, **changes: Any) -> NightSheet:
    changed = replace(sheet.stages[-1], **changes)
    return replace(sheet, stages=(*sheet.stages[:-1], changed))


def _with_badge(sheet: NightSheet, entrant: Entrant, **changes: Any) -> NightSheet:
    badge = replace(sheet.badges[entrant], **changes)
    return replace(sheet, badges={**sheet.badges, entrant: badge})


def _play_substituted(sheet: NightSheet, event: events.Substituted) -> NightSheet:
    badge = sheet.badges[event.entrant]
    return _with_badge(
        sheet, event.entrant, people=event.people, former=(*badge.former, *badge.people)
    )


def _play_removed(sheet: NightSheet, event: events.Removed) -> NightSheet:
    gone = event.entrant
    return replace(
        sheet,
        badges=_without(sheet.badges, gone),
        paid=_without(sheet.paid, gone),
        apart=frozenset(pair for pair in sheet.apart if gone not in pair),
        together=frozenset(pair for pair in sheet.together if gone not in pair),
    )


def _with_pair(
    sheet: NightSheet,
    event: events.KeptApart | events.KeptTogether | events.WishDropped,
) -> NightSheet:
    """The two are kept apart, or together, or neither any more."""
    pair = {(min(event.first, event.other), max(event.first, event.other))}
    return replace(
        sheet,
        apart=sheet.apart - pair | (pair if type(event) is events.KeptApart else set()),
        together=sheet.together - pair
        | (pair if type(event) is events.KeptTogether else set()),
    )


def _play_stage_begun(sheet: NightSheet, event: events.StageBegun) -> NightSheet:
    begun = Begun(event.stage, event.entrants, event.seed, sheet.last_round)
    return replace(sheet, stages=(*sheet.stages, begun))


def _amounts_with(
    amounts: dict[Entrant, int], event: events.Paid | events.PrizeGiven
) -> dict[Entrant, int]:
    before = amounts.get(event.entrant, 0)
    return {**amounts, event.entrant: before + event.amount}


def _without(facts: dict[Key, Fact], gone: Key) -> dict[Key, Fact]:
    return {key: fact for key, fact in facts.items() if key != gone}


_PLAYS: dict[type[Any], Callable[[NightSheet, Any], NightSheet]] = {
    events.Entered: _play_entered,
    events.Left: lambda sheet, event: _with_badge(sheet, event.entrant, has_left=True),
    events.Away: lambda sheet, event: _with_badge(sheet, event.entrant, is_away=True),
    events.Back: _play_back,
    events.Substituted: _play_substituted,
    events.Removed: _play_removed,
    events.TablesLimited: lambda sheet, event: _with_badge(
        sheet, event.entrant, only=event.only
    ),
    events.KeptApart: _with_pair,
    events.KeptTogether: _with_pair,
    events.WishDropped: _with_pair,
    events.StageBegun: _play_stage_begun,
    events.StageChanged: lambda sheet, event: _with_last_stage(
        sheet, stage=sheet.last_stage.with_knobs(event.options)
    ),
    events.CutDecided: lambda sheet, event: replace(sheet, cuts=(*sheet.cuts, event)),
    events.Seated: lambda sheet, event: replace(
        sheet, rounds=(*sheet.rounds, event.made)
    ),
    events.Moved: lambda sheet, event: replace(
        sheet, rounds=(*sheet.rounds[:-1], with_tables(sheet, event.tables))
    ),
    events.Reported: lambda sheet, event: replace(
        sheet, reported={**sheet.reported, event.at: event}
    ),
    events.ReportWithdrawn: lambda sheet, event: replace(
        sheet, reported=_without(sheet.reported, event.at)
    ),
    events.Attached: lambda sheet, event: replace(
        sheet, attached={**sheet.attached, event.at: event.match}
    ),
    events.Paid: lambda sheet, event: replace(
        sheet, paid=_amounts_with(sheet.paid, event)
    ),
    events.PrizeGiven: lambda sheet, event: replace(
        sheet, prizes=_amounts_with(sheet.prizes, event)
    ),
    events.Ended: lambda sheet, event: replace(sheet, is_over=True),
    events.Reopened: lambda sheet, event: replace(sheet, is_over=False),
}
