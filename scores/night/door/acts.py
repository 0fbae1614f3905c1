"""What the door writes: who comes and goes, who has paid, a list. What is so already is not written again."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404

from rules.night import events
from rules.night.events import Event
from rules.night.people import verify_arrival, verify_latecomer
from rules.night.prizes import debts
from rules.night.sheet import NightSheet
from scores.circle.circles.people import COLOURS, players_at_table
from scores.core.merges import locked_circle
from scores.models import Circle, Phone, Player
from scores.night.door.names import ListedEntrant
from scores.night.log import append
from scores.night.models import Night

OF_MONEY = ("paid", "unpaid")
ACTS = ("here", "gone", *OF_MONEY)
FACTS: dict[str, type[Any]] = {
    "here": events.Back,
    "back": events.Back,
    "left": events.Left,
    "away": events.Away,
    "remove": events.Removed,
}
"""What is said of an entrant alone."""


def tap(night: Night, phone: Phone, act: str, person: int) -> int:
    """The key of who is here now; 0 after any other act. Who was merged into another person since the page
    was opened comes as that one. Raises NightRefusal, and Http404 for who is neither in the night nor the
    group.
    """

    def person_in(sheet: NightSheet) -> int:
        if sheet.entrant_of(person) is not None:
            return person
        return get_object_or_404(night.circle.players, pk=person).after_merges().pk

    def tapped(sheet: NightSheet) -> Iterable[Event]:
        return events_of_tap(sheet, act, (person_in(sheet),), night.planned.fee)

    sheet = append(night, phone, tapped).after
    return person_in(sheet) if act == "here" else 0


def events_of_tap(
    sheet: NightSheet, act: str, persons: tuple[int, ...], fee: int
) -> Iterable[Event]:
    """What is so already is not written. Who is taken out before the first round was never in the night:
    nobody owes anything for a name that was mistyped."""
    entrant = sheet.entrant_of(persons[0])
    if entrant is None:
        return _entry_events(sheet, [persons]) if act == "here" else []
    if act == "gone":
        act = "left" if sheet.rounds else "remove"
    if act in FACTS:
        return [FACTS[act](entrant)]
    due = max(0, debts(sheet, fee)[entrant])
    money = due if act == "paid" else -sheet.paid.get(entrant, 0)
    return [events.Paid(entrant, money)] if money else []


def _entry_events(
    sheet: NightSheet, entrants: Iterable[tuple[int, ...]]
) -> list[events.Entered]:
    verify_latecomer(sheet)
    free = max(sheet.badges, default=0) + 1
    return [
        events.Entered(number, people) for number, people in enumerate(entrants, free)
    ]


@transaction.atomic
def enter_by_name(night: Night, phone: Phone, names: Sequence[str]) -> int:
    """The key of the first of the people of these names: who has it in the group, or somebody new. Raises
    NightRefusal, also `is-in-already`, and then nobody is new."""
    circle = locked_circle(night.circle_id)
    persons = tuple(player.pk for player in players_at_table(circle, names))

    def enter(sheet: NightSheet) -> Iterable[Event]:
        verify_arrival(sheet, persons)
        return events_of_tap(sheet, "here", persons, 0)

    append(night, phone, enter)
    return persons[0]


@transaction.atomic
def enter_list(
    night: Night,
    phone: Phone,
    listed: Sequence[ListedEntrant],
    key: str,
    *,
    are_here: bool,
) -> None:
    """All of a list at once; who is only expected is away until they come. Raises NightRefusal."""
    circle = locked_circle(night.circle_id)
    new = _new_players(circle, [name for each in listed for name in each.new_names])
    # two names of a list may be found to be one person
    persons = dict.fromkeys(each.people_with(new) for each in listed)

    def enter(sheet: NightSheet) -> Iterable[Event]:
        missing = [people for people in persons if sheet.entrant_of(people[0]) is None]
        for entered in _entry_events(sheet, missing):
            yield entered
            if not are_here:
                yield events.Away(entered.entrant)

    append(night, phone, enter, key)


def _new_players(circle: Circle, names: Sequence[str]) -> dict[str, int]:
    """Those whom another phone has written down meanwhile are not new."""
    count = circle.players.count()
    there = {
        player.name: player.pk
        for player in circle.players.current().filter(name__in=names)
    }
    made = Player.objects.bulk_create(
        Player(circle=circle, name=name, colour=(count + turn) % COLOURS)
        for turn, name in enumerate(dict.fromkeys(names))
        if name not in there
    )
    return there | {player.name: player.pk for player in made}
