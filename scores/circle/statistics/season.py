"""A year of a circle: its figures, its trophies, each with how it is computed, and its pictures."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.knobs import Ends
from scores.circle.images import render
from scores.circle.images.headline_card import CARD, headline_card
from scores.circle.recap.evening_facts import names_of_players
from scores.circle.statistics.figures import figures
from scores.circle.statistics.persons import OLDEST_FIRST, counted_results
from scores.core.house_rules import labels
from scores.core.matches.seat_results import SUMMED
from scores.core.notation.names import joined_names
from scores.models import Circle

HOLDERS_NAMED = 4  # of one trophy; with more they are counted
CONTEST = 10  # matches that make a contest of what everybody who plays has
PICTURES = 5
Text: TypeAlias = str | Promise
OWN_COLUMNS = ("match", "busts", *SUMMED)
COLUMNS = {
    "player": F("seat__player"),
    "name": F("seat__player__name"),
    "game": F("match__game"),
    "day": F("match__played_on"),
    "match_hands": F("match__hands"),
}

SeasonRow = Any
"""A result: `OWN_COLUMNS`, and `COLUMNS` of its match and player."""
YearCounts = dict[str, Any]
"""What a player did in a year: all of `figures`, and the `longest` run of hands without a bust."""


@dataclass(frozen=True)
class TrophyKind:
    """What a trophy counts; the explanation says it to the players."""

    name: Text
    explanation: Text
    count: str  # of `YearCounts`
    fewest: int = 1  # matches of the year, with fewer of which nobody has it


KINDS = (
    TrophyKind(
        gettext_lazy("Campeón"),
        gettext_lazy("Más partidas ganadas."),
        "won",
    ),
    TrophyKind(
        gettext_lazy("Todo ligado"),
        gettext_lazy("Más cierres con todo ligado: los −10."),
        "clean",
    ),
    TrophyKind(
        gettext_lazy("El invicto"),
        gettext_lazy(
            "Más manos seguidas sin pasarse, de una partida a la siguiente, en un año de diez o más."
        ),
        "longest",
        CONTEST,
    ),
    TrophyKind(
        gettext_lazy("El ave fénix"),
        gettext_lazy("Más partidas ganadas después de reengancharse."),
        "comebacks",
    ),
    TrophyKind(
        gettext_lazy("Chinchonero"),
        gettext_lazy("Más chinchones."),
        "chinchones",
    ),
    TrophyKind(
        gettext_lazy("Nunca falla"),
        gettext_lazy("Más partidas jugadas, en un año de diez o más."),
        "matches",
        CONTEST,
    ),
)


@dataclass(frozen=True)
class Trophy:
    kind: TrophyKind
    value: int
    holders: str


@dataclass(frozen=True)
class Season:
    year: int
    matches: int
    days: int
    hands: int
    trophies: list[Trophy]

    @property
    def pictures(self) -> list[list[str]]:
        """The lines of its pictures, one of the year and one for each of the first trophies: a heading, a
        number, and sentences.
        """
        days = ngettext("%(count)s día", "%(count)s días", self.days)
        hands = ngettext("%(count)s mano", "%(count)s manos", self.hands)
        year = [
            _("El año en la mesa"),
            str(self.matches),
            ngettext("partida acabada", "partidas acabadas", self.matches),
            f"{days % {'count': self.days}} · {hands % {'count': self.hands}}",
        ]
        trophies = [
            [
                str(trophy.kind.name),
                str(trophy.value),
                trophy.holders,
                str(trophy.kind.explanation),
            ]
            for trophy in self.trophies
        ]
        return [year, *trophies][:PICTURES]


def season_of(circle: Circle, year: int) -> Season | None:
    """The season; None for a year in which no match was finished. One query.

    A match without a hand counts for no trophy.
    """
    results = counted_results(circle).filter(match__played_on__year=year)
    rows = list(
        results.order_by(*OLDEST_FIRST, "seat__position")
        .annotate(**COLUMNS)
        .values_list(*OWN_COLUMNS, *COLUMNS, named=True)
    )
    if not rows:
        return None
    hands = {row.match: row.match_hands for row in rows}
    days = {row.day for row in rows}
    contested = [row for row in rows if row.match_hands]
    held = trophies(counts_by_name(contested), len({row.match for row in contested}))
    return Season(year, len(hands), len(days), sum(hands.values()), held)


def counts_by_name(rows: Sequence[SeasonRow]) -> dict[str, YearCounts]:
    """The counts of each player of these results, which are sorted by time. No two have one name."""
    own = defaultdict(list)
    for row in rows:
        own[row.player].append(row)
    return {
        name: {**figures(own[player]), "longest": _longest_run(own[player])}
        for player, name in names_of_players(rows).items()
    }


def _longest_run(rows: Sequence[SeasonRow]) -> int:
    """The most hands without going past a limit, from one match to the next."""
    hands = ""  # an x for each that went past it, and a dot for each other
    for row in rows:
        if labels.preset_of_key(row.game).ends is Ends.LAST_STANDING:
            before = 0
            for bust in sorted(row.busts or []):
                hands += "." * (bust - before - 1) + "x"
                before = bust
            hands += "." * (row.hands - before)
    return max(map(len, hands.split("x")))


def trophies(players: Mapping[str, YearCounts], matches: int) -> list[Trophy]:
    """Those that somebody has in a year of so many matches: a count of 0 is no trophy. Who did as much shares
    it.
    """
    held = []
    for kind in [kind for kind in KINDS if matches >= kind.fewest]:
        most = max([counts[kind.count] for counts in players.values()], default=0)
        names = [name for name, counts in players.items() if counts[kind.count] == most]
        if most:
            held.append(Trophy(kind, most, _holders(names)))
    return held


def _holders(names: Sequence[str]) -> str:
    if len(names) <= HOLDERS_NAMED:
        return joined_names(names)
    return _("%(count)s jugadores") % {"count": len(names)}


def picture_png(circle: Circle, season: Season, number: int) -> bytes:
    """The picture of that number, from `season.pictures`. Raises NotDrawnError."""
    title = f"{circle.display_name} · {season.year}"
    return render.png(CARD, headline_card(title, *season.pictures[number]))
