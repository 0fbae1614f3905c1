"""What the door shows: who is here and has paid, who is missing, who usually comes, how many tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _

from rules.tournament.night import Night
from rules.tournament.play import takes_latecomers
from rules.tournament.prizes import debts
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.sizes import split
from rules.tournament.seating.values import Entrant, Pair
from rules.tournament.seats import most_people, takes
from rules.tournament.stages import MatchOf
from scores.core.notation.names import alphabetical, joined
from scores.night import words
from scores.night.people import name_of


@dataclass(frozen=True)
class Row:
    """An entrant, by the key of the first of its people. `due` is what they owe."""

    entrant: Entrant
    person: int
    name: str
    due: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Chip:
    """Somebody who usually comes, and is not in the night."""

    person: int
    name: str


@dataclass(frozen=True)
class Door:
    """What `_people.html` shows. `expected` are in the night and not here, `gone` have left it."""

    here: Sequence[Row]
    expected: Sequence[Row]
    gone: Sequence[Row]
    usual: Sequence[Chip]
    counter: str
    warnings: Sequence[str]
    next_round: int
    can_seat: bool
    is_open: bool  # whether somebody who comes now still plays

    @property
    def owing(self) -> Sequence[Row]:
        return [row for row in self.here if row.due > 0]


def door_of(
    night: Night,
    known: Mapping[int, str],
    usual: Iterable[int],
    fee: int,
    match: MatchOf,
    tables: int | None,
) -> Door:
    dues = debts(night, fee)
    names = {entrant: name_of(badge, known) for entrant, badge in night.badges.items()}
    by_name = sorted(
        night.badges, key=lambda entrant: (alphabetical(names[entrant]), entrant)
    )
    rows = [
        Row(
            entrant,
            night.badges[entrant].people[0],
            names[entrant],
            dues[entrant],
            tuple(_notes(night, entrant, names)),
        )
        for entrant in by_name
    ]
    taken = {person for badge in night.badges.values() for person in badge.people}
    chips = [Chip(person, known[person]) for person in usual if person not in taken]
    return Door(
        here=[row for row in rows if night.badges[row.entrant].is_here],
        expected=[row for row in rows if _is_away(night, row.entrant)],
        gone=[row for row in rows if night.badges[row.entrant].has_left],
        usual=sorted(chips, key=lambda chip: alphabetical(chip.name)),
        counter=counter(night, match, tables),
        warnings=bound_together(night, names),
        next_round=len(night.rounds) + 1,
        can_seat=len(night.here) >= match.sizes.least,
        is_open=is_open(night),
    )


def is_open(night: Night) -> bool:
    return not night.is_over and (not night.stages or takes_latecomers(night))


def entrant_of(night: Night, person: int) -> Entrant | None:
    return next(
        (name for name, badge in night.badges.items() if person in badge.people), None
    )


def others_of(entrant: Entrant, pairs: Iterable[Pair]) -> list[Entrant]:
    """With whom it makes one of these pairs."""
    return [
        one if other == entrant else other
        for one, other in sorted(pairs)
        if entrant in (one, other)
    ]


def _is_away(night: Night, entrant: Entrant) -> bool:
    badge = night.badges[entrant]
    return badge.is_away and not badge.has_left


def _notes(
    night: Night, entrant: Entrant, names: Mapping[Entrant, str]
) -> Iterable[str]:
    badge = night.badges[entrant]
    if badge.since > 1:
        yield _("desde la ronda %(round)s") % {"round": badge.since}
    if badge.only:
        yield _("solo mesa %(tables)s") % {
            "tables": ", ".join(map(str, sorted(badge.only)))
        }
    if apart := others_of(entrant, night.apart):
        yield _("separado de %(names)s") % {
            "names": joined([names[other] for other in apart])
        }
    if together := others_of(entrant, night.together):
        yield _("junto a %(names)s") % {
            "names": joined([names[other] for other in together])
        }


def counter(night: Night, match: MatchOf, tables: int | None) -> str:
    """«83 aquí, 21 mesas (20×4, 1×3)», and whether some table has too many people however they sit."""
    here = len(night.here)
    try:
        made, resting = split(here, match.sizes, tables)
    except NightRefusal:
        return _("%(count)s aquí") % {"count": here}
    text = _("%(count)s aquí, %(tables)s") % {
        "count": here,
        "tables": words.tables_in_words(made),
    }
    if resting:
        text += _(", %(count)s sin sitio") % {"count": resting}
    if are_too_many(night, match, tables):
        text += _(", con las parejas más de %(most)s personas en una mesa") % {
            "most": most_people(match)
        }
    return text


def are_too_many(night: Night, match: MatchOf, tables: int | None) -> bool:
    """Whether with the pairs who are here a table has more people than its game takes, however they sit."""
    try:
        made, resting = split(len(night.here), match.sizes, tables)
    except NightRefusal:
        return False
    people = sorted(len(night.badges[name].people) for name in night.here)[
        : len(night.here) - resting
    ]
    return not takes(match, ceil(sum(people) / len(made)))


def bound_together(night: Night, names: Mapping[Entrant, str]) -> list[str]:
    """A warning for each table to which two who are here are bound: they would meet in every round."""
    tables = Counter(
        min(night.badges[name].only)
        for name in night.here
        if len(night.badges[name].only) == 1
    )
    return [
        _("%(names)s están atados a la mesa %(table)s: se cruzarán todas las rondas.")
        % {
            "names": joined(
                [
                    names[name]
                    for name in night.here
                    if night.badges[name].only == {table}
                ]
            ),
            "table": table,
        }
        for table, times in sorted(tables.items())
        if times > 1
    ]
