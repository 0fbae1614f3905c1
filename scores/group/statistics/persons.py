"""Statistics of one player, and of two players in the matches that both played.

Only finished matches outside the bin count. A `game` is the key of a ruleset: points are added and compared
within one game only. The results of a player are read once, oldest first; all figures come from these
rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet

from rules.presets import RULESETS
from scores.core.house_rules import labels
from scores.models import Circle, Match, Player, Result, Seat

ResultRow = Any
"""A result of a player: columns of `Result` by name, with game and currency of the match."""
Figures = dict[str, Any]
"""Sums over the results of a player, by their names in `person.html`."""
GamePlayed = dict[str, Any]
"""A game with finished matches: its key, its name, how many matches, and of one player the `figures`."""
RecentMatch = dict[str, Any]
"""A match as an item of a player's page."""
Duel = Any
"""The results of two players in one match; of the other `other_place`, `other_won` and `other_money`."""

RECENT_LISTED = 10
MATES_LISTED = 12
MATES_WINDOW = 200  # matches
OLDEST_FIRST = ("match__played_on", "match__finished_at", "match_id")
SUMMED = ("points", "hands", "closes", "clean", "chinchones", "joker_runs", "buy_backs")
ALL_SEATS = Prefetch("match__results", Result.objects.select_related("seat__player"))


def counted_results(circle: Circle, game: str = "") -> QuerySet[Result]:
    """The results that count in statistics, in one game or in all."""
    over = Result.objects.filter(
        match__circle=circle, match__deleted_at=None, match__finished_at__isnull=False
    ).order_by()
    return over.filter(match__game=game) if game else over


def games(circle: Circle) -> list[GamePlayed]:
    """The games of a circle, most played first."""
    over = circle.matches.not_deleted().finished().order_by()
    rows = over.values(key=F("game")).annotate(matches=Count("pk")).order_by("-matches", "key")
    return [{**row, "name": labels.game_name(row["key"])} for row in rows]


# One player


def results_of(player: Player) -> list[ResultRow]:
    """The results of a player, oldest first. One query."""
    own = counted_results(player.circle).filter(seat__player=player).order_by(*OLDEST_FIRST)
    own = own.annotate(game=F("match__game"), currency=F("match__currency"))
    columns = ("pk", "match", "game", "currency", "place", "won", "money", "fewest", "most", *SUMMED)
    return list(own.values_list(*columns, named=True))


def tally(matches: int, wins: int, places: int) -> Figures:
    """How often a player played and won, the share of wins in percent, and the mean of the places."""
    return {"matches": matches, "wins": wins, "share": 100 * wins / matches, "place": places / matches}


def figures(rows: Sequence[ResultRow]) -> Figures:
    """The tally and the sums of at least one result."""
    sums = {name: sum(map(attrgetter(name), rows)) for name in SUMMED}
    return {
        **tally(len(rows), sum(row.won for row in rows), sum(row.place for row in rows)),
        **sums,
        "comebacks": sum(row.won and row.buy_backs > 0 for row in rows),  # won after buying back in
        "a_hand": sums["points"] / (sums["hands"] or 1),  # points; only meaningful within one game
    }


def totals_by_game(rows: Iterable[ResultRow]) -> list[GamePlayed]:
    """The figures in each game, most played first."""
    grouped: dict[str, list[ResultRow]] = {}
    for row in rows:
        grouped.setdefault(row.game, []).append(row)
    by_count = sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {"key": key, "name": labels.game_name(key), "matches": len(own), "figures": figures(own)}
        for key, own in by_count
    ]


def best_and_worst(rows: Sequence[ResultRow], game: str) -> list[tuple[int, Match]]:
    """The points of the best and the worst hand in a game, each with its match."""
    scored = [row for row in rows if row.fewest is not None]
    if not scored:
        return []
    fewest, most = attrgetter("fewest"), attrgetter("most")
    low, high = min(scored, key=fewest), max(scored, key=most)
    matches = Match.objects.in_bulk([low.match, high.match])
    hands = [(fewest(low), matches[low.match]), (most(high), matches[high.match])]
    return hands[::-1] if game in RULESETS and RULESETS[game].high_wins else hands


def money(rows: Iterable[ResultRow]) -> list[tuple[int, str]]:
    """Net sums by currency, without currencies in which no money moved."""
    sums: Counter[str] = Counter()
    for row in rows:
        if row.money:
            sums[row.currency] += row.money
    return [(units, currency) for currency, units in sorted(sums.items())]


def recent_matches(rows: Sequence[ResultRow | Duel]) -> list[RecentMatch]:
    """The matches of the last RECENT_LISTED rows, newest first. Two queries."""
    keys = [row.pk for row in rows[: -RECENT_LISTED - 1 : -1]]
    results = Result.objects.select_related("match", "seat").prefetch_related(ALL_SEATS).in_bulk(keys)
    return [_recent_match(results[key]) for key in keys]


def _recent_match(result: Result) -> RecentMatch:
    table = list(result.match.results.all())
    return {
        "match": result.match,
        "variant": labels.variant_of(result.match),
        "place": result.place,
        "of": len(table),
        "won": result.won,
        "others": [other.seat.player.display_name for other in table if other.pk != result.pk],
    }


def table_mates(player: Player, rows: Sequence[ResultRow]) -> list[Player]:
    """The players that shared most of the last MATES_WINDOW matches. Two queries."""
    tables = Seat.objects.filter(match__in=[row.match for row in rows[-MATES_WINDOW:]], result__isnull=False)
    others = tables.exclude(player=player).order_by().values_list("player", flat=True)
    keys = list(others.annotate(times=Count("pk")).order_by("-times", "player")[:MATES_LISTED])
    players = Player.objects.in_bulk(keys)
    return [players[key] for key in keys]


# Two players


def duels(player: Player, other: Player) -> list[Duel]:
    """All matches that both played, oldest first. One query."""
    both = counted_results(player.circle).filter(seat__player=player, match__results__seat__player=other)
    of_other = {f"other_{name}": F(f"match__results__{name}") for name in ("place", "won", "money")}
    both = both.order_by(*OLDEST_FIRST).annotate(currency=F("match__currency"), **of_other)
    return list(both.values_list("pk", "currency", "place", "won", "money", *of_other, named=True))


def head_to_head(rows: Sequence[Duel]) -> dict[str, Any]:
    """How often each of two players placed better or won, and the money of each."""
    own, of_other = Counter[str](), Counter[str]()
    for row in rows:
        if row.money or row.other_money:
            own[row.currency] += row.money
            of_other[row.currency] += row.other_money
    return {
        "matches": len(rows),
        "ahead": sum(row.place < row.other_place for row in rows),
        "level": sum(row.place == row.other_place for row in rows),
        "behind": sum(row.place > row.other_place for row in rows),
        "wins": sum(row.won for row in rows),
        "losses": sum(row.other_won for row in rows),  # wins of the other
        "cash": [(own[currency], of_other[currency], currency) for currency in sorted(own)],
    }
