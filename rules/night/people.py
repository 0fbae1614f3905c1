"""Who is in a night: what can be said of them, and the night after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.night import events
from rules.night.bounds import ENTRANTS
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, NightSheet


def verify_arrival(sheet: NightSheet, people: Sequence[int]) -> None:
    """Raise NightRefusal where the first of these is in the night already, here or with somebody else. Only
    the door asks, for names that somebody typed."""
    entrant = sheet.entrant_of(people[0])
    if entrant is None:
        return
    badge = sheet.badges[entrant]
    if badge.is_here:
        raise NightRefusal("is-here", entrant=entrant)
    if not {*people} <= {*badge.people}:
        raise NightRefusal("is-in-already", person=people[0], entrant=entrant)


def verify_latecomer(sheet: NightSheet) -> None:
    """Raise NightRefusal where somebody who enters now would play nothing. Only the door asks: in a log they
    are legal."""
    if not sheet.takes_latecomers:
        raise NightRefusal("stage-has-begun", round=sheet.last_round)


def _play_entered(sheet: NightSheet, event: events.Entered) -> NightSheet:
    if event.entrant in sheet.badges:
        raise NightRefusal("number-taken", entrant=event.entrant)
    if len(sheet.badges) >= ENTRANTS.high:
        raise NightRefusal("night-full", most=ENTRANTS.high)
    _verify_people(sheet, event)
    badge = Badge(event.people, sheet.last_round + 1)
    sheet = replace(sheet, badges={**sheet.badges, event.entrant: badge})
    return _with_latecomer(sheet, event.entrant)


def _play_back(sheet: NightSheet, event: events.Back) -> NightSheet:
    sheet = _with_badge(sheet, event.entrant, is_away=False, has_left=False)
    return _with_latecomer(sheet, event.entrant)


def _with_latecomer(sheet: NightSheet, entrant: Entrant) -> NightSheet:
    """Whoever was not here when the last stage began plays it from the next round on."""
    if not sheet.stages or not sheet.takes_latecomers:
        return sheet
    *before, begun = sheet.stages
    if entrant in begun.entrants:
        return sheet
    begun = replace(begun, entrants=(*begun.entrants, entrant))
    sheet = replace(sheet, stages=(*before, begun))
    return _with_badge(sheet, entrant, since=sheet.last_round + 1)


def _with_badge(sheet: NightSheet, entrant: Entrant, **changes: Any) -> NightSheet:
    badge = replace(sheet.badges[entrant], **changes)
    return replace(sheet, badges={**sheet.badges, entrant: badge})


def _play_substituted(sheet: NightSheet, event: events.Substituted) -> NightSheet:
    _verify_people(sheet, event)
    badge = sheet.badges[event.entrant]
    if badge.people == event.people:
        return sheet
    former = (*badge.former, *badge.people)
    return _with_badge(sheet, event.entrant, people=event.people, former=former)


def _verify_people(
    sheet: NightSheet, event: events.Entered | events.Substituted
) -> None:
    people = {*event.people}
    if not 1 <= len(people) == len(event.people) <= 2:
        raise NightRefusal("one-or-two-people", people=event.people)
    for entrant, badge in sheet.badges.items():
        known = people.intersection(badge.people)
        if known and entrant != event.entrant:
            raise NightRefusal("is-in-already", person=min(known), entrant=entrant)


def _play_removed(sheet: NightSheet, event: events.Removed) -> NightSheet:
    if sheet.rounds:
        raise NightRefusal("round-is-seated", round=sheet.last_round)
    gone = event.entrant
    badges = {**sheet.badges}
    paid = {**sheet.paid}
    del badges[gone]
    paid.pop(gone, None)
    return replace(
        sheet,
        badges=badges,
        paid=paid,
        apart=frozenset(pair for pair in sheet.apart if gone not in pair),
        together=frozenset(pair for pair in sheet.together if gone not in pair),
    )


def _play_pair(
    sheet: NightSheet,
    event: events.KeptApart | events.KeptTogether | events.WishDropped,
) -> NightSheet:
    """The two are kept apart, or together, or neither any more."""
    if event.first == event.other and not isinstance(event, events.WishDropped):
        raise NightRefusal("apart-from-itself", entrant=event.first)
    pair = {(min(event.first, event.other), max(event.first, event.other))}
    apart = sheet.apart - pair
    together = sheet.together - pair
    if isinstance(event, events.KeptApart):
        apart |= pair
    if isinstance(event, events.KeptTogether):
        together |= pair
    return replace(sheet, apart=apart, together=together)


PLAYS: dict[type[Any], Callable[[NightSheet, Any], NightSheet]] = {
    events.Entered: _play_entered,
    events.Left: lambda sheet, event: _with_badge(sheet, event.entrant, has_left=True),
    events.Away: lambda sheet, event: _with_badge(sheet, event.entrant, is_away=True),
    events.Back: _play_back,
    events.Substituted: _play_substituted,
    events.Removed: _play_removed,
    events.TablesLimited: lambda sheet, event: _with_badge(
        # a file may have them in any order, and repeat them
        sheet,
        event.entrant,
        only=tuple(sorted({*event.only})),
    ),
    events.KeptApart: _play_pair,
    events.KeptTogether: _play_pair,
    events.WishDropped: _play_pair,
}
"""What each event makes of a night. Raises NightRefusal if it cannot happen."""
