"""A tally against the board: random matches, and matches with each knob turned."""

import pytest
from hypothesis import given

from rules.events import BoughtBackIn, HandScored
from rules.forecast.tally import MatchTally
from rules.match.board import Status, new_board
from rules.match.opponents import played_by
from rules.match.play import play
from rules.presets import CHINASO, CHINCHON, FOURNIER, GIN, RUM_500, RUMMY
from rules.ruleset import KNOBS
from rules.scoring.points import price, wins_match
from tests.rules.support.knobs import turned
from tests.rules.support.matches import Written, plain_matches
from tests.rules.support.shipped_matches import shipped_match


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


def assert_same(match: Written) -> None:
    """A tally that goes on from the start, and one from each board, stand as the boards of the match do."""
    tally = MatchTally(match.start)
    for number, event in enumerate(match.log):
        before, after = match.boards[number : number + 2]
        anew = MatchTally(before)
        played_on(tally, before, event, after)
        played_on(anew, before, event, after)
        assert standing_of(tally) == standing_of(anew) == standing_on(after)


@given(plain_matches(at_most=30))
def test_a_tally_plays_on_as_the_board_does_from_any_board(match: Written):
    assert_same(match)


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
            players = 2 if game is GIN else 4
            assert_same(shipped_match(ruleset, players, f"{knob} {game.key} {number}"))
