"""What the results of matches add up to: for one person, and for two who meet.

Only matches that are over and that nobody deleted count. A `game` is the key of a ruleset: points are added
up and compared within one game alone. Somebody's results are read once, in the order in which his matches
ended; all that is said of him comes from these rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, F, Prefetch, QuerySet

from rules.presets import RULESETS
from scores.house_rules import labels
from scores.models import Circle, Match, Player, Result, Seat

RECENT_LISTED = 10
MATES_LISTED = 12
MATES_WINDOW = 200  # matches
OLDEST_FIRST = ("match__played_on", "match__finished_at", "match_id")
ALL_SEATS = Prefetch("match__results", Result.objects.select_related("seat__player"))


def counted_results(circle: Circle, game: str = "") -> QuerySet[Result]:
    """The results that statistics are made of, in one game or in all."""
    over = Result.objects.filter(
        match__circle=circle, match__deleted_at=None, match__finished_at__isnull=False
    ).order_by()
    return over.filter(match__game=game) if game else over


@dataclass(frozen=True)
class Game:
    """A game that was played to an end in a circle."""

    key: str
    matches: int

    @property
    def name(self) -> str:
        return labels.game_name(self.key)


def games(circle: Circle) -> list[Game]:
    """The games of a circle, the one played most first."""
    over = circle.matches.not_deleted().filter(finished_at__isnull=False).order_by()
    rows = over.values(key=F("game")).annotate(matches=Count("pk")).order_by("-matches", "key")
    return [Game(**row) for row in rows]


# One person


class ResultRow(NamedTuple):
    """A result of somebody, by the columns of `Result`; of its match the key, the game and the currency."""

    pk: int
    match: int
    game: str
    currency: str
    place: int
    won: bool
    points: int
    hands: int
    closes: int
    clean: int
    chinchones: int
    joker_runs: int
    buy_backs: int
    money: int
    fewest: int | None
    most: int | None


_COLUMNS = [
    {"game": "match__game", "currency": "match__currency"}.get(name, name) for name in ResultRow._fields
]


def results_of(player: Player) -> list[ResultRow]:
    """Oldest first. One query."""
    own = counted_results(player.circle).filter(seat__player=player).order_by(*OLDEST_FIRST)
    return [ResultRow(*columns) for columns in own.values_list(*_COLUMNS)]


@dataclass(frozen=True)
class Tally:
    """How often somebody played and won."""

    matches: int
    wins: int
    places: int  # the sum of them

    @property
    def share(self) -> float:
        """How many of a hundred matches were won."""
        return 100 * self.wins / self.matches

    @property
    def place(self) -> float:
        """The mean of his places."""
        return self.places / self.matches


@dataclass(frozen=True)
class PlayerTotals(Tally):
    """Sums over the results of one person."""

    points: int
    hands: int
    closes: int
    clean: int
    chinchones: int
    joker_runs: int
    buy_backs: int
    comebacks: int  # matches won after a buy-back

    @property
    def a_hand(self) -> float:
        """Points a hand. Nonsense where games are mixed."""
        return self.points / self.hands if self.hands else 0.0


def figures(rows: Sequence[ResultRow]) -> PlayerTotals:
    summed = ("points", "hands", "closes", "clean", "chinchones", "joker_runs", "buy_backs")
    return PlayerTotals(
        matches=len(rows),
        wins=sum(row.won for row in rows),
        places=sum(row.place for row in rows),
        comebacks=sum(row.won and row.buy_backs > 0 for row in rows),
        **{name: sum(map(attrgetter(name), rows)) for name in summed},
    )


@dataclass(frozen=True)
class GameTotals(Game):
    """What somebody's results come to in one game."""

    figures: PlayerTotals


def totals_by_game(rows: Iterable[ResultRow]) -> list[GameTotals]:
    """The game he played most first."""
    of: dict[str, list[ResultRow]] = {}
    for row in rows:
        of.setdefault(row.game, []).append(row)
    often = sorted(of, key=lambda game: (-len(of[game]), game))
    return [GameTotals(game, len(of[game]), figures(of[game])) for game in often]


