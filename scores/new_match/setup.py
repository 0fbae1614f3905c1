"""Creates a match or a rematch with its seats, first dealer and rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from rules.match.board import Board, Status, with_usual_sides
from rules.ruleset import Ruleset
from scores import versions
from scores.access import grants
from scores.circles.people import locked_circle, locked_match, player_named
from scores.matches.dates import evening
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Match, Player, Seat


@transaction.atomic
def start_match(
    circle: Circle,
    uid: UUID,
    ruleset: Ruleset,
    names: Sequence[str],
    *,
    dealer: int = 0,
    direction: int = Match.Direction.DOWN,
    rules_name: str = "",
    currency: str = "",
    place: str = "",
    note: str = "",
    played_on: date | None = None,
) -> Match:
    """Create a match with its seats in the order of `names`; return the match with this uid if it exists.

    Without `played_on` its date is this evening.
    """
    circle = locked_circle(circle.pk)
    started = circle.matches.filter(uid=uid).first()
    if started:
        return started
    players: list[Player] = []
    for name in names:
        players.append(player_named(circle, name, players))
    called = {"rules_name": rules_name, "currency": currency, "place": place, "note": note}
    day = played_on or evening(circle)
    turns = {"first_dealer": dealer, "direction": direction}
    return _seated(circle, uid, ruleset, players, played_on=day, **turns, **called)


@transaction.atomic
def rematch(match: Match) -> Match:
    """A match of the same people, order and current rules; who would have dealt next deals first.

    Returns the rematch that exists if it is not finished.
    """
    match = locked_match(match)
    unfinished = match.rematches.not_deleted().filter(finished_at=None).first()
    if unfinished:
        return unfinished
    again = _seated_again(match, Sheet(match))
    grants.copy_grants(match, again)
    versions.bump(Match.objects.filter(pk=match.pk))
    return again


def _seated_again(match: Match, sheet: Sheet) -> Match:
    board, stayed = sheet.board, _players_who_stay(sheet.board)
    circle = locked_circle(match.circle_id)
    players = {seat.position: seat.player for seat in sheet.seats}
    ruleset = board.next_ruleset
    if ruleset.team_size > 1:
        ruleset = with_usual_sides(ruleset, len(stayed))
    return _seated(
        circle,
        uuid4(),
        ruleset,
        [players[seat] for seat in stayed],
        first_dealer=stayed.index(deals_next(sheet, stayed)),
        direction=match.direction,
        previous=match,
        played_on=evening(circle),
        place=match.place,
        rules_name=match.rules_name if board.next_ruleset == match.rules else "",
        currency=match.currency,
    )


def _players_who_stay(board: Board) -> list[int]:
    """The seats that play on, in the order of play; all if fewer than two did not retire."""
    stayed = [seat for seat in board.order if board.standings[seat].status is not Status.RETIRED]
    return stayed if len(stayed) > 1 else list(board.order)


def deals_next(sheet: Sheet, stayed: Sequence[int]) -> int:
    """The seat of `stayed` that deals next. The last hand of a match passes the deal on too."""
    board, last = sheet.board, sheet.last_step
    dealt = last.before.dealer if last and last.is_hand else None
    if dealt is None and board.dealer in stayed:
        return board.dealer
    start = board.order.index(board.dealer if dealt is None else dealt)
    turns = (board.order[(start + step * board.direction) % len(board.order)] for step in count(1))
    return next(seat for seat in turns if seat in stayed)


def _seated(
    circle: Circle,
    uid: UUID,
    ruleset: Ruleset,
    players: Sequence[Player],
    **fields: Any,
) -> Match:
    match = Match.objects.create(
        circle=circle,
        uid=uid,
        ruleset=ruleset.dump(),
        players_at_start=len(players),
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=player) for position, player in enumerate(players)
    )
    return match
