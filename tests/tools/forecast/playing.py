"""Hands and whole matches of simple players, in every game: `one_hand` is really dealt and played."""

from rules.events import BoughtBackIn, Declined, Finished, HandScored
from rules.knobs import LayOff, Scoring
from rules.match.board import meets_one, new_board, opponents, seats_due
from rules.match.play import play
from tests.tools.forecast import contracts, going_out
from tests.tools.history.matches import BUYS_BACK, LEDGER_STOPS
from tests.tools.history.playing import SamplePlayer
from tests.tools.history.playing import play_deal as play_to_a_close

LEAST_SKILL, MOST_SKILL = 0.4, 0.95


def one_hand(ruleset, skills, players, dice, number=0, totals=None):
    """A hand that somebody ended. `skills` by seat, who leads first; `number` from 0, of a contract."""
    while True:
        event = _deal(ruleset, skills, players, dice, number, totals or {})
        if isinstance(event, HandScored):
            return event


def _deal(ruleset, skills, players, dice, number, totals):
    if ruleset.contracts:
        contract = ruleset.contracts[number % len(ruleset.contracts)]
        return contracts.play_deal(ruleset, skills, players, dice, contract)
    if ruleset.scoring is Scoring.TABLE or (
        ruleset.scoring is Scoring.COLLECT and ruleset.lay_off is LayOff.IN_PLAY
    ):
        return going_out.play_deal(ruleset, skills, players, dice)
    table = [SamplePlayer(seat, skill, totals.get(seat, 0)) for seat, skill in skills.items()]
    return play_to_a_close(ruleset, table, players, dice)


def any_skill(dice):
    return dice.uniform(LEAST_SKILL, MOST_SKILL)


def one_match(ruleset, skills, dice, start=None):
    """The boards before each hand of a match that is played to its end, the hands, and the last board."""
    board = start or new_board(ruleset, len(skills), dealer=dice.randrange(len(skills)))
    boards, hands = [], []
    while not board.is_over:
        boards.append(board)
        hand = _hand_at(board, skills, dice)
        hands.append(hand)
        board = play(board, hand)
        while board.seats_asked:
            answer = BoughtBackIn if dice.random() < BUYS_BACK else Declined
            board = play(board, answer(board.seats_asked[0]))
        if board.ruleset.limit is None and not board.is_over and dice.random() < LEDGER_STOPS:
            board = play(board, Finished())
    return boards, hands, board


def _hand_at(board, skills, dice):
    seats = [*board.seats_playing]
    if meets_one(board):
        due = [
            seat for seat in seats_due(board) if any(o in seats_due(board) for o in opponents(board, seat))
        ]
        first = due[0]
        seats = [first, next(seat for seat in opponents(board, first) if seat in due)]
    elif board.lead in seats:
        at = seats.index(board.lead)
        seats = seats[at:] + seats[:at]
    totals = {seat: board.total(seat) for seat in seats}
    playing = {seat: skills[seat] for seat in seats}
    cards_for = 2 if meets_one(board) else len(board.order)
    return one_hand(board.next_ruleset, playing, cards_for, dice, board.hands, totals)