def best_and_worst(rows: Sequence[ResultRow], game: str) -> list[tuple[int, Match]]:
    """The points of the best and of the worst hand in a game, and the match in which each was first."""
    scored = [row for row in rows if row.fewest is not None]
    if not scored:
        return []
    fewest, most = attrgetter("fewest"), attrgetter("most")
    low, high = min(scored, key=fewest), max(scored, key=most)
    found = Match.objects.in_bulk([low.match, high.match])
    hands = [(fewest(low), found[low.match]), (most(high), found[high.match])]
    return hands[::-1] if game in RULESETS and RULESETS[game].high_wins else hands


def money(rows: Iterable[ResultRow]) -> list[tuple[int, str]]:
    """Won or lost, by currency; nothing of one in which nobody ever won."""
    sums: Counter[str] = Counter()
    for row in rows:
        if row.money:
            sums[row.currency] += row.money
    return [(units, currency) for currency, units in sorted(sums.items())]


@dataclass(frozen=True)
class RecentMatch:
    """A match as a line of somebody's page."""

    match: Match
    place: int
    of: int
    won: bool
    others: list[str]

    @property
    def variant(self) -> str:
        return labels.variant_of(self.match)


def recent_matches(rows: Sequence[ResultRow]) -> list[RecentMatch]:
    """The last matches, the newest first."""
    return [_meeting(result) for result in _whole(row.pk for row in rows[: -RECENT_LISTED - 1 : -1])]


def _whole(keys: Iterable[int]) -> list[Result]:
    """The results with their matches and all who sat there. Two queries."""
    keys = list(keys)
    found = Result.objects.select_related("match", "seat").prefetch_related(ALL_SEATS).in_bulk(keys)
    return [found[key] for key in keys]


def _meeting(result: Result) -> RecentMatch:
    table = list(result.match.results.all())
    others = [one.seat.player.display_name for one in table if one.pk != result.pk]
    return RecentMatch(result.match, result.place, len(table), result.won, others)


def table_mates(player: Player, rows: Sequence[ResultRow]) -> list[Player]:
    """With whom somebody played most often of late. Two queries."""
    tables = Seat.objects.filter(match__in=[row.match for row in rows[-MATES_WINDOW:]], result__isnull=False)
    others = tables.exclude(player=player).order_by().values_list("player")
    often = others.annotate(times=Count("pk")).order_by("-times", "player")[:MATES_LISTED]
    keys = [key for key, _times in often]
    found = Player.objects.in_bulk(keys)
    return [found[key] for key in keys]


# Two who meet


class Duel(NamedTuple):
    """The results of two in one match."""

    pk: int
    currency: str
    place: int
    won: bool
    money: int
    other_place: int
    other_won: bool
    other_money: int


_OF_DUEL = {
    "currency": "match__currency",
    **{f"other_{name}": f"match__results__{name}" for name in ("place", "won", "money")},
}


def duels(player: Player, other: Player) -> list[Duel]:
    """All the matches in which both sat, oldest first. One query."""
    both = counted_results(player.circle).filter(seat__player=player, match__results__seat__player=other)
    columns = [_OF_DUEL.get(name, name) for name in Duel._fields]
    return [Duel(*found) for found in both.order_by(*OLDEST_FIRST).values_list(*columns)]


@dataclass(frozen=True)
class HeadToHead:
    """How often each of two ended before the other, won, and with how much."""

    matches: int
    ahead: int
    behind: int
    wins: int
    losses: int  # that the other won
    cash: list[tuple[int, int, str]]  # his, the other's, by currency

    @property
    def level(self) -> int:
        return self.matches - self.ahead - self.behind


def head_to_head(rows: Sequence[Duel]) -> HeadToHead:
    paid = [row for row in rows if row.money or row.other_money]
    cash = [
        (
            sum(row.money for row in paid if row.currency == currency),
            sum(row.other_money for row in paid if row.currency == currency),
            currency,
        )
        for currency in sorted({row.currency for row in paid})
    ]
    return HeadToHead(
        matches=len(rows),
        ahead=sum(row.place < row.other_place for row in rows),
        behind=sum(row.place > row.other_place for row in rows),
        wins=sum(row.won for row in rows),
        losses=sum(row.other_won for row in rows),
        cash=cash,
    )


def last_duels(rows: Sequence[Duel]) -> list[tuple[Duel, RecentMatch]]:
    """The last ones with their matches, the newest first."""
    last = rows[: -RECENT_LISTED - 1 : -1]
    return list(zip(last, map(_meeting, _whole(row.pk for row in last)), strict=True))
