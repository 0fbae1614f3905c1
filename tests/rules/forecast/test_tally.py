"""A tally against the board: random matches, and matches with each knob turned."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from rules.events import BoughtBackIn, Declined, HandScored
from rules.forecast.shipped_hands import shipped_hands
from rules.forecast.tally import MatchTally
from rules.match.board import Status, new_board
from rules.match.opponents import played_by
from rules.match.play import play, replay
from rules.presets import CHINASO, CHINCHON, FOURNIER, GIN, RUM_500, RUMMY
from rules.ruleset import KNOBS
from rules.scoring.points import price, wins_match
from tests.rules.support.knobs import turned
from tests.rules.support.matches import Written, plain_matches


def standing_of(tally):
    return {
        "totals": tally.total,
        "rebuys": tally.rebuys,
        "playing": sorted(tally.playing),
        "asked": sorted(tally.asked),
        "winners": sorted(tally.winners),
        "hands": tally.hands,
    }


def standing_on(board):
    return {
        "totals": {seat: standing.total for seat, standing in board.standings.items()},
        "rebuys": {seat: standing.rebuys for seat, standing in board.standings.items()},
        "playing": sorted(seat for seat, one in board.standings.items() if one.status is Status.IN),
        "asked": sorted(board.seats_asked),
        "winners": sorted(board.winners),
        "hands": board.hands,
    }


def played_on(tally, board, event, after):
    if not isinstance(event, HandScored):
        tally.answer(event.seat, isinstance(event, BoughtBackIn))
        return
    ruleset = board.next_ruleset
    if wins_match(ruleset, event) and event.closer is not None:
        tally.win(event.closer)
        return
    tally.add_hand(price(ruleset, event, played_by(board, event)))
    if not after.met:
        tally.decide()


def test_where_all_go_bust_at_once_only_the_winner_stays():
    ruleset = CHINCHON.turned({"rebuys": 0})
    before = new_board(ruleset, 2, start={0: 90, 1: 95})
    hand = HandScored({0: 20, 1: 30})
    tally = MatchTally(before)
    played_on(tally, before, hand, after := play(before, hand))
    assert standing_of(tally) == standing_on(after)
    assert tally.playing == [0]


@given(plain_matches(at_most=30))
def test_a_tally_plays_on_as_the_board_does_from_any_board(written: Written):
    tally = MatchTally(written.start)
    for number, event in enumerate(written.log):
        before, after = written.boards[number : number + 2]
        anew = MatchTally(before)
        played_on(tally, before, event, after)
        played_on(anew, before, event, after)
        assert standing_of(tally) == standing_of(anew) == standing_on(after)


GAMES = (
    CHINCHON.turned({"limit": 40, "rebuys": 2, "rebuy_choice": "ask"}),
    FOURNIER.turned({"limit": 40, "rebuy_choice": "automatic"}),
    GIN,
    RUMMY.turned({"ends": "target", "limit": 60}),
    RUM_500.turned({"limit": 150}),
    CHINASO,
)


@pytest.mark.parametrize("knob", KNOBS)
def test_a_tally_plays_on_as_the_board_does_whatever_knob_is_turned(knob):
    """Only so does a forecast play by a knob that the board has."""
    for game in GAMES:
        for number, ruleset in enumerate(turned(game, knob)):
            play_shipped_hands(ruleset, 2 if game is GIN else 4, Random(f"{knob} {game.key} {number}"))


def play_shipped_hands(ruleset, players, dice):
    """Play a match of hands that are legal by these rules; answer the questions; compare after each event."""
    board = new_board(ruleset, players, teams=())
    tally = MatchTally(board)
    hands = [hand for of_contract in shipped_hands(ruleset.key)[players] for hand in of_contract]
    for _ in range(25):
        event = next_event(board, hands, dice)
        after = replay(board, [event]).board
        if after is board:  # these rules refuse it
            continue
        played_on(tally, board, event, after)
        assert standing_of(tally) == standing_on(after)
        board = after
        if board.is_over:
            break


def next_event(board, hands, dice):
    """The answer of a player who is asked, or a hand, whose places are drawn."""
    if board.seats_asked:
        return dice.choice((BoughtBackIn, BoughtBackIn, Declined))(dice.choice(board.seats_asked))
    hand, seats = dice.choice(hands), sorted(board.seats_playing)
    dice.shuffle(seats)
    place = dict(enumerate(seats))
    return replace(
        hand,
        deadwood={place[seat]: left for seat, left in sorted(hand.deadwood.items()) if seat in place},
        closer=place[0],
        table={place[seat]: points for seat, points in sorted(hand.table.items()) if seat in place},
    )
