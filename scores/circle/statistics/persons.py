"""Statistics of one player, and of two players in the matches that both played; the chart of a rating.

Only finished matches outside the bin count. A `game` is the key of a ruleset: points are added and compared
within one game only. The results of a player are read once, oldest first; all figures come from these
rows (`figures`)."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Count, F, Prefetch, QuerySet

from scores.circle.statistics.figures import (
    Duel,
    GamePlayed,
    RecentMatch,
    ResultRow,
)
from scores.core.house_rules import labels
from scores.core.matches import ratings
from scores.core.matches.seat_results import SUMMED
from scores.core.matches.skill import displayed_rating
from scores.models import Circle, Player, Result

RECENT_LISTED = 10
MATES_LISTED = 12
MATES_WINDOW = 200  # matches
OLDEST_FIRST = ("match__played_on", "match__finished_at", "match_id")
ALL_SEATS = Prefetch("match__results", Result.objects.select_related("seat__player"))


def counted_results(circle: Circle, game: str = "") -> QuerySet[Result]:
    """The results that count in statistics, in one game or in all."""
    matches = circle.counted_matches
    if game:
        matches = matches.filter(game=game)
    return Result.objects.filter(match__in=matches).order_by()


def games(circle: Circle) -> list[GamePlayed]:
    """The games of a circle in which there was a contest, most played first."""
    over = ratings.contests(circle, ratings.ALL_GAMES).order_by()
    keys = over.values_list("game", flat=True).annotate(matches=Count("pk"))
    return [GamePlayed(key) for key in keys.order_by("-matches", "game")]


# One player


def results_of(player: Player) -> list[ResultRow]:
    """The results of a player, oldest first. One query."""
    own = (
        counted_results(player.circle)
        .filter(seat__player=player)
        .order_by(*OLDEST_FIRST)
    )
    of_match = {
        "code": F("match__code"),
        "day": F("match__played_on"),
        "game": F("match__game"),
        "currency": F("match__currency"),
    }
    columns = ("pk", "match", "money", "fewest", "most", "hand_points", "busts")
    return list(
        own.annotate(**of_match).values_list(*columns, *SUMMED, *of_match, named=True)
    )


def recent_matches(rows: Sequence[ResultRow | Duel]) -> list[RecentMatch]:
    """The matches of the last RECENT_LISTED rows, newest first. Two queries."""
    keys = [row.pk for row in rows[: -RECENT_LISTED - 1 : -1]]
    results = (
        Result.objects.select_related("match", "seat")
        .prefetch_related(ALL_SEATS)
        .in_bulk(keys)
    )
    return [
        RecentMatch(
            match=result.match,
            variant=labels.variant_of(result.match),
            result=result,
            others=[
                other.seat.player.display_name
                for other in result.match.results.all()
                if other.pk != result.pk
            ],
        )
        for result in (results[key] for key in keys)
    ]


def table_mates(player: Player, rows: Sequence[ResultRow]) -> list[Player]:
    """The players that shared most of the last MATES_WINDOW matches. One query."""
    others = player.circle.players.exclude(pk=player.pk).filter(
        seats__match__in=[row.match for row in rows[-MATES_WINDOW:]],
        seats__result__isnull=False,
    )
    by_matches = others.annotate(times=Count("seats")).order_by("-times", "pk")
    return list(by_matches[:MATES_LISTED])


# Two players


def duels(player: Player, other: Player) -> list[Duel]:
    """All matches that both played, oldest first. One query."""
    both = counted_results(player.circle).filter(
        seat__player=player, match__results__seat__player=other
    )
    of_other = {
        f"other_{name}": F(f"match__results__{name}")
        for name in ("place", "won", "money")
    }
    both = both.order_by(*OLDEST_FIRST).annotate(
        currency=F("match__currency"), **of_other
    )
    return list(
        both.values_list(
            "pk", "currency", "place", "won", "money", *of_other, named=True
        )
    )


# The rating


def levels_of(player: Player, game: str) -> list[tuple[date, int]]:
    """The up-to-date ratings after its evenings, the oldest first."""
    rows = player.ratings.filter(game=game).order_by("played_on")
    return [(row.played_on, displayed_rating(row)) for row in rows]
