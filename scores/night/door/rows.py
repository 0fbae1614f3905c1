"""What the door shows: who is here and has paid, who is missing, who usually comes, how many tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _, ngettext

from rules.night.seating.values import Entrant, Pair
from rules.night.sheet import Badge
from scores.core.notation.names import alphabetical
from scores.models import Player
from scores.night.seen import SeenNight


@dataclass(frozen=True)
class DoorRow:
    """An entrant, and what they owe."""

    badge: Badge
    entrant: Entrant
    name: str
    due: int
    notes: Sequence[str]

    @property
    def person(self) -> int:
        """The key of the first of its people."""
        return self.badge.people[0]


@dataclass(frozen=True)
class Door(SeenNight):
    """What `_people.html` shows; `usual` are those who usually come."""

    usual: Sequence[Player] = ()

    @cached_property
    def rows(self) -> Sequence[DoorRow]:
        badges = self.sheet.badges
        return [
            DoorRow(
                badges[who], who, self.names[who], self.debts[who], [*_notes(self, who)]
            )
            for who in self.by_name
        ]

    @property
    def here(self) -> Sequence[DoorRow]:
        return [row for row in self.rows if row.badge.is_here]

    @property
    def absentees(self) -> Sequence[DoorRow]:
        """In the night and not here."""
        return [
            row for row in self.rows if row.badge.is_away and not row.badge.has_left
        ]

    @property
    def gone(self) -> Sequence[DoorRow]:
        return [row for row in self.rows if row.badge.has_left]

    @property
    def debtors(self) -> Sequence[DoorRow]:
        return [row for row in self.here if row.due > 0]

    @property
    def chips(self) -> Sequence[tuple[int, str]]:
        """The persons who usually come, and are not in the night."""
        chips = [
            (player.pk, self.known[player.pk])
            for player in self.usual
            if self.sheet.entrant_of(player.pk) is None
        ]
        return sorted(chips, key=lambda chip: alphabetical(chip[1]))


def others_of(entrant: Entrant, pairs: Iterable[Pair]) -> list[Entrant]:
    """With whom it makes one of these pairs."""
    return [
        first if other == entrant else other
        for first, other in sorted(pairs)
        if entrant in (first, other)
    ]


def _notes(seen: SeenNight, entrant: Entrant) -> Iterator[str]:
    sheet = seen.sheet
    badge = sheet.badges[entrant]
    if badge.since > 1:
        yield _("desde la ronda %(round)s") % {"round": badge.since}
        lines = (line for line in seen.now.lines if line.entrant == entrant)
        lives = next((line.lives for line in lines), None)
        if lives is not None:
            text = ngettext("%(lives)s vida", "%(lives)s vidas", lives)
            yield text % {"lives": lives}
    if badge.only:
        text = ngettext(
            "solo mesa %(tables)s", "solo mesas %(tables)s", len(badge.only)
        )
        yield text % {"tables": ", ".join(map(str, sorted(badge.only)))}
    if apart := others_of(entrant, sheet.apart):
        yield _("separado de %(names)s") % {"names": seen.listed_names(apart)}
    if together := others_of(entrant, sheet.together):
        yield _("junto a %(names)s") % {"names": seen.listed_names(together)}


def bound_together(seen: SeenNight) -> list[str]:
    """A warning for each table to which two who are here are bound: they would meet in every round."""
    bound: dict[int, list[Entrant]] = defaultdict(list)
    for entrant in seen.sheet.here:
        only = seen.sheet.badges[entrant].only
        if len(only) == 1:
            bound[min(only)].append(entrant)
    return [
        _("%(names)s están atados a la mesa %(table)s: se cruzarán todas las rondas.")
        % {"names": seen.listed_names(entrants), "table": table}
        for table, entrants in sorted(bound.items())
        if len(entrants) > 1
    ]
