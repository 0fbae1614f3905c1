"""Short names for tests of matches: hands as events, boards after events, totals and refusals."""

from contextlib import contextmanager
from functools import partial

import pytest

from rules.errors import Illegal
from rules.events import Close, HandScored
from rules.match.board import Status, new_board
from rules.match.play import play
from rules.presets import CHINCHON


def hand(*deadwood, closer=0, close=None, melded=()):
    """A hand by the deadwood in seat order; None for a seat that did not play it.

    Without `close` a closer with 0 closed clean, and one with more knocked.
    """
    left = {seat: points for seat, points in enumerate(deadwood) if points is not None}
    usual = Close.KNOCK if left.get(closer) else Close.CLEAN
    return HandScored(left, closer, Close(close) if close else usual, melded)


out = partial(hand, close=Close.OUT)
"""A hand in which one player goes out: the points left by seat; None for the player who went out."""


def on_table(*points, closer=None):
    """A hand of Rum 500: for each seat the points on the table and in hand."""
    return HandScored(
        {seat: in_hand for seat, (_, in_hand) in enumerate(points)},
        closer,
        table={seat: table for seat, (table, _) in enumerate(points)},
    )


def gin(closer, opponent, left=10):
    """A hand that ends in gin, and what the opponent has left."""
    return HandScored({opponent: left}, closer, Close.GIN)


def nobody_closed(*deadwood):
    return HandScored(
        {seat: points for seat, points in enumerate(deadwood) if points is not None}
    )


def new(
    players=3, ruleset=CHINCHON, start=(), dealer=0, direction=1, teams=None, **knobs
):
    """The board before the first hand, with some knobs of `ruleset` turned."""
    return new_board(
        ruleset.with_options(knobs),
        players,
        dealer,
        direction,
        dict(enumerate(start)),
        teams,
    )


def after(board, *events):
    for event in events:
        board = play(board, event)
    return board


def board_after(*events, **table):
    """The board after `events` at a `new` table."""
    return after(new(**table), *events)


def totals(board):
    """The totals by seat; None for a seat that is out or has retired."""
    return [
        standing.total if standing.status in (Status.IN, Status.ASKED) else None
        for _, standing in sorted(board.standings.items())
    ]


def dealers(*events, **table):
    """The dealer of the first hand, and the next dealer after each of `events`."""
    return [
        board_after(*events[:played], **table).dealer
        for played in range(len(events) + 1)
    ]


def rebuys(board):
    return [standing.rebuys for _, standing in sorted(board.standings.items())]


@contextmanager
def refused(code, details):
    """What happens inside is refused with this code and these facts."""
    with pytest.raises(Illegal) as refusal:
        yield
    assert refusal.value.code == code
    assert refusal.value.details == details
