"""The figures of players, as pure functions of their results: a phone computes them as the server does."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from rules.lookup import Lookup
from rules.presets import RULESETS
from scores.core.house_rules import labels
from scores.core.matches.skill import State, displayed_rating, is_provisional
from scores.core.notation.numbers import chance, plus

ResultRow = Any
"""A result of a player: columns of `Result` by name, with game and currency of the match."""
Duel = Any
"""The results of two players in one match; of the other `other_place`, `other_won` and `other_money`."""

SUMMED = ("points", "hands", "closes", "clean", "chinchones", "joker_runs", "buy_backs")
WIDTH = 320  # units of the view box of a histogram; also in `_histogram.html`
BAR = 320  # units of the bar of two players; also in `_duel_bar.html`
BASE = 92  # of a histogram; also in `_histogram.html`
TALLEST = 70
FEWEST_HANDS = 10  # below that a distribution says nothing
FEWEST_BUSTS = 3
RANGES = 5  # closed ranges of points above zero; one open range follows
BUST_BARS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # widths of a range of points


@dataclass(frozen=True)
class Tally:
    """How often a player played and won; at least one match."""

    matches: int
    wins: int
    ranks: int  # of all matches, added

    @property
    def share(self) -> float:
        """The wins, in percent of the matches."""
        return 100 * self.wins / self.matches

    @property
    def mean_rank(self) -> float:
        """The mean of the ranks."""
        return self.ranks / self.matches


@dataclass(frozen=True)
class Figures:
    """The tally and the sums of a player."""

    tally: Tally
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


def figures(rows: Sequence[ResultRow]) -> Figures:
    """The figures of at least one result."""
    tally = Tally(
        matches=len(rows),
        wins=sum([row.won for row in rows]),
        ranks=sum([row.place for row in rows]),
    )
    return Figures(
        tally=tally,
        comebacks=sum([row.won and row.buy_backs > 0 for row in rows]),
        **{name: sum([getattr(row, name) for row in rows]) for name in SUMMED},
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

    match: Any  # with its address
    variant: str
    rank: int
    of: int  # so many players
    won: bool
    others: list[str]


def of_person(
    rows: Sequence[ResultRow], recent: Sequence[RecentMatch], rating: State | None
) -> dict[str, Any]:
    """What a page shows of at least one result of a player, the oldest first; the `recent` matches have the
    newest first.
    """
    games = {row.game for row in rows}
    return {
        "form": recent[::-1],
        "recent": recent,
        "figures": figures(rows),
        "alone": rows[0].game if len(games) == 1 else "",
        "money": money(rows),
        "rating": rating,
        "level": displayed_rating(rating) if rating else None,
        "is_provisional": rating and is_provisional(rating),
    }


def best_and_worst(rows: Sequence[ResultRow], game: str) -> list[tuple[int, ResultRow]]:
    """The points of the best and the worst hand in a game, each with its result."""
    scored = [row for row in rows if row.fewest is not None]
    if not scored:
        return []
    low = min(scored, key=lambda row: row.fewest)
    high = max(scored, key=lambda row: row.most)
    hands = [(low.fewest, low), (high.most, high)]
    return hands[::-1] if game in RULESETS and RULESETS[game].high_wins else hands


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
    """How often each of two players had the better rank or won, and the money of each."""
    own = Counter[str]()
    of_other = Counter[str]()
    for row in rows:
        if row.money or row.other_money:
            own[row.currency] += row.money
            of_other[row.currency] += row.other_money
    return HeadToHead(
        matches=len(rows),
        ahead=sum([row.place < row.other_place for row in rows]),
        level=sum([row.place == row.other_place for row in rows]),
        behind=sum([row.place > row.other_place for row in rows]),
        wins=sum([row.won for row in rows]),
        losses=sum([row.other_won for row in rows]),
        cash=[
            (own[currency], of_other[currency], currency) for currency in sorted(own)
        ],
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


def histograms(
    matches: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> Histograms:
    """Of points of hands and numbers of hands in which the player went bust, for each match."""
    return Histograms(
        points_histogram([number for points, _busts in matches for number in points]),
        busts_histogram([busts for _points, busts in matches]),
    )


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
    below = sum([times[number] for number in different if number < 0])
    zero = times.get(0, 0)
    ranges = [0] * (RANGES + 1)
    for number in different:
        if number > 0:
            ranges[min(RANGES, (number - 1) // step)] += times[number]
    counts = {_("menos"): below} if below else {}  # than zero
    counts |= {"0": zero} | {
        _range(index, step): ranges[index] for index in range(RANGES + 1)
    }
    while not counts[[*counts][-1]]:
        counts.popitem()
    share = chance((below + zero) / len(points))
    middle = _number_at((len(points) - 1) // 2, different, times)
    facts = {
        "hands": len(points),
        "median": plus(middle),
        "share": share,
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


def _range(index: int, step: int) -> str:
    """The label of a range of points above zero, the last one open: 1–10, 11–20, 51+."""
    first = index * step + 1
    return f"{first}+" if index == RANGES else _from_to(first, first + step - 1)


def _from_to(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _lower_median(numbers: Sequence[int]) -> int:
    """The middle one, of an even number the lower of the two in the middle."""
    return sorted(numbers)[(len(numbers) - 1) // 2]


def busts_histogram(matches: Sequence[Sequence[int]]) -> Histogram | None:
    """In which hand the player went bust, by the hands of each match; None before the third time."""
    hands = [number for busts in matches for number in busts]
    if len(hands) < FEWEST_BUSTS:
        return None
    step = -(-max(hands) // BUST_BARS)
    counts = {
        _from_to(first, first + step - 1): 0 for first in range(1, max(hands) + 1, step)
    }
    for number in hands:
        first = number - (number - 1) % step
        counts[_from_to(first, first + step - 1)] += 1
    never = sum([not busts for busts in matches])
    text = _(
        "Se pasó %(times)s veces: la mitad en la mano %(median)s o antes, la más temprana en la %(first)s."
    )
    without = ngettext(
        "En %(never)s partida de %(matches)s no se pasó.",
        "En %(never)s partidas de %(matches)s no se pasó.",
        never,
    )
    facts = {"times": len(hands), "median": _lower_median(hands), "first": min(hands)}
    facts |= {"never": never, "matches": len(matches)}
    return Histogram(_bars(counts), f"{text} {without}" % facts)


def _bars(counts: dict[str, int]) -> list[Bar]:
    """A bar for each count, the largest as tall as the picture allows, with its share and its label."""
    pitch = WIDTH / len(counts)
    most = max(counts.values())
    total = sum(counts.values())
    bars = []
    for index, (label, count) in enumerate(counts.items()):
        x = round(index * pitch + 2, 1)
        width = round(pitch - 4, 1)
        height = round(TALLEST * count / most, 1)
        share = chance(count / total) if count else ""
        bars.append(Bar(x, round(BASE - height, 1), width, height, share, label))
    return bars
