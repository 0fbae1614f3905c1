"""What a group knew before a match: its last hands of the same game, and how its players did in them."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.events import HandScored, Seat
from rules.forecast.chances import HANDS_OF_LEDGER, Table
from rules.forecast.hand_pool import HandPool, Strengths, renumbered, results
from rules.match import log_json
from rules.match.board import played_by
from rules.match.corrections import effective
from rules.ruleset import Ruleset
from scores.core.bounded_cache import BoundedCache
from scores.core.matches.scoresheet import Sheet
from scores.models import Entry, Match
from scores.models import Seat as SeatRow

MOST_MATCHES = 40
MOST_HANDS = 600  # of all these matches: reading them takes some 40 ms
CACHED = 40
HISTORY_BYTES = 400_000  # of the hands of a pool, roughly
CACHED_BYTES = CACHED * HISTORY_BYTES

Chosen = tuple[tuple[int, int], ...]
"""The earlier matches: key and version of each."""


@dataclass(frozen=True)
class GroupHistory:
    """The hands of earlier matches, and how strong they show the players. Shared: must not be changed."""

    matches: Chosen
    pool: HandPool
    strengths: Strengths  # by the key of the player
    mean_hands: float  # of a match that the table ends when it likes


@dataclass(frozen=True)
class Known:
    """What a forecast may use besides the board. `key` tells it apart from what is known of other tables."""

    table: Table
    key: Hashable


cache = BoundedCache(CACHED, CACHED_BYTES)


def known_of(sheet: Sheet, history: GroupHistory, hands: int | None = None) -> Known:
    """What is known after so many hands of the match; None: after all of them."""
    strengths = history.strengths.copy()
    player_at = {row.position: row.player_id for row in sheet.seats}
    for step in sheet.hands[:hands]:
        if isinstance(step.event, HandScored):
            of_seats = results(step.before.next_ruleset, step.event, played_by(step.before, step.event))
            strengths.add({player_at[seat]: result for seat, result in of_seats.items()})
    weights = {seat: strengths.weight(player) for seat, player in player_at.items()}
    key = sheet.match.pk, history.matches, tuple(weights.values())
    return Known(Table(history.pool, weights, history.mean_hands), key)


def history_of(sheet: Sheet) -> GroupHistory:
    """The history before a match, priced under its rules; from the cache if no earlier match has changed."""
    chosen, ruleset = _chosen(sheet.match), sheet.board.next_ruleset
    key = sheet.match.circle_id, chosen, ruleset
    history: GroupHistory | None = cache.get(key)
    if history is None:
        history = _read(chosen, ruleset)
        cache.put(key, history, HISTORY_BYTES)
    return history


def _chosen(match: Match) -> Chosen:
    """The last finished matches of the game that began before this one, with at most MOST_HANDS in all."""
    earlier = match.circle.matches.not_deleted().finished()
    earlier = earlier.filter(game=match.game, created_at__lt=match.created_at).order_by("-created_at", "-pk")
    chosen, hands = [], 0
    for pk, version, played in earlier.values_list("pk", "version", "hands")[:MOST_MATCHES]:
        if hands + played <= MOST_HANDS:
            chosen.append((pk, version))
            hands += played
    return tuple(chosen)


def _read(chosen: Chosen, ruleset: Ruleset) -> GroupHistory:
    own, strengths, lengths = [], Strengths(), []
    for player_at, hands in _matches([pk for pk, _version in chosen]):
        lengths.append(len(hands))
        for hand in hands:
            seats = _seats_of(hand, player_at)
            if len(seats) > 1:
                own.append((len(seats), renumbered(hand, seats)))
                of_seats = results(ruleset, hand, seats)
                strengths.add({player_at[seat]: result for seat, result in of_seats.items()})
    mean = sum(lengths) / len(lengths) if lengths else HANDS_OF_LEDGER
    return GroupHistory(chosen, HandPool(ruleset, own), strengths, mean)


def _matches(pks: list[int]) -> Iterator[tuple[Mapping[Seat, int], list[HandScored]]]:
    """Of each match the players by seat, and the hands in force. Two queries."""
    players: dict[int, dict[Seat, int]] = defaultdict(dict)
    for match, seat, player in SeatRow.objects.filter(match__in=pks).values_list(
        "match", "position", "player"
    ):
        players[match][seat] = player
    logs: dict[int, list[Any]] = defaultdict(list)
    rows = Entry.objects.filter(match__in=pks).order_by("match", "seq")
    for match, kind, payload in rows.values_list("match", "kind", "payload"):
        logs[match].append(log_json.load({"type": kind, **payload}))
    for match in pks:
        yield players[match], [event for event in effective(logs[match]) if isinstance(event, HandScored)]


def _seats_of(hand: HandScored, player_at: Mapping[Seat, int]) -> list[Seat]:
    """Who played the hand: those it names; everybody where it names the winner alone."""
    named = {*hand.deadwood, *hand.table, *(() if hand.closer is None else (hand.closer,))}
    return sorted(seat for seat in (named if len(named) > 1 else player_at) if seat in player_at)
