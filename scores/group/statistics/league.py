"""The league table of a circle over a period: by wins or by rating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scores.core.matches import ratings
from scores.group.statistics.persons import Tally
from scores.models import Circle, Player, Rating, by_name

WINS, RATING = "wins", "rating"


@dataclass(frozen=True)
class Period:
    """From one date to another, both inclusive; None for no bound."""

    since: date | None = None
    until: date | None = None


@dataclass(frozen=True)
class LeagueRow(Tally):
    player: Player
    rating: int
    is_provisional: bool
    position: int = 0  # position in the table; equal players share it


_ORDERS: dict[str, Callable[[LeagueRow], Any]] = {
    WINS: lambda line: (-line.wins, -line.share),
    RATING: lambda line: -line.rating,
}


def league_rows(circle: Circle, period: Period, game: str, by: str) -> list[LeagueRow]:
    """The table: counts at the end of the period minus counts before it. Only players with a match in it."""
    until, since = period.until, period.since
    now = ratings.latest_ratings(circle, game, **({"played_on__lte": until} if until else {}))
    before = ratings.latest_ratings(circle, game, played_on__lt=since) if since else {}
    players = circle.players.in_bulk()
    lines = [_line(players[pk], rating, before.get(pk)) for pk, rating in now.items()]
    return _placed([line for line in lines if line.matches], _ORDERS[by])


def _line(player: Player, now: Rating, before: Rating | None) -> LeagueRow:
    return LeagueRow(
        now.matches - (before.matches if before else 0),
        now.wins - (before.wins if before else 0),
        now.places - (before.places if before else 0),
        player,
        ratings.displayed_rating(now),
        ratings.is_provisional(now),
    )


def years(circle: Circle) -> list[int]:
    """The years with finished matches, newest first."""
    over = circle.matches.not_deleted().filter(finished_at__isnull=False).order_by("played_on")
    evenings = over.values_list("played_on", flat=True)
    first, last = evenings.first(), evenings.last()
    return list(range(last.year, first.year - 1, -1)) if first and last else []


def _placed(lines: list[LeagueRow], order: Callable[[LeagueRow], Any]) -> list[LeagueRow]:
    row_of = {line.player: line for line in lines}
    in_order = sorted((row_of[player] for player in by_name(row_of)), key=order)
    keys = [order(line) for line in in_order]
    return [replace(line, position=1 + keys.index(key)) for line, key in zip(in_order, keys, strict=True)]
