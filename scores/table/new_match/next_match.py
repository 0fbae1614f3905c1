"""What a rematch starts with: who stays, by which rules, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from rules.match.board import Board, Status, with_usual_sides
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.scoresheet import Sheet


@dataclass(frozen=True)
class NextMatch:
    """The facts of a rematch, and who plays it."""

    facts: MatchFacts
    seats: list[int]  # of the match before, in the order of play


def next_match(sheet: Sheet) -> NextMatch:
    """The same people, order and current rules; who would have dealt next deals first."""
    match, board, stayed = sheet.match, sheet.board, _players_who_stay(sheet.board)
    texts = {fact.key: getattr(match, fact.key) if fact.stays else "" for fact in TEXTS}
    if board.next_ruleset == match.rules:
        texts["rules_name"] = match.rules_name
    ruleset = board.next_ruleset
    if ruleset.team_size > 1:
        ruleset = with_usual_sides(ruleset, len(stayed))
    dealer = stayed.index(deals_next(sheet, stayed))
    return NextMatch(MatchFacts(ruleset, dealer, match.direction, texts=texts), stayed)


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
