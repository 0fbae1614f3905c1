"""How strong the players of a circle are, by openskill's Bradley-Terry model for tables of any size.

A match counts as a duel between each two of the table, equal places as a draw. (Its Plackett-Luce model may
give less to two who share a win than to who came third.) Ratings are kept by evening, over all games and,
once somebody asks, in one; what a change of an older match makes wrong is forgotten, and worked out again
when somebody looks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery
from openskill.models import BradleyTerryFull

from rules.match.board import facing
from scores.models import Circle, Match, Player, Rating, Records, Result

START = 400  # shown for who never played; the middling come near 1000 when they are well known
SPREAD = 24  # shown points for one of openskill's, so that they look like those of chess
PROVISIONAL_BELOW = 10  # matches; a rating from fewer is provisional
ALL_GAMES = ""
BATCH = 250  # matches rated in one transaction

_MODEL = BradleyTerryFull()
_COUNTS = ("matches", "wins", "places", "streak", "longest")


@dataclass
class PlayerState:
    """A player on the way through the matches of a game."""

    rating: Any = field(default_factory=_MODEL.rating)
    matches: int = 0
    wins: int = 0
    places: int = 0
    streak: int = 0
    longest: int = 0

    def played(self, rating: Any, place: int, won: bool) -> None:
        self.rating = rating
        self.matches += 1
        self.wins += won
        self.places += place
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)


@dataclass(frozen=True)
class SeatResult:
    """A line of a match that is over: who, where he sat, how it ended for him."""

    match: int
    played_on: date
    player: int
    position: int
    place: int
    won: bool


PlayerStates = dict[int, PlayerState]
"""By player."""


@transaction.atomic
def invalidate(circle: int, since: date | None = None) -> None:
    """The ratings of a circle from an evening on, or all, and its records are worked out again when somebody
    looks.

    To be called, in the transaction of the change, whenever a match that is over is corrected, deleted,
    restored, imported, moved to another evening (with the earlier of the two) or to another player or circle.
    It locks the circle: matches may be locked before, persons only after.
    """
    lock(circle)
    made = Rating.objects.filter(circle=circle)
    (made if since is None else made.filter(played_on__gte=since)).delete()
    Records.objects.filter(circle=circle).delete()


def latest_ratings(circle: Circle, game: str = ALL_GAMES, **evenings: date) -> dict[int, Rating]:
    """Each player's rating, by key, now or after the last of such evenings (`played_on__lte=…`).

    Works out first what is missing.
    """
    bring_up_to_date(circle, game)
    found = _last_of_each(circle, circle.ratings.filter(game=game, **evenings))
    return {rating.player_id: rating for rating in found}


def displayed_rating(rating: Rating) -> int:
    """The rating as a number for people: low while it is unsure."""
    known = _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
    return round(known.ordinal(alpha=SPREAD, target=START))


def is_provisional(rating: Rating) -> bool:
    return rating.matches < PROVISIONAL_BELOW


def bring_up_to_date(circle: Circle, game: str = ALL_GAMES) -> None:
    """Rate the matches of the evenings after the last rated one, in one game or in all.

    Bit by bit, each in a transaction of its own: on SQLite nobody else can write during one.
    """
    while _missing(circle, game).exists():
        if not _rate_next(circle, game):
            return


@transaction.atomic
def _rate_next(circle: Circle, game: str) -> bool:
    """The next evenings with some `AT_ONCE` matches; whether anything came of it."""
    lock(circle.pk)
    return bool(Rating.objects.bulk_create(_rated(circle, game), batch_size=1000))


def lock(circle: int) -> None:
    """One at a time: nothing is derived of what is being corrected at this moment."""
    list(Circle.objects.select_for_update().filter(pk=circle).values_list("pk"))


def _missing(circle: Circle, game: str) -> QuerySet[Match]:
    """What is over and not rated: ratings are forgotten from an evening on, so none is left after it."""
    over = circle.matches.not_deleted().filter(finished_at__isnull=False)
    if game != ALL_GAMES:
        over = over.filter(game=game)
    last = circle.ratings.filter(game=game).aggregate(evening=Max("played_on"))["evening"]
    return over if last is None else over.filter(played_on__gt=last)


def _next(missing: QuerySet[Match]) -> QuerySet[Match]:
    """The first `AT_ONCE` of them, and the others of the same evening as the last."""
    evenings = missing.order_by("played_on").values_list("played_on", flat=True)
    last = evenings[BATCH - 1 : BATCH].first()
    return missing if last is None else missing.filter(played_on__lte=last)


def _rated(circle: Circle, game: str) -> Iterator[Rating]:
    """A row for each of the next evenings and each player, from where the ratings stop."""
    missing = _next(_missing(circle, game))
    forms = {row.player_id: _form(row) for row in _last_of_each(circle, circle.ratings.filter(game=game))}
    sides = _sides_of_partners(missing)
    for evening, lines in groupby(_seated(missing), key=lambda one: one.played_on):
        moved: set[int] = set()
        for match, table in groupby(lines, key=lambda one: one.match):
            moved |= _play(forms, list(table), sides.get(match, {}))
        for player in sorted(moved):
            key = {"circle_id": circle.pk, "game": game, "player_id": player, "played_on": evening}
            yield _row(forms[player], **key)


def _last_of_each(circle: Circle, ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """The row of each player's last evening."""
    own = ratings.filter(player=OuterRef("pk")).order_by("-played_on").values("pk")
    return Rating.objects.filter(pk__in=Player.objects.filter(circle=circle).values_list(Subquery(own[:1])))


