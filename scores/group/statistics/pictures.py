"""Pictures of a player's results as coordinates for an SVG, each with a sentence: the rating over the months,
the points of the hands, the hands in which he went bust, and two players compared."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import chain
from statistics import median_low
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from scores.core.matches import ratings
from scores.core.notation.numbers import chance, plus
from scores.group.statistics.persons import counted_results
from scores.models import Player

WIDTH, HEIGHT = 320, 110  # units of the view box of the rating; also in `_rating_chart.html`
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 18  # margins for the numbers
BAR = 320  # units of the bar of two players; also in `_duel_bar.html`
BASE, TALLEST = 92, 74  # of a histogram; its width and BASE are also in `_histogram.html`
FEWEST_HANDS = 10  # below that a distribution says nothing
FEWEST_BUSTS = 3
RANGES = 5  # closed ranges of points above zero; one open range follows
BUST_BARS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # widths of a range of points

Month = tuple[date, int]
"""The date of the last evening of a month, and the rating after it."""


def months_of(player: Player, game: str) -> list[Month]:
    """The rating at the end of each month with a match, oldest first. The ratings are up to date."""
    rows = player.ratings.filter(game=game).order_by("played_on")
    by_month = {(row.played_on.year, row.played_on.month): row for row in rows}
    return [(row.played_on, ratings.displayed_rating(row)) for row in by_month.values()]


def rating_chart(months: Sequence[Month]) -> dict[str, Any] | None:
    """The chart; None before the third month."""
    if len(months) < 3:
        return None
    (first_day, first), (last_day, last) = months[0], months[-1]
    best_day, best = max(months, key=lambda month: month[1])
    low = min(level for _day, level in months)
    since, until, when = (date_format(day, "M Y") for day in (first_day, last_day, best_day))

    def x(day: date) -> float:
        return round(LEFT + (day - first_day).days * (WIDTH - LEFT - RIGHT) / (last_day - first_day).days, 1)

    def y(level: int) -> float:
        return round(TOP + (best - level) * (HEIGHT - TOP - BOTTOM) / max(1, best - low), 1)

    facts = {"first": first, "since": since, "last": last, "best": best, "when": when}
    return {
        "points": " ".join(f"{x(day)},{y(level)}" for day, level in months),
        "last": (x(last_day), y(last)),
        "heights": [(y(level), level) for level in sorted({low, best})],  # y and rating
        "months": [(x(first_day), since, "start"), (x(last_day), until, "end")],  # x, text, anchor
        "text": _("De %(first)s (%(since)s) a %(last)s; lo más alto, %(best)s (%(when)s).") % facts,
    }


def duel_bar(sums: Mapping[str, Any]) -> list[tuple[str, float, float]]:
    """The parts of a bar of BAR units: CSS class, x and width; of no matches none."""
    parts, x = [], 0.0
    for name in ("ahead", "level", "behind"):
        width = round(BAR * sums[name] / max(1, sums["matches"]), 1)
        if width:
            parts.append((name, round(x, 1), width))
        x += width
    return parts


# Histograms

Histogram = dict[str, Any]
"""Its bars and its sentence, for `_histogram.html`."""


def histograms_of(player: Player, game: str) -> dict[str, Histogram | bool | None]:
    """Both histograms, by their names in `person.html`. One query. Without both, and with `is_unfinished`,
    while results of an older version are filled in."""
    own = counted_results(player.circle, game).filter(seat__player=player)
    rows: list[tuple[Any, Any]] = list(own.values_list("hand_points", "busts"))
    if any(points is None for points, _busts in rows):
        return {"is_unfinished": True}
    return {
        "hand_points": points_histogram([*chain.from_iterable(points for points, _busts in rows)]),
        "busts": busts_histogram([busts for _points, busts in rows]),
    }


def points_histogram(points: Sequence[int]) -> Histogram | None:
    """How many points a hand added; None before the tenth hand."""
    if len(points) < FEWEST_HANDS:
        return None
    ordered = sorted(points)
    # The smallest width of a range with which nine hands of ten are in a closed range
    most = ordered[len(ordered) * 9 // 10]
    step = next((step for step in STEPS if step * RANGES >= most), STEPS[-1])
    below, zero = sum(number < 0 for number in ordered), ordered.count(0)
    ranges = Counter(min(RANGES, (number - 1) // step) for number in ordered if number > 0)
    counts = {_("menos"): below} if below else {}  # than zero
    counts |= {"0": zero} | {_range(place, step): ranges[place] for place in range(RANGES + 1)}
    while not counts[[*counts][-1]]:
        counts.popitem()
    share = chance((below + zero) / len(ordered))
    facts = {"hands": len(ordered), "median": plus(median_low(ordered)), "share": share}
    text = _("De %(hands)s manos, la mitad con %(median)s o menos; sin puntos o restando, el %(share)s.")
    return {"bars": _bars(counts), "text": text % facts}


def _range(place: int, step: int) -> str:
    """The label of a range of points above zero, the last one open: 1–10, 11–20, 51+."""
    first = place * step + 1
    return f"{first}+" if place == RANGES else _from_to(first, first + step - 1)


def _from_to(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def busts_histogram(matches: Sequence[Sequence[int]]) -> Histogram | None:
    """In which hand of a match he went bust, by the hands of each match; None before the third time."""
    hands = [*chain.from_iterable(matches)]
    if len(hands) < FEWEST_BUSTS:
        return None
    step = -(-max(hands) // BUST_BARS)
    counts = {_from_to(first, first + step - 1): 0 for first in range(1, max(hands) + 1, step)}
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
    return {"bars": _bars(counts), "text": f"{text} {without}" % facts}


def _bars(counts: dict[str, int]) -> list[dict[str, Any]]:
    """A bar for each count, the largest as tall as the picture allows, with its share and its label."""
    pitch, most, total = WIDTH / len(counts), max(counts.values()), sum(counts.values())
    bars = []
    for place, (label, count) in enumerate(counts.items()):
        x, width, height = round(place * pitch + 2, 1), round(pitch - 4, 1), round(TALLEST * count / most, 1)
        share = chance(count / total) if count else ""
        bar = {"x": x, "width": width, "y": round(BASE - height, 1), "height": height}
        bars.append({**bar, "middle": round(x + width / 2, 1), "share": share, "label": label})
    return bars
