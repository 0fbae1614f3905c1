"""Playing events: `play` makes the next night from a night and an event, `replay` plays a log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rules.night import events, people, rounds
from rules.night.bounds import EVENTS, LATER, PLAYED_AGAIN
from rules.night.events import Event, entrants_named
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet

EMPTY = NightSheet()


@dataclass
class NightReplay:
    """A log that is played entry by entry: the night after it, and the numbers of the entries that are in
    force. An entry that cannot happen is kept as `refusal`, and the night is that before it."""

    sheet: NightSheet = EMPTY
    log: list[Event] = field(default_factory=list)
    in_force: list[int] = field(default_factory=list)
    refusal: NightRefusal | None = None
    _before: deque[NightSheet] = field(
        default_factory=lambda: deque(maxlen=LATER.high + 1)
    )
    """The night before each of the last entries in force; of those that are taken back no earlier ones come
    instead."""
    _played_again: int = 0

    def write(self, event: Event, *, is_new: bool = False) -> bool:
        """Whether it was written: a new one that changes nothing is not. Raises NightRefusal if the event
        cannot happen."""
        if isinstance(event, events.TakenBack):
            self._take_back(event.entry)
        else:
            after = play(self.sheet, event)
            if is_new and after == self.sheet:
                return False
            self.in_force.append(len(self.log))
            self._before.append(self.sheet)
            self.sheet = after
        self.log.append(event)
        return True

    def copy(self) -> NightReplay:
        return replace(
            self,
            log=[*self.log],
            in_force=[*self.in_force],
            _before=self._before.copy(),
        )

    def _take_back(self, entry: int) -> None:
        nights = self.nights_without(entry)
        self.in_force.remove(entry)
        self._played_again += len(nights) - 1
        for _night in nights:
            self._before.pop()
        *before, self.sheet = nights
        self._before.extend(before)

    def nights_without(self, entry: int) -> list[NightSheet]:
        """The nights before each later entry in force and after the last one, if that entry were taken back
        now. Raises NightRefusal: `stands-on-it` names the first that could not have happened then."""
        if entry not in self.in_force:
            raise NightRefusal("not-in-force", entry=entry)
        later = [other for other in self.in_force if other > entry]
        most = min(len(self._before) - 1, PLAYED_AGAIN.high - self._played_again)
        if len(later) > most:
            raise NightRefusal("too-long-ago", most=LATER.high)
        self._verify_taken_back(entry, later)
        nights = [self._before[-len(later) - 1]]
        for other in later:
            try:
                nights.append(play(nights[-1], self.log[other]))
            except NightRefusal as refusal:
                raise NightRefusal("stands-on-it", entry=other) from refusal
        if nights[-1] == self.sheet:
            raise NightRefusal("changes-nothing")
        return nights

    def _verify_taken_back(self, entry: int, later: Iterable[int]) -> None:
        """Raise NightRefusal if the entry has to stay. A round stands on all that was said before it was
        published, but for results and money."""
        event = self.log[entry]
        if isinstance(event, (events.Ended, events.Reopened)):
            raise NightRefusal("not-taken-back")
        if isinstance(event, (*_OF_RESULTS, events.Attached)):
            return
        if self.sheet.is_over:
            raise NightRefusal("night-is-over")
        for other in later:
            if isinstance(self.log[other], events.Seated):
                raise NightRefusal("stands-on-it", entry=other)


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
    """The night after these events, up to the first that cannot happen."""
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
