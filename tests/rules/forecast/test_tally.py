from hypothesis import given

from rules.events import BoughtBackIn, HandScored
from rules.forecast.tally import MatchTally
from rules.match.board import Status, new_board
from rules.match.opponents import played_by
from rules.match.play import play
from rules.presets import CHINCHON
from rules.scoring.points import price, wins_match
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
def test_a_tally_plays_hands_and_answers_as_the_board_does(written: Written):
    tally = MatchTally(written.start)
    for number, event in enumerate(written.log):
        before, after = written.boards[number : number + 2]
        played_on(tally, before, event, after)
        assert standing_of(tally) == standing_on(after)


@given(plain_matches(at_most=30))
def test_a_tally_goes_on_from_any_board(written: Written):
    for number, event in enumerate(written.log):
        before, after = written.boards[number : number + 2]
        tally = MatchTally(before)
        played_on(tally, before, event, after)
        assert standing_of(tally) == standing_on(after)
