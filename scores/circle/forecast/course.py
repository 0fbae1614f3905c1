"""The chances of a match after each hand, from what its group knew before it: computed when a page asks,
cached, and bounded in work. The lowest chance of a winner who was nearly beaten is stored for the records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from rules.events import HandScored, Seat
from rules.forecast.chances import HANDS_OF_LEDGER, Forecast, Table, forecast
from rules.forecast.hand_pool import (
    HandPool,
    Known,
    Strengths,
    renumbered_hand,
    results,
)
from rules.forecast.shipped_texts import texts_of
from rules.match.board import Board
from rules.match.corrections import effective
from rules.ruleset import Ruleset
from scores.circle.forecast.chance_rows import add_hands
from scores.core import database
from scores.core.access.turns import Turns
from scores.core.bounded_cache import BoundedCache
from scores.core.matches.replay_cache import entry_of
from scores.core.matches.scoresheet import Sheet
from scores.models import Entry, Match, Records, Result, Seat as SeatRow

CACHED = 3_000  # a forecast for each hand of a hundred matches
FORECAST_BYTES = 2_000  # with its key, roughly
CACHED_HISTORIES = 40
HISTORY_BYTES = 400_000  # of the hands of a pool, roughly
MOST_MATCHES = 40  # of a history
MOST_HANDS = 600  # of all these matches: reading them takes some 40 ms
# of one answer, hands times seats that are played: some 130 ms of processor
MOST_WORK = 90_000
MOST_MOMENTS = 49  # of one match
COMEBACK_BELOW = 0.25  # from here on a win is a comeback

Chosen = tuple[tuple[int, int], ...]
"""The earlier matches: key and version of each."""

cache = BoundedCache(CACHED, CACHED * FORECAST_BYTES)
histories = BoundedCache(CACHED_HISTORIES, CACHED_HISTORIES * HISTORY_BYTES)
# nobody waits for a forecast: Busy if this process computes another
_computing = Turns(1)


@dataclass(frozen=True)
class GroupHistory:
    """The hands of earlier matches, and how strong they show the players. Shared: must not be changed."""

    matches: Chosen
    pool: HandPool
    strengths: Strengths  # by the key of the player
    mean_hands: float  # of a match that the table ends when it likes


class Moment(NamedTuple):
    """The chances after so many hands."""

    hands: int
    chances: dict[Seat, float]


@dataclass(frozen=True)
class Course:
    """The chances after each hand; of a match of more than MOST_MOMENTS hands not after all of them."""

    moments: list[Moment]  # in order; never empty
    is_complete: bool  # whether all moments are there; the next answer has more

    @property
    def now(self) -> dict[Seat, float]:
        return self.moments[-1].chances


def now(sheet: Sheet, board: Board | None = None) -> dict[Seat, float]:
    """The chances on the board of the sheet, or on another of this match. Raises Busy."""
    with _computing.turn():
        history = _history_of(sheet)
        return _cached_forecast(sheet, history, board or sheet.board).chances


def course_of(sheet: Sheet) -> Course:
    """The chances after each hand of a match that has one, as far as MOST_WORK allows; always the last. What
    an earlier answer computed costs nothing, so a long match is complete after some answers. Raises Busy."""
    wanted = _coarse_to_fine(len(sheet.hands))[:MOST_MOMENTS]
    with _computing.turn():
        history = _history_of(sheet)
        moments: list[Moment] = []
        work = 0
        for hands in wanted:
            if work > MOST_WORK:
                break
            # The board after so many hands has what was written before the next one.
            board = (
                sheet.board if hands == len(sheet.hands) else sheet.hands[hands].before
            )
            result = _cached_forecast(sheet, history, board, hands)
            work += result.work
            moments.append(Moment(hands, result.chances))
        return Course(sorted(moments), len(moments) == len(wanted))


def whole_course(sheet: Sheet) -> Course:
    while not (course := course_of(sheet)).is_complete:
        pass
    return course


def comeback(sheet: Sheet, course: Course) -> tuple[int, float] | None:
    """After which hand the winner had the lowest chance, and that; None if it is not known or not small, for
    several sides that won and for none."""
    winners = sheet.board.winners
    if not course.is_complete or not winners or course.now[winners[0]] < 1:
        return None
    after_hands = [
        (hands, chances[winners[0]])
        for hands, chances in course.moments
        if hands and winners[0] in chances
    ]
    lowest = min(after_hands, key=itemgetter(1))
    return lowest if lowest[1] < COMEBACK_BELOW else None


def store_comeback(sheet: Sheet, course: Course) -> None:
    """Store the comeback of a finished match, if it is one and is not stored. Then the records are computed
    again. A database that takes no writes stores nothing."""
    lowest = comeback(sheet, course)
    if lowest is None:
        return
    unknown = Result.objects.filter(match=sheet.match, won=True, lowest_chance=None)
    with suppress(*database.NOT_WRITABLE), database.derived_rows_transaction():
        if unknown.update(lowest_chance=max(1, round(1000 * lowest[1]))):
            Records.objects.filter(circle=sheet.match.circle_id).delete()


def _cached_forecast(
    sheet: Sheet, history: GroupHistory, board: Board, hands: int | None = None
) -> Forecast:
    """For a board after so many hands of the match; None: after all of them. Without any work where it was
    computed before."""
    known = _strengths_after(sheet, history, hands)
    # All that a forecast depends on
    key = (
        sheet.match.pk,
        history.matches,
        tuple(known.values()),
        board.hands,
        board.next_ruleset,
        tuple((seat, board.standings[seat]) for seat in board.order),
        board.dealer,
        board.winners,
        board.met,
    )
    result: Forecast | None = cache.get(key)
    if result is None:
        result = forecast(board, Table(history.pool, known, history.mean_hands))
        cache.put(key, result._replace(work=0), FORECAST_BYTES)
    return result


def _coarse_to_fine(last: int) -> Sequence[int]:
    """The numbers from 0 to `last`, which is not 0: the ends, then the middle of each widest gap."""
    numbers = [last, 0]
    gaps = [(0, last)]
    for low, high in gaps:  # which becomes longer
        middle = (low + high) // 2
        if low < middle:
            numbers.append(middle)
            gaps += [(low, middle), (middle, high)]
    return numbers


# What a group knew


def _strengths_after(
    sheet: Sheet, history: GroupHistory, hands: int | None
) -> dict[Seat, Known]:
    """What is known of each player after so many hands of the match."""
    strengths = history.strengths.copy()
    player_at = {row.position: row.player_id for row in sheet.seats}
    add_hands(strengths, sheet.hands[:hands], player_at)
    return {seat: strengths.known(player) for seat, player in player_at.items()}


def _history_of(sheet: Sheet) -> GroupHistory:
    """The history before a match, priced under its rules; from the cache if no earlier match has changed."""
    chosen = _chosen_matches(sheet.match)
    ruleset = sheet.board.next_ruleset
    key = sheet.match.circle_id, chosen, ruleset
    history: GroupHistory | None = histories.get(key)
    if history is None:
        history = _read(chosen, ruleset)
        histories.put(key, history, HISTORY_BYTES)
    return history


def _chosen_matches(match: Match) -> Chosen:
    """The last finished matches of the game that began before this one, with at most MOST_HANDS in all."""
    earlier = match.circle.finished_matches.filter(
        game=match.game, created_at__lt=match.created_at
    ).order_by("-created_at", "-pk")
    chosen = []
    hands = 0
    for pk, version, played in earlier.values_list("pk", "version", "hands")[
        :MOST_MATCHES
    ]:
        if hands + played <= MOST_HANDS:
            chosen.append((pk, version))
            hands += played
    return tuple(chosen)


def _read(chosen: Chosen, ruleset: Ruleset) -> GroupHistory:
    own = []
    strengths = Strengths()
    lengths = []
    for player_at, hands in _matches([pk for pk, _version in chosen]):
        lengths.append(len(hands))
        for hand in hands:
            # Who played it: those it names; everybody where it names the winner alone
            named = player_at.keys() & {*hand.deadwood, *hand.table, hand.closer}
            seats = sorted(named if len(named) > 1 else player_at)
            if len(seats) > 1:
                own.append((len(seats), renumbered_hand(hand, seats)))
                result_of = results(ruleset, hand, seats)
                strengths.add({player_at[seat]: result_of[seat] for seat in seats})
    mean = sum(lengths) / len(lengths) if lengths else HANDS_OF_LEDGER
    pool = HandPool(ruleset, texts_of(ruleset.key), own)
    return GroupHistory(chosen, pool, strengths, mean)


def _matches(pks: list[int]) -> Iterator[tuple[Mapping[Seat, int], list[HandScored]]]:
    """Of each match the players by seat, and the hands in force. Two queries."""
    rows = SeatRow.objects.filter(match__in=pks).order_by("match")
    seats = _by_match(rows.values_list("match", "position", "player"))
    lines = Entry.objects.filter(match__in=pks).order_by("match", "seq")
    entries = _by_match(lines.values_list("match", "kind", "payload"))
    for pk in pks:
        player_at = {seat: player for _match, seat, player in seats[pk]}
        own = [entry_of((kind, payload)) for _match, kind, payload in entries[pk]]
        yield (
            player_at,
            [event for event in effective(own) if isinstance(event, HandScored)],
        )


def _by_match(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    """The rows of each match, which is the first column and their order."""
    return {match: list(own) for match, own in groupby(rows, key=itemgetter(0))}
