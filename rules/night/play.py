"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rules.night import events, people, rounds
from rules.night.bounds import EVENTS, LATER, PLAYED_AGAIN
from rules.night.events import Event, LogFact, entrants_named
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet

EMPTY = NightSheet()


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

    def write(self, event: Event, *, is_new: bool = False) -> bool:
        """Whether it was written: a new one that changes nothing is not. Raises NightRefusal if the event
        cannot happen."""
        if isinstance(event, events.TakenBack):
            self._take_back(event.entry)
            return True
        after = play(self.sheet, event)
        if is_new and after == self.sheet:
            return False
        self.facts.append(LogFact(self.accepted, event))
        self._before.append(self.sheet)
        self.sheet = after
        self.accepted += 1
        return True

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
        _verify_taken_back(self.sheet, fact.event, later)
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
    """The night after the event, which takes nothing back. What is so already changes nothing. Raises
    NightRefusal if it cannot happen."""
    if sheet.is_over and not isinstance(event, _AFTER_THE_END):
        raise NightRefusal("night-is-over")
    for entrant in entrants_named(event):
        if entrant not in sheet.badges:
            raise NightRefusal("no-such-entrant", entrant=entrant)
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


def verify_room(before: int, event: Event) -> None:
    """Raise NightRefusal if a log of so many events takes no more. The night can still be ended."""
    if before >= EVENTS.high and not isinstance(event, events.Ended):
        raise NightRefusal("log-full", most=EVENTS.high)


def _verify_taken_back(
    sheet: NightSheet, event: Event, later: Iterable[LogFact]
) -> None:
    """Raise NightRefusal if the event, before these, has to stay. A round stands on all that was said before
    it was published, but for results and money."""
    if isinstance(event, (events.Ended, events.Reopened)):
        raise NightRefusal("not-taken-back")
    if isinstance(event, (*_OF_RESULTS, events.Attached)):
        return
    if sheet.is_over:
        raise NightRefusal("night-is-over")
    for fact in later:
        if isinstance(fact.event, events.Seated):
            raise NightRefusal("stands-on-it", entry=fact.entry)


def _amounts_with(
    amounts: dict[Entrant, int], event: events.Paid | events.PrizeGiven
) -> dict[Entrant, int]:
    before = amounts.get(event.entrant, 0)
    return {**amounts, event.entrant: before + event.amount}


_OF_RESULTS = (
    events.Reported,
    events.ReportWithdrawn,
    events.PrizeGiven,
    events.Paid,
)
_AFTER_THE_END = (*_OF_RESULTS, events.Ended, events.Reopened)
_PLAYS: dict[type[Any], Callable[[NightSheet, Any], NightSheet]] = {
    **people.PLAYS,
    **rounds.PLAYS,
    events.Paid: lambda sheet, event: replace(
        sheet, paid=_amounts_with(sheet.paid, event)
    ),
    events.PrizeGiven: lambda sheet, event: replace(
        sheet, prizes=_amounts_with(sheet.prizes, event)
    ),
    events.Ended: lambda sheet, event: replace(sheet, is_over=True),
    events.Reopened: lambda sheet, event: replace(sheet, is_over=False),
}
