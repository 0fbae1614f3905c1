"""Statistics of one player, and of two players in the matches that both played; and their pictures.

Only finished matches outside the bin count. A `game` is the key of a ruleset: points are added and compared
within one game only. The results of a player are read once, oldest first; all figures come from these
rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from operator import attrgetter
from statistics import median_low
from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from rules.presets import RULESETS
from scores.core.house_rules import labels
from scores.core.matches import ratings
from scores.core.notation.numbers import chance, plus
from scores.models import Circle, Match, Player, Result, Seat

ResultRow = Any
"""A result of a player: columns of `Result` by name, with game and currency of the match."""
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
    )
    over = (
        over if circle.counts_nights else over.filter(match__night_table=None)
    ).order_by()
    return over.filter(match__game=game) if game else over


@dataclass(frozen=True)
class Tally:
    """How often a player played and won; at least one match."""

    matches: int
    wins: int
    places: int  # of all matches added

    @property
    def share(self) -> float:
        """The wins, in percent of the matches."""
        return 100 * self.wins / self.matches

    @property
    def place(self) -> float:
        """The mean of the places."""
        return self.places / self.matches


@dataclass(frozen=True)
class Figures(Tally):
    """The tally and the sums of a player."""

    points: int
    hands: int
    closes: int
    clean: int
    chinchones: int
    joker_runs: int
    buy_backs: int
    comebacks: int  # matches won after buying back in

    @property
    def a_hand(self) -> float:
        """The points of a hand; only meaningful within one game."""
        return self.points / (self.hands or 1)


@dataclass(frozen=True)
class GamePlayed:
    """A game with finished matches."""

    key: str
    name: str
    matches: int
    figures: Figures | None = None  # of one player


def games(circle: Circle) -> list[GamePlayed]:
    """The games of a circle, most played first."""
    over = circle.counted_matches.order_by()
    rows = (
        over.values(key=F("game"))
        .annotate(matches=Count("pk"))
        .order_by("-matches", "key")
    )
    return [
        GamePlayed(row["key"], labels.game_name(row["key"]), row["matches"])
        for row in rows
    ]


# One player


def results_of(player: Player) -> list[ResultRow]:
    """The results of a player, oldest first. One query."""
    own = (
        counted_results(player.circle)
        .filter(seat__player=player)
        .order_by(*OLDEST_FIRST)
    )
    own = own.annotate(game=F("match__game"), currency=F("match__currency"))
    columns = (
        "pk",
        "match",
        "game",
        "currency",
        "place",
        "won",
        "money",
        "fewest",
        "most",
        *SUMMED,
    )
    return list(own.values_list(*columns, named=True))


def figures(rows: Sequence[ResultRow]) -> Figures:
    """The figures of at least one result."""
    return Figures(
        matches=len(rows),
        wins=sum(row.won for row in rows),
        places=sum(row.place for row in rows),
        comebacks=sum(row.won and row.buy_backs > 0 for row in rows),
        **{name: sum(map(attrgetter(name), rows)) for name in SUMMED},
    )


def totals_by_game(rows: Iterable[ResultRow]) -> list[GamePlayed]:
    """The figures in each game, most played first."""
    grouped: dict[str, list[ResultRow]] = {}
    for row in rows:
        grouped.setdefault(row.game, []).append(row)
    by_count = sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        GamePlayed(key, labels.game_name(key), len(own), figures(own))
        for key, own in by_count
    ]


def best_and_worst(rows: Sequence[ResultRow], game: str) -> list[tuple[int, Match]]:
    """The points of the best and the worst hand in a game, each with its match."""
    scored = [row for row in rows if row.fewest is not None]
    if not scored:
        return []
    fewest = attrgetter("fewest")
    most = attrgetter("most")
    low = min(scored, key=fewest)
    high = max(scored, key=most)
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


@dataclass(frozen=True)
class RecentMatch:
    """A finished match, as one of its players sees it."""

    match: Match
    variant: str
    place: int
    of: int  # so many players
    won: bool
    others: list[str]


def recent_matches(rows: Sequence[ResultRow | Duel]) -> list[RecentMatch]:
    """The matches of the last RECENT_LISTED rows, newest first. Two queries."""
    keys = [row.pk for row in rows[: -RECENT_LISTED - 1 : -1]]
    results = (
        Result.objects.select_related("match", "seat")
        .prefetch_related(ALL_SEATS)
        .in_bulk(keys)
    )
    return [_recent_match(results[key]) for key in keys]


def _recent_match(result: Result) -> RecentMatch:
    table = list(result.match.results.all())
    return RecentMatch(
        match=result.match,
        variant=labels.variant_of(result.match),
        place=result.place,
        of=len(table),
        won=result.won,
        others=[
            other.seat.player.display_name for other in table if other.pk != result.pk
        ],
    )


def table_mates(player: Player, rows: Sequence[ResultRow]) -> list[Player]:
    """The players that shared most of the last MATES_WINDOW matches. Two queries."""
    tables = Seat.objects.filter(
        match__in=[row.match for row in rows[-MATES_WINDOW:]], result__isnull=False
    )
    others = tables.exclude(player=player).order_by().values_list("player", flat=True)
    keys = list(
        others.annotate(times=Count("pk")).order_by("-times", "player")[:MATES_LISTED]
    )
    players = Player.objects.in_bulk(keys)
    return [players[key] for key in keys]


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


@dataclass(frozen=True)
class HeadToHead:
    """The matches that two players both played, counted for the first of them."""

    matches: int
    ahead: int
    level: int
    behind: int
    wins: int
    losses: int  # wins of the other
    cash: list[tuple[int, int, str]]  # money of each, and the currency


def head_to_head(rows: Sequence[Duel]) -> HeadToHead:
    """How often each of two players placed better or won, and the money of each."""
    own = Counter[str]()
    of_other = Counter[str]()
    for row in rows:
        if row.money or row.other_money:
            own[row.currency] += row.money
            of_other[row.currency] += row.other_money
    return HeadToHead(
        matches=len(rows),
        ahead=sum(row.place < row.other_place for row in rows),
        level=sum(row.place == row.other_place for row in rows),
        behind=sum(row.place > row.other_place for row in rows),
        wins=sum(row.won for row in rows),
        losses=sum(row.other_won for row in rows),
        cash=[
            (own[currency], of_other[currency], currency) for currency in sorted(own)
        ],
    )


# Pictures: coordinates for an SVG, each with a sentence

# Units of the view box of the rating; also in `_rating_chart.html`
WIDTH = 320
HEIGHT = 110
# Margins for the numbers
LEFT = 40
RIGHT = 8
TOP = 8
BOTTOM = 20
BAR = 320  # units of the bar of two players; also in `_duel_bar.html`
BASE = 92  # of a histogram; this and its width are also in `_histogram.html`
TALLEST = 70
FEWEST_HANDS = 10  # below that a distribution says nothing
FEWEST_BUSTS = 3
RANGES = 5  # closed ranges of points above zero; one open range follows
BUST_BARS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # widths of a range of points


def months_of(player: Player, game: str) -> list[tuple[date, int]]:
    """The last evening of each month with a match, oldest first, and the up-to-date rating after it."""
    rows = player.ratings.filter(game=game).order_by("played_on")
    by_month = {(row.played_on.year, row.played_on.month): row for row in rows}
    return [(row.played_on, ratings.displayed_rating(row)) for row in by_month.values()]


@dataclass(frozen=True)
class RatingChart:
    """The rating of a player over months, in units of the view box."""

    points: str
    last: tuple[float, float]
    heights: list[tuple[float, int]]  # y and rating
    months: list[tuple[float, str, str]]  # x, text, anchor
    text: str


def rating_chart(months: Sequence[tuple[date, int]]) -> RatingChart | None:
    """The chart; None before the third month."""
    if len(months) < 3:
        return None
    first_day, first = months[0]
    last_day, last = months[-1]
    best_day, best = max(months, key=lambda month: month[1])
    low = min(level for _day, level in months)
    since, until, when = (
        date_format(day, "M Y") for day in (first_day, last_day, best_day)
    )

    def x(day: date) -> float:
        return round(
            LEFT
            + (day - first_day).days
            * (WIDTH - LEFT - RIGHT)
            / (last_day - first_day).days,
            1,
        )

    def y(level: int) -> float:
        return round(
            TOP + (best - level) * (HEIGHT - TOP - BOTTOM) / max(1, best - low), 1
        )

    facts = {"first": first, "since": since, "last": last, "best": best, "when": when}
    sentence = _(
        "De %(first)s (%(since)s) a %(last)s; lo más alto, %(best)s (%(when)s)."
    )
    return RatingChart(
        points=" ".join(f"{x(day)},{y(level)}" for day, level in months),
        last=(x(last_day), y(last)),
        heights=[(y(level), level) for level in sorted({low, best})],
        months=[(x(first_day), since, "start"), (x(last_day), until, "end")],
        text=sentence % facts,
    )


def duel_bar(sums: HeadToHead) -> list[tuple[str, float, float]]:
    """The parts of a bar of BAR units: CSS class, x and width; of no matches none."""
    parts = []
    x = 0.0
    for name in ("ahead", "level", "behind"):
        width = round(BAR * getattr(sums, name) / max(1, sums.matches), 1)
        if width:
            parts.append((name, round(x, 1), width))
        x += width
    return parts


# Histograms


@dataclass(frozen=True)
class Bar:
    """A bar in units of the view box, and what is written at it."""

    x: float
    y: float
    width: float
    height: float
    share: str
    label: str

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class Histogram:
    bars: list[Bar]
    text: str


@dataclass(frozen=True)
class Histograms:
    """Those of a player in one game; None for what has too few numbers."""

    hand_points: Histogram | None = None
    busts: Histogram | None = None
    is_unfinished: bool = False  # while results of an older version are filled in


def histograms_of(player: Player, game: str) -> Histograms:
    """One query."""
    own = counted_results(player.circle, game).filter(seat__player=player)
    rows: list[tuple[Any, Any]] = list(own.values_list("hand_points", "busts"))
    if any(points is None for points, _busts in rows):
        return Histograms(is_unfinished=True)
    return Histograms(
        points_histogram([*chain.from_iterable(points for points, _busts in rows)]),
        busts_histogram([busts for _points, busts in rows]),
    )


def points_histogram(points: Sequence[int]) -> Histogram | None:
    """How many points a hand added; None before the tenth hand."""
    if len(points) < FEWEST_HANDS:
        return None
    ordered = sorted(points)
    # The smallest width of a range with which nine hands of ten are in a closed range
    most = ordered[len(ordered) * 9 // 10]
    step = next((step for step in STEPS if step * RANGES >= most), STEPS[-1])
    below = sum(number < 0 for number in ordered)
    zero = ordered.count(0)
    ranges = Counter(
        min(RANGES, (number - 1) // step) for number in ordered if number > 0
    )
    counts = {_("menos"): below} if below else {}  # than zero
    counts |= {"0": zero} | {
        _range(place, step): ranges[place] for place in range(RANGES + 1)
    }
    while not counts[[*counts][-1]]:
        counts.popitem()
    share = chance((below + zero) / len(ordered))
    facts = {"hands": len(ordered), "median": plus(median_low(ordered)), "share": share}
    text = _(
        "De %(hands)s manos, la mitad con %(median)s o menos; sin puntos o restando, el %(share)s."
    )
    return Histogram(_bars(counts), text % facts)


def _range(place: int, step: int) -> str:
    """The label of a range of points above zero, the last one open: 1–10, 11–20, 51+."""
    first = place * step + 1
    return f"{first}+" if place == RANGES else _from_to(first, first + step - 1)


def _from_to(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def busts_histogram(matches: Sequence[Sequence[int]]) -> Histogram | None:
    """In which hand the player went bust, by the hands of each match; None before the third time."""
    hands = [*chain.from_iterable(matches)]
    if len(hands) < FEWEST_BUSTS:
        return None
    step = -(-max(hands) // BUST_BARS)
    counts = {
        _from_to(first, first + step - 1): 0 for first in range(1, max(hands) + 1, step)
    }
    for number in hands:
        first = number - (number - 1) % step
        counts[_from_to(first, first + step - 1)] += 1
    never = sum(not busts for busts in matches)
    text = _(
        "Se pasó %(times)s veces: la mitad en la mano %(median)s o antes, la más temprana en la %(first)s."
    )
    without = ngettext(
        "En %(never)s partida de %(matches)s no se pasó.",
        "En %(never)s partidas de %(matches)s no se pasó.",
        never,
    )
    facts = {"times": len(hands), "median": median_low(hands), "first": min(hands)}
    facts |= {"never": never, "matches": len(matches)}
    return Histogram(_bars(counts), f"{text} {without}" % facts)


def _bars(counts: dict[str, int]) -> list[Bar]:
    """A bar for each count, the largest as tall as the picture allows, with its share and its label."""
    pitch = WIDTH / len(counts)
    most = max(counts.values())
    total = sum(counts.values())
    bars = []
    for place, (label, count) in enumerate(counts.items()):
        x = round(place * pitch + 2, 1)
        width = round(pitch - 4, 1)
        height = round(TALLEST * count / most, 1)
        share = chance(count / total) if count else ""
        bars.append(Bar(x, round(BASE - height, 1), width, height, share, label))
    return bars
