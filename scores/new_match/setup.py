"""A match and its rematch set up: who sits where, who deals first, by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from rules.match.board import Board, Status
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
    """A match with its seats taken in the order of `names`; the one that has this uid if there is one.

    It is played this evening, unless it is told of another.
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
    """The same people in the same order with the rules now in force; who would have dealt next deals.

    A rematch that is not finished is that rematch.
    """
    match = locked_match(match)
    going_on = match.rematches.not_deleted().filter(finished_at=None).first()
    if going_on:
        return going_on
    again = _seated_again(match, Sheet(match))
    grants.copy_grants(match, again)
    versions.bump(Match.objects.filter(pk=match.pk))
    return again


def _seated_again(match: Match, sheet: Sheet) -> Match:
    board, stayed = sheet.board, _stayed(sheet.board)
    circle = locked_circle(match.circle_id)
    players = {seat.position: seat.player for seat in sheet.seats}
    return _seated(
        circle,
        uuid4(),
        board.next_ruleset,
        [players[seat] for seat in stayed],
        first_dealer=stayed.index(_deals_next(sheet, stayed)),
        direction=match.direction,
        previous=match,
        played_on=evening(circle),
        place=match.place,
        rules_name=match.rules_name if board.next_ruleset == match.rules else "",
        currency=match.currency,
    )


def _stayed(board: Board) -> list[int]:
    """Who plays on, in the order of play; where only one is left, who gave up plays the next match too."""
    stayed = [seat for seat in board.order if board.standings[seat].status is not Status.RETIRED]
    return stayed if len(stayed) > 1 else list(board.order)


def _deals_next(sheet: Sheet, stayed: Sequence[int]) -> int:
    """Who of `stayed` deals after the last hand: a hand that ends the match passes the deal on too."""
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
