"""Finding a match among all that are kept: by who played, what, when, where, and by what was noted.

`Match.sought` holds the folded place, note and name of the rules; a person may be renamed, so names are
folded when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy

from scores.house_rules import labels
from scores.models import Match, Player, Seat
from scores.notation.names import folded

ORDER = ("-played_on", "-pk")


class State(StrEnum):
    GOING_ON = "going-on"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    ARCHIVED = "archived"


STATES = {
    State.GOING_ON: gettext_lazy("En juego"),
    State.FINISHED: gettext_lazy("Terminadas"),
    State.ABANDONED: gettext_lazy("A medias"),
    State.ARCHIVED: gettext_lazy("Archivadas"),
}

_OF_STATE: dict[State | None, Callable[[QuerySet[Match]], QuerySet[Match]]] = {
    None: lambda matches: matches.unarchived(),
    State.GOING_ON: lambda matches: matches.unarchived().going_on(),
    State.FINISHED: lambda matches: matches.unarchived().finished(),
    State.ABANDONED: lambda matches: matches.unarchived().abandoned(),
    State.ARCHIVED: lambda matches: matches.filter(archived_at__isnull=False),
}


@dataclass(frozen=True)
class MatchSearch:
    """What is looked for; what is empty does not narrow it."""

    text: str = ""
    player: Player | None = None
    preset: str = ""  # the key of a ruleset
    rules_name: str = ""
    since: date | None = None
    until: date | None = None
    state: State | None = None

    def among(self, matches: QuerySet[Match], persons: Sequence[Player]) -> QuerySet[Match]:
        """The matches of `matches` that are meant, the last evening first; `persons` may have played them."""
        found = _OF_STATE[self.state](matches).filter(self._about(), self._when())
        if self.player:
            found = found.filter(_played([self.player]))
        for word in folded(self.text).split():
            found = found.filter(_says(word, persons))
        return found.order_by(*ORDER)

    def _about(self) -> Q:
        preset = Q(game=self.preset) if self.preset else Q()
        return preset & (Q(rules_name=self.rules_name) if self.rules_name else Q())

    def _when(self) -> Q:
        since = Q(played_on__gte=self.since) if self.since else Q()
        return since & (Q(played_on__lte=self.until) if self.until else Q())


def _says(word: str, persons: Sequence[Player]) -> Q:
    """Whether a folded word is in the place, the note, the name of the rules or that of a player."""
    variants = [key for key, name in labels.PRESET_NAMES.items() if word in folded(str(name))]
    said = Q(sought__contains=word)
    if variants:
        said |= Q(rules_name="", game__in=variants)
    named = [person for person in persons if word in folded(person.display_name)]
    return said | Q(_played(named)) if named else said


def _played(persons: Sequence[Player]) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=persons))
