"""The chances of a match after each hand, computed when a page asks, cached, and bounded in work.

The lowest chance of each winner who was nearly beaten is stored for the records of the group.
"""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules.events import Seat
from rules.forecast.chances import Forecast, forecast
from rules.match.board import Board
from rules.match.corrections import Step
from scores.core import database
from scores.core.access.turns import Turns
from scores.core.bounded_cache import BoundedCache
from scores.core.matches.scoresheet import Sheet
from scores.group.forecast.history import Known, history_of, known_of
from scores.models import Records, Result

CACHED = 3_000  # a forecast for each hand of a hundred matches
FORECAST_BYTES = 2_000  # with its key, roughly
CACHED_BYTES = CACHED * FORECAST_BYTES
MOST_WORK = 90_000  # of one answer, hands times seats that are played: some 130 ms of processor
MOST_MOMENTS = 49  # of one match
COMEBACK_BELOW = 0.25  # from here on a win is a comeback

cache = BoundedCache(CACHED, CACHED_BYTES)
_computing = Turns(1)  # nobody waits for a forecast: Busy if this process computes another


@dataclass(frozen=True)
class Moment:
    """The chances after so many hands, and the hand that led to them."""

    hands: int
    chances: dict[Seat, float]
    step: Step | None = None  # None before the first hand


@dataclass(frozen=True)
class Course:
    """The chances after each hand; of a match of more than MOST_MOMENTS hands not after all of them."""

    moments: list[Moment]  # in order; never empty
    is_complete: bool  # whether all moments are there; the next answer has more

    @property
    def now(self) -> dict[Seat, float]:
        return self.moments[-1].chances

    @cached_property
    def turn(self) -> tuple[Moment, Moment] | None:
        """The moments before and after the hand, or the few hands, that moved the chances most."""
        pairs = pairwise(self.moments) if self.is_complete else ()
        return max(pairs, key=lambda pair: moved(*pair), default=None)

    def lowest_of(self, winners: Sequence[Seat]) -> Moment | None:
        """The moment after a hand at which the winners had the lowest chance.

        None with several sides or none, and before the first hand.
        """
        if not winners or self.now[winners[0]] < 1:
            return None
        after_hands = [moment for moment in self.moments if moment.hands and winners[0] in moment.chances]
        return min(after_hands, key=lambda moment: moment.chances[winners[0]], default=None)


def moved(before: Moment, after: Moment) -> float:
    """How much of the win changed hands, from 0 to 1."""
    seats = after.chances.keys() & before.chances.keys()
    return sum(abs(after.chances[seat] - before.chances[seat]) for seat in seats) / 2


def now(sheet: Sheet, board: Board | None = None) -> dict[Seat, float]:
    """The chances on the board of the sheet, or on another of this match, with what is known of its players.
    Raises Busy."""
    with _computing.turn():
        return _cached(sheet.board if board is None else board, known_of(sheet, history_of(sheet))).chances


def course_of(sheet: Sheet) -> Course:
    """The chances after each hand, as far as MOST_WORK allows; always the last. Raises Busy.

    What an earlier answer computed costs nothing, so a long match is complete after some answers.
    """
    wanted = _coarse_to_fine(len(sheet.hands))[:MOST_MOMENTS]
    with _computing.turn():
        history, moments, work = history_of(sheet), {}, 0
        for hands in wanted:
            # The board after so many hands has what was written before the next one.
            board = sheet.board if hands == len(sheet.hands) else sheet.hands[hands].before
            known = known_of(sheet, history, hands)
            cached = cache.get(_key(board, known))
            if cached is None and work > MOST_WORK:
                break
            result = cached or _cached(board, known)
            work += 0 if cached else result.work
            moments[hands] = Moment(hands, result.chances, sheet.hands[hands - 1] if hands else None)
        return Course([moments[hands] for hands in sorted(moments)], len(moments) == len(wanted))


def whole_course(sheet: Sheet) -> Course:
    """The chances after each hand, however long it takes."""
    while not (course := course_of(sheet)).is_complete:
        pass
    return course


def lowest_chance(sheet: Sheet, course: Course) -> float | None:
    """The lowest chance that the winner had; None while it is not known, and if it was never small."""
    lowest = course.lowest_of(sheet.board.winners) if course.is_complete else None
    chance = lowest.chances[sheet.board.winners[0]] if lowest else 1.0
    return chance if chance < COMEBACK_BELOW else None


def store_comeback(sheet: Sheet, course: Course) -> None:
    """Store the comeback of a finished match, if it is one and is not stored. Then the records are computed
    again. A database that takes no writes stores nothing.
    """
    chance = lowest_chance(sheet, course)
    if chance is None:
        return
    unknown = Result.objects.filter(match=sheet.match, won=True, lowest_chance=None)
    with suppress(*database.NOT_WRITABLE), database.derived():
        if unknown.update(lowest_chance=max(1, round(1000 * chance))):
            Records.objects.filter(circle=sheet.match.circle_id).delete()


def _key(board: Board, known: Known) -> Hashable:
    """All that a forecast depends on."""
    standings = tuple((seat, board.standings[seat]) for seat in board.order)
    return known.key, board.hands, board.next_ruleset, standings, board.dealer, board.winners, board.met


def _cached(board: Board, known: Known) -> Forecast:
    key = _key(board, known)
    result: Forecast | None = cache.get(key)
    if result is None:
        result = forecast(board, known.table)
        cache.put(key, result, FORECAST_BYTES)
    return result


def _coarse_to_fine(last: int) -> Sequence[int]:
    """The numbers from 0 to `last`: the ends, then the middle of each widest gap."""
    numbers, gaps = [last, 0], [(0, last)]
    while gaps:
        wider = []
        for low, high in gaps:
            middle = (low + high) // 2
            if low < middle < high:
                numbers.append(middle)
                wider += [(low, middle), (middle, high)]
        gaps = wider
    return list(dict.fromkeys(numbers))