def _form(row: Rating) -> PlayerState:
    rating = _MODEL.rating(mu=row.mu, sigma=row.sigma)
    return PlayerState(rating, **{name: getattr(row, name) for name in _COUNTS})


def _row(form: PlayerState, **key: Any) -> Rating:
    counts = {name: getattr(form, name) for name in _COUNTS}
    return Rating(**key, mu=form.rating.mu, sigma=form.rating.sigma, **counts)


# One match


def _seated(matches: QuerySet[Match]) -> Iterator[SeatResult]:
    """The results of `matches` in the order in which they ended, those of a match together."""
    in_order = ("match__played_on", "match__finished_at", "match_id", "seat__position")
    columns = ("match", "match__played_on", "seat__player", "seat__position", "place", "won")
    found = Result.objects.filter(match__in=matches).order_by(*in_order).values_list(*columns)
    return (SeatResult(*row) for row in found.iterator())


def _sides_of_partners(matches: QuerySet[Match]) -> dict[int, dict[int, int]]:
    """For each match of partners, the side of each position."""
    return {
        match.pk: {seat: side for side, seats in enumerate(_facing(match)) for seat in seats}
        for match in matches.filter(ruleset__team_size__gt=1)
    }


def _facing(match: Match) -> tuple[tuple[int, ...], ...]:
    return facing(match.rules, match.players_at_start)


def _play(forms: PlayerStates, table: list[SeatResult], sides: dict[int, int]) -> set[int]:
    """Rate one match; who played it."""
    alone = len(sides)  # who is nobody's partner is a side of his own
    teams: dict[int, list[SeatResult]] = defaultdict(list)
    for one in table:
        teams[sides.get(one.position, alone + one.position)].append(one)
    _rate(forms, list(teams.values()))
    return {one.player for one in table}


def _rate(forms: PlayerStates, teams: list[list[SeatResult]]) -> None:
    before = [[forms.setdefault(one.player, PlayerState()).rating for one in team] for team in teams]
    ranks = [float(team[0].place) for team in teams]
    after = _MODEL.rate(before, ranks=ranks) if len(teams) > 1 else before
    for team, ratings in zip(teams, after, strict=True):
        for one, rating in zip(team, ratings, strict=True):
            forms[one.player].played(rating, one.place, one.won)
