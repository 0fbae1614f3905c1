"""Search for matches: by player, game, date, state and words in place, note or names.

`Match.sought` holds the folded place, note and name of the rules. Names of players are folded at search
time, because players can be renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy

from scores.core.house_rules import labels
from scores.core.notation.names import folded
from scores.models import Match, Player, Seat

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
    """The criteria of a search; an empty one does not narrow the result."""

    text: str = ""
    player: Player | None = None
    preset: str = ""  # key of a ruleset
    rules_name: str = ""
    since: date | None = None
    until: date | None = None
    state: State | None = None

    def among(self, matches: QuerySet[Match], persons: Sequence[Player]) -> QuerySet[Match]:
        """The matching ones of `matches`, newest first; `persons` are the players that may be in them."""
        matching = _OF_STATE[self.state](matches).filter(self._about(), self._when())
        if self.player:
            matching = matching.filter(_played_by([self.player]))
        for word in folded(self.text).split():
            matching = matching.filter(_contains(word, persons))
        return matching.order_by(*ORDER)

    def _about(self) -> Q:
        preset = Q(game=self.preset) if self.preset else Q()
        return preset & (Q(rules_name=self.rules_name) if self.rules_name else Q())

    def _when(self) -> Q:
        since = Q(played_on__gte=self.since) if self.since else Q()
        return since & (Q(played_on__lte=self.until) if self.until else Q())


def _contains(word: str, persons: Sequence[Player]) -> Q:
    """Condition: a folded word occurs in the place, the note, the name of the rules or of a player."""
    variants = [key for key, name in labels.game_names().items() if word in folded(name)]
    condition = Q(sought__contains=word)
    if variants:
        condition |= Q(rules_name="", game__in=variants)
    namesakes = [person for person in persons if word in folded(person.display_name)]
    return condition | Q(_played_by(namesakes)) if namesakes else condition


def _played_by(persons: Sequence[Player]) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=persons))
