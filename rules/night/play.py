"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules.night import events
from rules.night.bounds import LATER, PLAYED_AGAIN
from rules.night.events import Event, LogFact
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, Begun, NightSheet
from rules.night.stages import Plays
from rules.night.verify import verify, verify_taken_back, with_tables

EMPTY = NightSheet()
Key = TypeVar("Key")
Fact = TypeVar("Fact")


@dataclass
class NightReplay:
    """A log that is played entry by entry: the night after it, and what of it counts. An entry that cannot
    happen is kept as `refusal`, and the night is that before it."""

    sheet: NightSheet = EMPTY
    facts: list[LogFact] = field(default_factory=list)
    accepted: int = 0  # entries
    refusal: NightRefusal | None = None
    _before: deque[NightSheet] = field(
        default_factory=lambda: deque(maxlen=LATER.high + 1)
    )
    """The night before each of the last facts; of those that are taken back no earlier ones come instead."""
    _played_again: int = 0

    def write(self, event: Event) -> None:
        """Raises NightRefusal if the event cannot happen."""
        if isinstance(event, events.TakenBack):
            self._take_back(event.entry)
        else:
            self._add(event, play(self.sheet, event))

    def write_change(self, event: Event) -> bool:
        """Write the event unless it changes nothing; whether it was written. Raises NightRefusal if it cannot
        happen."""
        if isinstance(event, events.TakenBack):
            self._take_back(event.entry)
            return True
        after = play(self.sheet, event)
        if after == self.sheet:
            return False
        self._add(event, after)
        return True

    def _add(self, event: Event, after: NightSheet) -> None:
        self.facts.append(LogFact(self.accepted, event))
        self._before.append(self.sheet)
        self.sheet = after
        self.accepted += 1

    def copy(self) -> NightReplay:
        return replace(self, facts=[*self.facts], _before=self._before.copy())

    def _take_back(self, entry: int) -> None:
        nights = self.nights_without(entry)
        del self.facts[-len(nights)]
        self._played_again += len(nights) - 1
        for _night in nights:
            self._before.pop()
        *before, self.sheet = nights
        self._before.extend(before)
        self.accepted += 1

    def nights_without(self, entry: int) -> list[NightSheet]:
        """The nights before each later fact and after the last one, if that entry were taken back now. Raises
        NightRefusal: `stands-on-it` names the first later entry that could not have happened then."""
        index = bisect_left(self.facts, entry, key=lambda fact: fact.entry)
        later = self.facts[index:]
        if not later or later[0].entry != entry:
            raise NightRefusal("not-in-force", entry=entry)
        fact = later.pop(0)
        most = min(len(self._before) - 1, PLAYED_AGAIN.high - self._played_again)
        if len(later) > most:
            raise NightRefusal("too-long-ago", most=LATER.high)
        verify_taken_back(self.sheet, fact.event, later)
        nights = [self._before[-len(later) - 1]]
        for fact in later:
            try:
                nights.append(play(nights[-1], fact.event))
            except NightRefusal as refusal:
                raise NightRefusal("stands-on-it", entry=fact.entry) from refusal
        if nights[-1] == self.sheet:
            raise NightRefusal("changes-nothing")
        return nights


def play(sheet: NightSheet, event: Event) -> NightSheet:
    """The night after the event, which takes nothing back. Raises NightRefusal if it cannot happen."""
    verify(sheet, event)
    return _PLAYS[type(event)](sheet, event)


def replay(log: Iterable[Event]) -> NightReplay:
    """Up to the first event that cannot happen."""
    played = NightReplay()
    for event in log:
        try:
            played.write(event)
        except NightRefusal as refusal:
            played.refusal = refusal
            break
    return played


def _play_entered(sheet: NightSheet, event: events.Entered) -> NightSheet:
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
    entrants = sheet.stages[-1].entrants
    if entrant in entrants:
        return sheet
    sheet = _with_last_stage(sheet, entrants=(*entrants, entrant))
    return _with_badge(sheet, entrant, since=sheet.last_round + 1)


def verify_latecomer(sheet: NightSheet) -> None:
    """Raise NightRefusal where somebody who enters now would play nothing. Only the door asks: in a log they
    are legal."""
    if not sheet.takes_latecomers:
        raise NightRefusal("stage-has-begun", round=sheet.last_round)


def _with_last_stage(sheet: NightSheet, **changes: Any) -> NightSheet:
    changed = replace(sheet.stages[-1], **changes)
    return replace(sheet, stages=(*sheet.stages[:-1], changed))


def _with_badge(sheet: NightSheet, entrant: Entrant, **changes: Any) -> NightSheet:
    badge = replace(sheet.badges[entrant], **changes)
    return replace(sheet, badges={**sheet.badges, entrant: badge})


def _play_substituted(sheet: NightSheet, event: events.Substituted) -> NightSheet:
    badge = sheet.badges[event.entrant]
    if badge.people == event.people:
        return sheet
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


def _play_moved(sheet: NightSheet, event: events.Moved) -> NightSheet:
    """Who comes into a final instead of somebody else plays it. The next stage may have begun already."""
    made = with_tables(sheet, event)
    begun = sheet.stage_of(event.round)
    is_final = begun.stage.plays is Plays.FINAL
    playing = [each for each in begun.entrants if not (is_final and each in event.out)]
    playing += sorted(made.everybody.difference(begun.entrants))
    changed = replace(begun, entrants=tuple(playing))
    stages = tuple(changed if each is begun else each for each in sheet.stages)
    return replace(sheet, rounds=(*sheet.rounds[:-1], made), stages=stages)


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
        sheet, rounds=(*sheet.rounds, event.made), clock=0, seats_kept=None
    ),
    events.Moved: _play_moved,
    events.SeatsKept: lambda sheet, event: replace(sheet, seats_kept=event),
    events.ClockSet: lambda sheet, event: (
        replace(sheet, clock=event.until) if event.round == sheet.last_round else sheet
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
