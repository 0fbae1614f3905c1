"""The league table of a circle over a period: its columns, each declared once, and its rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.archive.search import PeriodForm
from scores.circle.statistics.figures import GamePlayed
from scores.core.matches import ratings
from scores.core.notation.numbers import chance, mean
from scores.models import Circle, Player, Rating, by_name

SHORTEST_BAR = 20  # percent, of the last in the table

Period: TypeAlias = tuple[date | None, date | None]
"""From one date to another, both inclusive; None for no bound."""


@dataclass(frozen=True)
class RankedPlayer:
    """A player in the table, with at least one match in the period."""

    player: Player
    matches: int
    sums: Mapping[str, int]  # of the results in the period, by `ratings.SUMMED`
    rating: int
    change: int | None  # of the rating; None for who has come on the last evening
    missing: int  # matches until the player has a position
    position: int | None = None  # equal players share it
    bar: int = 0  # percent

    @property
    def wins(self) -> int:
        return self.sums["won"]

    def mean(self, name: str) -> float:
        """What a match had of this column of `Result`."""
        return self.sums[name] / self.matches


def _equal(row: RankedPlayer) -> float:
    return 0


@dataclass(frozen=True)
class LeagueColumn:
    """A figure by which the table can be ordered: the highest first. It is a figure of a match, so that
    nobody leads by attendance."""

    heading: str | Promise
    value: Callable[[RankedPlayer], float]
    text: Callable[[float], str]
    among_equals: Callable[[RankedPlayer], float] = _equal  # the lowest first

    def order(self, row: RankedPlayer) -> tuple[float, float]:
        """Sorts rows; rows with the same order share a position."""
        return -self.value(row), self.among_equals(row)


RATING = "rating"
COLUMNS = {
    RATING: LeagueColumn(gettext_lazy("Nivel"), lambda row: row.rating, str),
    "wins": LeagueColumn(
        gettext_lazy("Ganadas por partida"),
        lambda row: row.mean("won"),
        chance,
        among_equals=lambda row: row.mean("place"),
    ),
    "closes": LeagueColumn(
        gettext_lazy("Cierres por partida"), lambda row: row.mean("closes"), mean
    ),
}
"""By the value of `by` in the address of the table."""


def league_rows(
    circle: Circle, period: Period, game: str, by: str
) -> list[RankedPlayer]:
    """The table in the order of the column `by`: counts at the end of the period minus counts before it, and
    how the rating has changed since the last evening. Only players with a match in it; those with few of them
    come last, without a position, unless nobody has many."""
    since, until = period
    now = ratings.latest_ratings(
        circle, game, **({"played_on__lte": until} if until else {})
    )
    before = ratings.latest_ratings(circle, game, played_on__lt=since) if since else {}
    last = max((rating.played_on for rating in now.values()), default=date.min)
    earlier = ratings.latest_ratings(circle, game, played_on__lt=last)
    players = circle.players.in_bulk()
    row_of = {
        players[pk]: row
        for pk, rating in now.items()
        if (row := _row(players[pk], rating, before.get(pk), earlier.get(pk)))
    }
    column = COLUMNS[by]
    rows = sorted((row_of[player] for player in by_name(row_of)), key=column.order)
    ranked = [row for row in rows if not row.missing] or rows
    return _with_positions(ranked, column) + [row for row in rows if row not in ranked]


def _row(
    player: Player, now: Rating, before: Rating | None, earlier: Rating | None
) -> RankedPlayer | None:
    """None without a match in the period."""
    matches = now.matches - (before.matches if before else 0)
    if not matches:
        return None
    sums_before = before.sums if before else dict.fromkeys(now.sums, 0)
    rating = ratings.displayed_rating(now)
    return RankedPlayer(
        player=player,
        matches=matches,
        sums={name: now.sums[name] - sums_before[name] for name in now.sums},
        rating=rating,
        change=rating - ratings.displayed_rating(earlier) if earlier else None,
        missing=max(0, ratings.PROVISIONAL_BELOW - matches),
    )


def _with_positions(
    rows: list[RankedPlayer], column: LeagueColumn
) -> list[RankedPlayer]:
    """The rows with a position, and the length of their bar."""
    orders = [column.order(row) for row in rows]
    values = [column.value(row) for row in rows]
    low = min(values, default=0)
    span = max(values, default=0) - low
    return [
        replace(
            row,
            position=1 + orders.index(order),
            bar=SHORTEST_BAR + round((100 - SHORTEST_BAR) * (value - low) / span)
            if span
            else 100,
        )
        for row, order, value in zip(rows, orders, values, strict=True)
    ]


@dataclass(frozen=True)
class LeagueTable:
    """The table as pages show it."""

    by: str  # a key of COLUMNS
    rows: list[RankedPlayer]
    enough: int = ratings.PROVISIONAL_BELOW  # matches for a position

    @property
    def lines(self) -> list[tuple[RankedPlayer, str]]:
        """The rows, each with its figure in the column of the order."""
        column = COLUMNS[self.by]
        return [(row, column.text(column.value(row))) for row in self.rows]

    @property
    def orders(self) -> list[tuple[str, str | Promise]]:
        """The columns in which somebody has a figure, as keys and headings."""
        return [
            (key, column.heading)
            for key, column in COLUMNS.items()
            if key == self.by or any(map(column.value, self.rows))
        ]

    def first(self, rows: int) -> "LeagueTable":
        """The table without what comes after so many rows."""
        return replace(self, rows=self.rows[:rows])

    @property
    def is_by_rating(self) -> bool:
        return self.by == RATING

    @property
    def is_early(self) -> bool:
        """Nobody has enough matches yet, so that all have a position."""
        return any(row.position and row.missing for row in self.rows)


def league(
    circle: Circle, period: Period = (None, None), game: str = "", by: str = RATING
) -> LeagueTable:
    """The table of all time and all games in order of rating, if nothing else is said."""
    return LeagueTable(by, league_rows(circle, period, game, by))


def spreadsheet_rows(table: LeagueTable) -> list[list[str | int | None]]:
    """The table with all its columns, after a row of headings."""
    counts = [_("Puesto"), _("Nombre"), _("Nivel"), _("Partidas"), _("Ganadas")]
    columns = [column for key, column in COLUMNS.items() if key != RATING]
    rows: list[list[str | int | None]] = [
        [*counts, *[str(column.heading) for column in columns]]
    ]
    for row in table.rows:
        name = row.player.display_name
        cells = [row.position, name, row.rating, row.matches, row.wins]
        rows.append([*cells, *[column.text(column.value(row)) for column in columns]])
    return rows


class LeagueForm(PeriodForm):
    """The period, the game, and the order `by`."""

    game = forms.ChoiceField(choices=[], required=False, label=gettext_lazy("Juego"))
    by = forms.ChoiceField(
        choices=[(key, column.heading) for key, column in COLUMNS.items()],
        required=False,
        label=gettext_lazy("Orden"),
    )

    def __init__(self, *args: Any, games: Sequence[GamePlayed], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [
            ("", _("todos")),
            *((game.key, game.name) for game in games),
        ]
