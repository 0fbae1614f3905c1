"""The rows of the check-in: who of the group is here, who has paid, and how many tables that makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.tournament.night import Badge, Night
from rules.tournament.prizes import debts
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.sizes import split
from rules.tournament.seating.values import Entrant
from rules.tournament.seats import most_people, takes
from rules.tournament.stages import MatchOf
from scores.core.notation.names import alphabetical, folded
from scores.night import words
from scores.night.people import name_of


class State(StrEnum):
    ABSENT = "absent"  # known to the group, not in the night
    HERE = "here"
    PAID = "paid"  # here, and owes nothing; without a fee nobody is
    AWAY = "away"
    LEFT = "left"


class Row(NamedTuple):
    """Somebody who is in the night, or may come, by the key of the player; a pair by that of its first one.
    A tap does `tap`, and `undo` takes the last one back; empty where there is nothing to do."""

    person: int
    name: str
    state: State
    tap: str = "here"
    undo: str = ""
    entrant: Entrant | None = None
    notes: tuple[str, ...] = ()

    @property
    def letter(self) -> str:
        first = folded(self.name)[:1].upper()
        return first if first.isalpha() else "#"


def rows(night: Night, known: Mapping[int, str], fee: int) -> list[Row]:
    """By name: all entrants, and those of the group, `known` by their keys, who are not in the night yet."""
    dues = debts(night, fee)
    entered = [_row(night, name, known, fee, dues[name]) for name in night.badges]
    taken = {person for badge in night.badges.values() for person in badge.people}
    others = [Row(person, name, State.ABSENT) for person, name in known.items() if person not in taken]
    return sorted([*entered, *others], key=lambda row: (alphabetical(row.name), row.person))


def row_of(night: Night, person: int, known: Mapping[int, str], fee: int) -> Row:
    entrant = entrant_of(night, person)
    if entrant is None:
        return Row(person, known[person], State.ABSENT)
    return _row(night, entrant, known, fee, debts(night, fee)[entrant])


def entrant_of(night: Night, person: int) -> Entrant | None:
    return next((name for name, badge in night.badges.items() if person in badge.people), None)


def _row(night: Night, entrant: Entrant, known: Mapping[int, str], fee: int, due: int) -> Row:
    badge = night.badges[entrant]
    state = _state(badge, fee, due)
    tap = {State.HERE: "paid" if fee else "", State.AWAY: "back", State.LEFT: "back"}.get(state, "")
    undo = {State.HERE: "left", State.PAID: "unpaid"}.get(state, "")
    notes = tuple(_notes(night, entrant, badge))
    return Row(badge.people[0], name_of(badge, known), state, tap, undo, entrant, notes)


def _state(badge: Badge, fee: int, due: int) -> State:
    if badge.has_left:
        return State.LEFT
    if badge.is_away:
        return State.AWAY
    return State.PAID if fee and due <= 0 else State.HERE


def _notes(night: Night, entrant: Entrant, badge: Badge) -> Iterable[str]:
    if badge.since > 1:
        yield _("desde la ronda %(round)s") % {"round": badge.since}
    if badge.only:
        yield _("solo mesa %(tables)s") % {"tables": ", ".join(map(str, sorted(badge.only)))}
    if any(entrant in pair for pair in night.apart):
        yield _("separado de alguien")


def counter(night: Night, match: MatchOf, tables: int | None) -> str:
    """«83 aquí, 21 mesas (20×4, 1×3)», and whether some table has too many people however they sit."""
    here = len(night.here)
    try:
        made, resting = split(here, match.sizes, tables)
    except NightRefusal:
        return _("%(count)s aquí") % {"count": here}
    told = _("%(count)s aquí, %(tables)s") % {"count": here, "tables": words.tables_in_words(made)}
    if resting:
        told += _(", %(count)s sin sitio") % {"count": resting}
    people = sorted(len(night.badges[name].people) for name in night.here)[: here - resting]
    if takes(match, ceil(sum(people) / len(made))):
        return told
    return told + _(", con las parejas más de %(most)s personas en una mesa") % {"most": most_people(match)}
