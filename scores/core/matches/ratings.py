"""Ratings of the players of a circle (`skill`): stored per date, over all games and, if a page asks, in one.

A change of an older match invalidates later ratings; a page that needs them computes them again, only
for itself where the database takes no writes.
"""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from operator import attrgetter, le, lt
from typing import Any
from zlib import crc32

from django.db import transaction
from django.db.models import F, Max, OuterRef, QuerySet, Subquery

from rules.match.board import Side, facing_sides
from scores.core import database
from scores.core.matches.seat_results import SUMMED
from scores.core.matches.skill import State, rate_match
from scores.models import Circle, Match, Player, Rating, Records, Result

ALL_GAMES = ""
BATCH = 250  # matches rated in one transaction
# Of what is rated, and of the columns that are summed: with others all rows are computed again, so that a
# column added there needs no migration. PostgreSQL has 31 bits for it.
SCHEME = crc32(" ".join(("contests", *SUMMED)).encode()) >> 1
LOOKUPS = {"played_on__lt": lt, "played_on__lte": le}


@transaction.atomic(savepoint=False)
def invalidate(circle: int, since: date | None = None) -> None:
    """Delete the ratings of a circle from a date on, or all, and its records: in the transaction of every
    change that corrects, deletes, restores or imports a finished match, or moves it to another date (with the
    earlier date), player or circle. It locks the circle against who rates, and not against others who
    invalidate: the tables of a club night end together. Lock matches before, players after.
    """
    database.lock_row_shared(Circle, circle)
    ratings = Rating.objects.filter(circle=circle)
    (ratings if since is None else ratings.filter(played_on__gte=since)).delete()
    Records.objects.filter(circle=circle).delete()


def latest_ratings(
    circle: Circle, game: str = ALL_GAMES, **dates: date
) -> dict[int, Rating]:
    """The rating of each player by key, now or by a lookup on `played_on`; missing ones are computed."""
    unstored = bring_up_to_date(circle, game)
    latest = _last_of_each(circle, _stored_ratings(circle, game).filter(**dates))
    in_time = (
        row
        for row in unstored
        if all(LOOKUPS[name](row.played_on, day) for name, day in dates.items())
    )
    return {rating.player_id: rating for rating in (*latest, *in_time)}


def bring_up_to_date(circle: Circle, game: str = ALL_GAMES) -> list[Rating]:
    """Rate all contests after the last rated date, in one game or in all; in several transactions,
    because on SQLite nobody else can write during one. Returns the ratings that the database did not take.
    """
    try:
        while _unrated_matches(circle, game).exists():
            with database.derived_rows_transaction():
                lock(circle.pk)
                circle.ratings.filter(game=game).exclude(scheme=SCHEME).delete()
                rated = list(
                    _rating_rows(
                        circle, game, _next_batch(_unrated_matches(circle, game))
                    )
                )
                Rating.objects.bulk_create(rated, batch_size=1000)
            if not rated:
                break
    except database.NOT_WRITABLE:
        return list(_rating_rows(circle, game, _unrated_matches(circle, game)))
    return []


def lock(circle: int) -> None:
    """Lock the circle, so that nothing is derived from matches that are being corrected."""
    list(Circle.objects.select_for_update().filter(pk=circle).values_list("pk"))


def _stored_ratings(circle: Circle, game: str) -> QuerySet[Rating]:
    """The ratings that were stored by this scheme."""
    return circle.ratings.filter(game=game, scheme=SCHEME)


def contests(circle: Circle, game: str) -> QuerySet[Match]:
    """The matches of which somebody was the best: not those without a hand, nor what a night overruled."""
    over = circle.counted_matches.filter(hands__gt=0).exclude(
        sitting__is_overruled=True
    )
    return over if game == ALL_GAMES else over.filter(game=game)


def _unrated_matches(circle: Circle, game: str) -> QuerySet[Match]:
    """Contests after the last rated date: ratings are invalidated from a date on, without gaps."""
    over = contests(circle, game)
    last = _stored_ratings(circle, game).aggregate(evening=Max("played_on"))["evening"]
    return over if last is None else over.filter(played_on__gt=last)


def _next_batch(unrated: QuerySet[Match]) -> QuerySet[Match]:
    """The first BATCH matches, and the others of the last date among them."""
    evenings = unrated.order_by("played_on").values_list("played_on", flat=True)
    last = evenings[BATCH - 1 : BATCH].first()
    return unrated if last is None else unrated.filter(played_on__lte=last)


def _rating_rows(
    circle: Circle, game: str, unrated: QuerySet[Match]
) -> Iterator[Rating]:
    """Rating rows for the dates of these matches: one for each date and player."""
    states: dict[int, State] = {
        row.player_id: row
        for row in _last_of_each(circle, _stored_ratings(circle, game))
    }
    sides = _sides_of_partners(unrated)
    for evening, lines in groupby(_seat_results(unrated), key=attrgetter("played_on")):
        changed: set[int] = set()
        for match, results in groupby(lines, key=attrgetter("match")):
            table = [(line.player, line.position, line) for line in results]
            rate_match(states, table, sides.get(match, ()), SUMMED)
            changed.update(player for player, _position, _line in table)
        for player in sorted(changed):
            columns = ("mu", "sigma", "sums", "matches", "streak", "longest")
            yield Rating(
                circle=circle,
                game=game,
                player_id=player,
                played_on=evening,
                scheme=SCHEME,
                **{name: getattr(states[player], name) for name in columns},
            )


def _last_of_each(circle: Circle, ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """The rating row of each player's last date."""
    own = ratings.filter(player=OuterRef("pk")).order_by("-played_on").values("pk")
    return Rating.objects.filter(
        pk__in=Player.objects.filter(circle=circle).values_list(Subquery(own[:1]))
    )


def _seat_results(matches: QuerySet[Match]) -> Iterator[Any]:
    """The results of `matches`, ordered by end of match and seat."""
    in_order = ("match__played_on", "match__finished_at", "match_id", "seat__position")
    rows = Result.objects.filter(match__in=matches).order_by(*in_order)
    rows = rows.annotate(
        played_on=F("match__played_on"),
        player=F("seat__player"),
        position=F("seat__position"),
    )
    return rows.values_list(
        "match", "played_on", "player", "position", *SUMMED, named=True
    ).iterator()


def _sides_of_partners(matches: QuerySet[Match]) -> dict[int, tuple[Side, ...]]:
    """The seats of each side, for matches of partners."""
    return {
        match.pk: facing_sides(match.rules, match.players_at_start)
        for match in matches.filter(ruleset__team_size__gt=1)
    }
