"""The table of a league, the same on a phone: its columns, each declared once, and the positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scores.core.matches.skill import PROVISIONAL_BELOW, Skill, State, displayed_rating
from scores.core.notation.numbers import chance, mean

SHORTEST_BAR = 20  # percent, of the last in the table


@dataclass(frozen=True)
class RankedPlayer:
    """A player in the table, with at least one match in the period."""

    player: Any
    matches: int
    sums: Mapping[str, int]  # of the results in the period, by their columns
    rating: int
    change: int | None  # of the rating; None for who has come on the last evening
    missing: int  # matches until the player has a position
    position: int | None = None  # equal players share it
    bar: int = 0  # percent
    figure: str = ""  # in the column of the order, with a position

    @property
    def wins(self) -> int:
        return self.sums["won"]

    def mean(self, name: str) -> float:
        """What a match had of this column of `Result`."""
        return self.sums[name] / self.matches


@dataclass(frozen=True)
class LeagueColumn:
    """A figure by which the table can be ordered: the highest first. It is a figure of a match, so that
    nobody leads by attendance."""

    heading: str | Promise
    order: Callable[
        [RankedPlayer], tuple[float, ...]
    ]  # the figure, and what is among equal ones
    text: Callable[[float], str]

    def value(self, row: RankedPlayer) -> float:
        return self.order(row)[0]


RATING = "rating"
COLUMNS = {
    RATING: LeagueColumn(gettext_lazy("Nivel"), lambda row: (row.rating,), str),
    "wins": LeagueColumn(
        gettext_lazy("Ganadas por partida"),
        lambda row: (row.mean("won"), -row.mean("place")),
        chance,
    ),
    "closes": LeagueColumn(
        gettext_lazy("Cierres por partida"), lambda row: (row.mean("closes"),), mean
    ),
}
"""By the value of `by` in the address of the table."""


def ranked_player(
    player: Any, now: State, earlier: int | None, before: State | None = None
) -> RankedPlayer:
    """A player with the counts between two states, and the rating before the last evening."""
    start = before or Skill(now.sums)
    matches = now.matches - start.matches
    rating = displayed_rating(now)
    return RankedPlayer(
        player=player,
        matches=matches,
        sums={name: now.sums[name] - start.sums[name] for name in now.sums},
        rating=rating,
        change=None if earlier is None else rating - earlier,
        missing=max(0, PROVISIONAL_BELOW - matches),
    )


@dataclass(frozen=True)
class LeagueTable:
    """The table as pages show it."""

    by: str  # a key of COLUMNS
    rows: list[RankedPlayer]
    enough: int = PROVISIONAL_BELOW  # matches for a position

    @property
    def orders(self) -> list[tuple[str, str | Promise]]:
        """The columns in which somebody has a figure, as keys and headings."""
        return [
            (key, column.heading)
            for key, column in COLUMNS.items()
            if key == self.by or any(map(column.value, self.rows))
        ]

    def first(self, rows: int) -> LeagueTable:
        """The table without what comes after so many rows."""
        return replace(self, rows=self.rows[:rows])

    @property
    def is_early(self) -> bool:
        """Nobody has enough matches yet, so that all have a position."""
        return any(row.position and row.missing for row in self.rows)


def ordered_table(rows: Sequence[RankedPlayer], by: str) -> LeagueTable:
    """The rows, by the alphabet before, in the order of a column; those with few matches come last, without a
    position, unless nobody has many."""
    column = COLUMNS[by]
    rows = sorted(rows, key=column.order, reverse=True)
    ranked = [row for row in rows if not row.missing] or rows
    orders = [column.order(row) for row in ranked]
    values = [column.value(row) for row in ranked]
    low = min(values, default=0)
    span = max(values, default=0) - low
    placed = [
        replace(
            row,
            position=1 + orders.index(order),
            bar=SHORTEST_BAR + round((100 - SHORTEST_BAR) * (value - low) / span)
            if span
            else 100,
            figure=column.text(value),
        )
        for row, order, value in zip(ranked, orders, values, strict=True)
    ]
    return LeagueTable(by, placed + [row for row in rows if row not in ranked])
