"""What the door shows: who is here and has paid, who is missing, who usually comes, how many tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from rules.night.counting import latecomers_lives
from rules.night.play import takes_latecomers
from rules.night.prizes import debts
from rules.night.refusals import NightRefusal
from rules.night.seating.sizes import TablesMade
from rules.night.seating.values import Entrant, Pair
from rules.night.seats import most_people, tables_for
from rules.night.sheet import NightSheet
from rules.night.stages import MatchOf
from scores.core.notation.names import alphabetical
from scores.night import words
from scores.night.log import Now
from scores.night.models import Plan
from scores.night.people import listed_names, names_of


@dataclass(frozen=True)
class DoorRow:
    """An entrant, by the key of the first of its people. `due` is what they owe."""

    entrant: Entrant
    person: int
    name: str
    due: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class UsualPerson:
    """Somebody who usually comes, and is not in the night."""

    person: int
    name: str


@dataclass(frozen=True)
class Door:
    """What `_people.html` shows. `expected` are in the night and not here, `gone` have left it. `late_lives`
    are those of somebody who comes now; None where nobody has lives."""

    here: Sequence[DoorRow]
    expected: Sequence[DoorRow]
    gone: Sequence[DoorRow]
    usual: Sequence[UsualPerson]
    counter: str
    warnings: Sequence[str]
    next_round: int
    can_seat: bool
    is_open: bool  # whether somebody who comes now still plays
    late_lives: int | None

    @property
    def debtors(self) -> Sequence[DoorRow]:
        return [row for row in self.here if row.due > 0]


def door_of(
    now: Now, known: Mapping[int, str], usual: Iterable[int], plan: Plan
) -> Door:
    sheet = now.sheet
    dues = debts(sheet, plan.fee)
    names = names_of(sheet, known)
    by_name = sorted(
        sheet.badges, key=lambda entrant: (alphabetical(names[entrant]), entrant)
    )
    rows = [
        DoorRow(
            entrant,
            sheet.badges[entrant].people[0],
            names[entrant],
            dues[entrant],
            tuple(_notes(now, entrant, names)),
        )
        for entrant in by_name
    ]
    taken = {person for badge in sheet.badges.values() for person in badge.people}
    chips = [
        UsualPerson(person, known[person]) for person in usual if person not in taken
    ]
    return Door(
        here=[row for row in rows if sheet.badges[row.entrant].is_here],
        expected=[row for row in rows if _is_away(sheet, row.entrant)],
        gone=[row for row in rows if sheet.badges[row.entrant].has_left],
        usual=sorted(chips, key=lambda chip: alphabetical(chip.name)),
        counter=counter(sheet, plan),
        warnings=bound_together(sheet, names),
        next_round=sheet.last_round + 1,
        can_seat=_tables_made(sheet, match_of(sheet, plan), plan.tables) is not None,
        is_open=is_open(sheet),
        late_lives=latecomers_lives(sheet, now.results),
    )


def is_open(sheet: NightSheet) -> bool:
    return not sheet.is_over and (not sheet.stages or takes_latecomers(sheet))


def entrant_of(sheet: NightSheet, person: int) -> Entrant | None:
    return next(
        (entrant for entrant, badge in sheet.badges.items() if person in badge.people),
        None,
    )


def others_of(entrant: Entrant, pairs: Iterable[Pair]) -> list[Entrant]:
    """With whom it makes one of these pairs."""
    return [
        first if other == entrant else other
        for first, other in sorted(pairs)
        if entrant in (first, other)
    ]


def _is_away(sheet: NightSheet, entrant: Entrant) -> bool:
    badge = sheet.badges[entrant]
    return badge.is_away and not badge.has_left


def _notes(now: Now, entrant: Entrant, names: Mapping[Entrant, str]) -> Iterable[str]:
    sheet = now.sheet
    badge = sheet.badges[entrant]
    if badge.since > 1:
        yield _("desde la ronda %(round)s") % {"round": badge.since}
        lives = next(
            (line.lives for line in now.lines if line.entrant == entrant), None
        )
        if lives is not None:
            text = ngettext("%(lives)s vida", "%(lives)s vidas", lives)
            yield text % {"lives": lives}
    if badge.only:
        text = ngettext(
            "solo mesa %(tables)s", "solo mesas %(tables)s", len(badge.only)
        )
        yield text % {"tables": ", ".join(map(str, sorted(badge.only)))}
    if apart := others_of(entrant, sheet.apart):
        yield _("separado de %(names)s") % {"names": listed_names(apart, names)}
    if together := others_of(entrant, sheet.together):
        yield _("junto a %(names)s") % {"names": listed_names(together, names)}


def match_of(sheet: NightSheet, plan: Plan) -> MatchOf:
    """What is played at the tables now, or first."""
    return (sheet.last_stage if sheet.stages else plan).match


def counter(sheet: NightSheet, plan: Plan) -> str:
    """«83 aquí, 21 mesas (20×4, 1×3)», and whether some table has too many people however they sit."""
    here = len(sheet.here)
    match = match_of(sheet, plan)
    made = _tables_made(sheet, match, plan.tables)
    if made is None:
        return _("%(count)s aquí") % {"count": here}
    text = _("%(count)s aquí, %(tables)s") % {
        "count": here,
        "tables": words.tables_in_words(made.sizes),
    }
    if made.resting:
        text += _(", %(count)s sin sitio") % {"count": made.resting}
    if made.pairs_left:
        text += _(", con las parejas más de %(most)s personas en una mesa") % {
            "most": most_people(match)
        }
    return text


def are_too_many(sheet: NightSheet, match: MatchOf, tables: int | None) -> bool:
    """Whether with the pairs who are here a table has more people than its game takes, however they sit."""
    made = _tables_made(sheet, match, tables)
    return made is not None and made.pairs_left > 0


def _tables_made(
    sheet: NightSheet, match: MatchOf, tables: int | None
) -> TablesMade | None:
    """Of who is here; None where they fill no table."""
    try:
        return tables_for(sheet, match, tables)
    except NightRefusal:
        return None


def bound_together(sheet: NightSheet, names: Mapping[Entrant, str]) -> list[str]:
    """A warning for each table to which two who are here are bound: they would meet in every round."""
    tables = Counter(
        min(sheet.badges[entrant].only)
        for entrant in sheet.here
        if len(sheet.badges[entrant].only) == 1
    )
    return [
        _("%(names)s están atados a la mesa %(table)s: se cruzarán todas las rondas.")
        % {
            "names": listed_names(
                [
                    entrant
                    for entrant in sheet.here
                    if sheet.badges[entrant].only == {table}
                ],
                names,
            ),
            "table": table,
        }
        for table, times in sorted(tables.items())
        if times > 1
    ]
