"""Matches of the shipped hands, quickly and without Hypothesis: for what is asked of every knob."""

from dataclasses import replace
from functools import cache
from random import Random

from rules.events import BoughtBackIn, Declined
from rules.forecast.hand_pool import shipped_hands
from rules.forecast.shipped_texts import texts_of
from rules.match.board import new_board
from rules.match.play import replay
from tests.rules.support.matches import Written

HANDS = 25


def shipped_match(ruleset, players, seed):
    """Hands that are legal by these rules, and answers, until the match is over."""
    dice = Random(seed)
    written = Written([], [new_board(ruleset, players, teams=())], [])
    hands = _hands(ruleset.key, players)
    for _ in range(HANDS):
        event = _next_event(written.board, hands, dice)
        after = replay(written.board, [event]).board
        if after is not written.board:
            written.log.append(event)
            written.boards.append(after)
        if after.is_over:
            break
    return written


@cache
def _hands(key, players):
    texts = texts_of(key)
    contracts = range(len(texts[str(players)]))
    return [
        hand
        for contract in contracts
        for hand in shipped_hands(texts, players, contract)
    ]


def _next_event(board, hands, dice):
    """The answer of a player who is asked, or a hand, whose seats are drawn."""
    if board.seats_asked:
        return dice.choice((BoughtBackIn, BoughtBackIn, Declined))(
            dice.choice(board.seats_asked)
        )
    hand = dice.choice(hands)
    seats = sorted(board.seats_playing)
    dice.shuffle(seats)
    seat_played = dict(enumerate(seats))
    deadwood = {
        seat_played[seat]: left
        for seat, left in hand.deadwood.items()
        if seat in seat_played
    }
    table = {
        seat_played[seat]: points
        for seat, points in hand.table.items()
        if seat in seat_played
    }
    return replace(
        hand,
        deadwood=dict(sorted(deadwood.items())),
        closer=seat_played[0],
        table=dict(sorted(table.items())),
    )
