"""The figures of players, as pure functions of their results: a phone computes them as the server does."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _, ngettext

from rules.lookup import Lookup
from scores.circle.recap.chart import Coordinates, Point, Scale, polyline
from scores.core.house_rules import labels
from scores.core.matches.seat_results import SUMMED
from scores.core.matches.skill import State, displayed_rating, is_provisional
from scores.core.notation.numbers import chance, plus

ResultRow = Any
"""A result of a player: columns of `Result` by name, with game and currency of the match."""
Figures = dict[str, Any]
"""What was counted of a player, by name."""
Duel = Any
"""The results of two players in one match; of the other `other_place`, `other_won` and `other_money`."""

WIDTH = 320  # units of the view box of a histogram; also in `_histogram.html`
TALLEST = 70
FEWEST_HANDS = 10  # below that a distribution says nothing
FEWEST_BUSTS = 3
RANGES = 5  # closed ranges of points above zero; one open range follows
BUST_BARS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # widths of a range of points


@dataclass(frozen=True)
class GamePlayed:
    """A game with finished matches."""

    key: str
    figures: Figures | None = None  # of one player

    @property
    def name(self) -> str:
        return labels.game_name(self.key)


def figures(rows: Sequence[ResultRow]) -> Figures:
    """The figures of at least one result: sums, by their columns of `Result`, and what they come to."""
    matches = len(rows)
    sums = {name: sum([getattr(row, name) for row in rows]) for name in SUMMED}
    return {
        **sums,
        "matches": matches,
        "comebacks": sum([row.won and row.buy_backs > 0 for row in rows]),
        "share": 100 * sums["won"] / matches,  # of the matches, in percent
        "mean_rank": sums["place"] / matches,
        # only meaningful within one game
        "a_hand": sums["points"] / (sums["hands"] or 1),
    }


def totals_by_game(rows: Sequence[ResultRow]) -> list[GamePlayed]:
    """The figures in each game, most played first."""
    matches = Counter(row.game for row in rows)
    return [
        GamePlayed(game, figures([row for row in rows if row.game == game]))
        for game in sorted(matches, key=lambda game: (-matches[game], game))
    ]


def money(rows: Sequence[ResultRow], *columns: str) -> list[tuple[Any, ...]]:
    """By currency the net sum of each of these columns, then the currency; without those in which no money
    moved."""
    moved = [row for row in rows if any(getattr(row, name) for name in columns)]
    lines = []
    for currency in sorted({row.currency for row in moved}):
        own = [row for row in moved if row.currency == currency]
        sums = [sum([getattr(row, name) for row in own]) for name in columns]
        lines.append((*sums, currency))
    return lines


@dataclass(frozen=True)
class RecentMatch:
    """A finished match, as one of its players sees it."""

    match: Any  # with its address
    variant: str
    result: Any
    others: list[str]


def of_person(
    rows: Sequence[ResultRow], recent: Sequence[RecentMatch], rating: State | None
) -> dict[str, Any]:
    """What a page shows of at least one result of a player, the oldest first; the `recent` matches have the
    newest first. Points are shown for one game only.
    """
    games = {row.game for row in rows}
    context = {
        "form": recent[::-1],
        "recent": recent,
        "figures": figures(rows),
        "money": money(rows, "money"),
        "rating": rating,
        "level": displayed_rating(rating) if rating else None,
        "is_provisional": rating and is_provisional(rating),
    }
    if len(games) > 1:
        return context
    if any(row.hand_points is None for row in rows):  # of an older version
        return {**context, "alone": True, "is_unfinished": True}
    return {
        **context,
        "alone": True,
        "best_and_worst": best_and_worst(rows),
        "hand_points": points_histogram(
            [number for row in rows for number in row.hand_points]
        ),
        "busts": busts_histogram([row.busts for row in rows]),
    }


def best_and_worst(rows: Sequence[ResultRow]) -> list[tuple[int, ResultRow]]:
    """The points of the best and the worst hand in one game, each with its result."""
    scored = [row for row in rows if row.fewest is not None]
    if not scored:
        return []
    low = min(scored, key=lambda row: row.fewest)
    high = max(scored, key=lambda row: row.most)
    hands = [(low.fewest, low), (high.most, high)]
    return hands[::-1] if labels.preset_of_key(low.game).high_wins else hands


def head_to_head(rows: Sequence[Duel]) -> Figures:
    """How often each of two players had the better rank or won, and the money of each."""
    return {
        "matches": len(rows),
        "ahead": sum([row.place < row.other_place for row in rows]),
        "level": sum([row.place == row.other_place for row in rows]),
        "behind": sum([row.place > row.other_place for row in rows]),
        "wins": sum([row.won for row in rows]),
        "losses": sum([row.other_won for row in rows]),
        "cash": money(rows, "money", "other_money"),
    }


@dataclass(frozen=True)
class Bar:
    """A bar in units of the view box, and what is written at it."""

    x: float
    middle: float
    width: float
    height: float
    share: str
    label: str


@dataclass(frozen=True)
class Histogram:
    bars: list[Bar]
    text: str


def points_histogram(points: Sequence[int]) -> Histogram | None:
    """How many points a hand added; None before the tenth hand."""
    if len(points) < FEWEST_HANDS:
        return None
    # There may be thousands of points, few of them different
    times: Lookup[int, int] = {}
    for number in points:
        times[number] = times.get(number, 0) + 1
    different = sorted({*points})
    # The smallest width of a range with which nine hands of ten are in a closed range
    most = _number_at(len(points) * 9 // 10, different, times)
    step = next((step for step in STEPS if step * RANGES >= most), STEPS[-1])
    # The first range is of what is below zero, if anything is, and all those between are there
    firsts = (min(0, different[0]), 0, *range(1, step * RANGES + 2, step))
    counts = {_range_of(number, step): 0 for number in firsts}
    for number in different:
        counts[_range_of(number, step)] += times[number]
    while not counts[[*counts][-1]]:
        counts.popitem()
    without = sum([times[number] for number in different if number <= 0])
    facts = {
        "hands": len(points),
        "median": plus(_number_at((len(points) - 1) // 2, different, times)),
        "share": chance(without / len(points)),
    }
    text = _(
        "De %(hands)s manos, la mitad con %(median)s o menos; sin puntos o restando, el %(share)s."
    )
    return Histogram(_bars(counts), text % facts)


def _number_at(index: int, different: Sequence[int], times: Lookup[int, int]) -> int:
    """The number at an index of numbers in order, by how many times each of the different ones is there."""
    for number in different:
        index -= times[number]
        if index < 0:
            break
    return number


def _range_of(number: int, step: int) -> str:
    """The label of the range of points with this number, the last one open: menos, 0, 1–10, 11–20, 51+."""
    if number <= 0:
        return _("menos") if number else "0"  # than zero
    index = min(RANGES, (number - 1) // step)
    first = index * step + 1
    return f"{first}+" if index == RANGES else _from_to(first, first + step - 1)


def _from_to(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def busts_histogram(matches: Sequence[Sequence[int]]) -> Histogram | None:
    """In which hand the player went bust, by the hands of each match; None before the third time."""
    hands = sorted([number for busts in matches for number in busts])
    times = len(hands)
    if times < FEWEST_BUSTS:
        return None
    step = -(-hands[-1] // BUST_BARS)
    counts = {
        _from_to(first, first + step - 1): sum(
            [first <= number < first + step for number in hands]
        )
        for first in range(1, hands[-1] + 1, step)
    }
    never = sum([not busts for busts in matches])
    text = _(
        "Se pasó %(times)s veces: la mitad en la mano %(median)s o antes, la más temprana en la %(first)s."
    )
    without = ngettext(
        "En %(never)s partida de %(matches)s no se pasó.",
        "En %(never)s partidas de %(matches)s no se pasó.",
        never,
    )
    facts = {
        "times": times,
        "median": hands[(times - 1) // 2],
        "first": hands[0],
        "never": never,
        "matches": len(matches),
    }
    return Histogram(_bars(counts), f"{text} {without}" % facts)


def _bars(counts: dict[str, int]) -> list[Bar]:
    """A bar for each count, the largest as tall as the picture allows, with its share and its label."""
    pitch = WIDTH / len(counts)
    most = max(counts.values())
    total = sum(counts.values())
    return [
        Bar(
            x=round(index * pitch + 2, 1),
            middle=round((index + 0.5) * pitch, 1),
            width=round(pitch - 4, 1),
            height=round(TALLEST * count / most, 1),
            share=chance(count / total) if count else "",
            label=label,
        )
        for index, (label, count) in enumerate(counts.items())
    ]


# The rating over months

Level = tuple[date, int]
"""A rating, and the day of the evening after which it was that."""


@dataclass(frozen=True)
class RatingChart:
    """The rating of a player over months, in units of the view box."""

    points: str
    end: Coordinates
    heights: list[tuple[float, int]]  # y and rating
    first: Level
    last: Level
    best: Level


def rating_chart(evenings: Iterable[Level]) -> RatingChart | None:
    """The chart of the last evening of each month, out of evenings with the rating after each, the oldest
    first; None before the third month.
    """
    last_of_months = {(day.year, day.month): (day, level) for day, level in evenings}
    months = list(last_of_months.values())
    if len(months) < 3:
        return None
    start = months[0][0]
    days = (months[-1][0] - start).days
    best = max(months, key=lambda month: month[1])
    low = min(level for _day, level in months)
    # The box is also in `_rating_chart.html`
    scale = Scale(low, best[1], days, left=40, right=312, bottom=90)
    points = [scale.at(Point((day - start).days, level)) for day, level in months]
    return RatingChart(
        points=polyline(points),
        end=points[-1],
        heights=[(scale.y(level), level) for level in sorted({low, best[1]})],
        first=months[0],
        last=months[-1],
        best=best,
    )
