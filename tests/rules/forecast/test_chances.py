from dataclasses import replace
from itertools import cycle
from math import log

import pytest
from hypothesis import given

from rules.events import BoughtBackIn, Close, Declined, HandScored
from rules.forecast.chances import PlayoutTally, Table, forecast
from rules.forecast.hand_pool import Dice, HandPool
from rules.forecast.shipped_texts import texts_of
from rules.match.board import (
    new_board,
    played_by,
)
from rules.match.play import play
from rules.presets import (
    CHINASO,
    CHINCHON,
    FOURNIER,
    GIN,
    RULESETS,
    RUM_500,
    RUM_500_PAIRS,
    RUMMY,
)
from rules.ruleset import KNOBS
from rules.scoring.points import price, wins_match
from tests.rules.support.knobs import turned
from tests.rules.support.matches import plain_matches
from tests.rules.support.shipped_matches import shipped_match
from tests.rules.support.table import hand, out

CERTAIN = 1e9
NO_REBUYS = CHINCHON.with_options({"rebuys": 0})
OUT_FOR_TEN = [(2, out(None, 10))] * 50


def chances(board, table=None):
    return forecast(board, table or shipped(board.ruleset)).chances


def shipped(ruleset):
    return Table(HandPool(ruleset, texts_of(ruleset.key)))


def board_of(ruleset, *totals):
    return new_board(ruleset, len(totals), start=dict(enumerate(totals)))


@pytest.mark.parametrize(
    ("key", "players"), tuple(zip(RULESETS, cycle((7, 2, 4, 3)), strict=False))
)
def test_in_every_game_the_chances_of_all_sides_sum_to_one(key, players):
    board = new_board(RULESETS[key], players)
    chance = chances(board, shipped(RULESETS[key]))
    assert sum(chance[side[0]] for side in board.sides) == pytest.approx(1)
    assert sorted(chance) == list(range(players))


def test_the_better_total_or_the_stronger_is_likelier_to_win_and_of_equals_nobody():
    equal = board_of(CHINCHON, 50, 50)
    assert chances(equal) == pytest.approx({0: 0.5, 1: 0.5}, abs=0.1)
    twice_as_strong = shipped(CHINCHON)._replace(known={0: (log(2), CERTAIN)})
    assert chances(equal, twice_as_strong)[0] > 0.6
    chance = chances(board_of(NO_REBUYS, 5, 50, 95))
    assert chance[0] > chance[1] > chance[2]
    assert chances(board_of(GIN, 95, 0))[0] > 0.9


def test_the_less_is_known_of_the_players_the_less_sure_is_a_forecast():
    """Ana has 20 points, Luis 70. Weights that may be anything are drawn for each playout."""
    board = board_of(NO_REBUYS, 20, 70)
    surely_alike, perhaps_alike = (
        shipped(CHINCHON)._replace(known=dict.fromkeys((0, 1), (0.0, sure)))
        for sure in (CERTAIN, 0.25)
    )
    assert chances(board, surely_alike)[0] - chances(board, perhaps_alike)[0] > 0.1


@pytest.mark.parametrize(
    ("board", "chance"),
    [
        (replace(board_of(CHINCHON, 20, 101, 101), winners=(0,)), {0: 1, 1: 0, 2: 0}),
        # a shared win
        (
            replace(board_of(CHINASO, 20, 20, 101), winners=(0, 1)),
            {0: 0.5, 1: 0.5, 2: 0},
        ),
        # of seven contracts the last one
        (
            replace(board_of(CHINASO, 0, 2000), hands=6),
            {0: 1, 1: 0},
        ),
        # no playout reaches it
        (
            board_of(CHINCHON.with_options({"limit": 100_000}), 0, 90_000),
            {0: 1, 1: 0},
        ),
    ],
)
def test_where_the_winner_is_known_the_others_have_no_chance(board, chance):
    assert chances(board) == chance


def test_who_is_asked_may_still_come_back_and_win():
    ruleset = CHINCHON.with_options({"rebuy_choice": "ask", "rebuys": 1})
    board = play(board_of(ruleset, 60, 60, 95), hand(0, 20, 20))
    assert board.seats_asked == (2,)
    back = play(board, BoughtBackIn(2))
    out = play(board, Declined(2))
    assert chances(out)[2] == 0
    assert 0 < chances(board)[2] < chances(back)[2] + 0.05


@pytest.mark.parametrize(
    ("ruleset", "ahead", "behind"),
    [
        (RUM_500_PAIRS, 400, 100),
        (GIN.with_options({"team_size": 2}), 95, 0),
        (GIN.with_options({"team_size": 2, "deal_scores": "net"}), 95, 0),
    ],
)
def test_partners_have_one_chance(ruleset, ahead, behind):
    chance = chances(board_of(ruleset, ahead, behind, ahead, behind))
    assert chance[0] == chance[2] > 0.9
    assert chance[1] == chance[3] == pytest.approx(1 - chance[0])


def test_a_hand_that_wins_the_match_ends_it_whatever_the_totals_are():
    ruleset = CHINCHON.with_options({"chinchon_points": "wins"})
    pool = HandPool(ruleset, {}, [(2, HandScored({}, 0, Close.CHINCHON))] * 50)
    chance = chances(board_of(ruleset, 0, 90), Table(pool))
    assert chance == pytest.approx({0: 0.5, 1: 0.5}, abs=0.1)


def test_nobody_closes_who_would_bust_by_it():
    """In every hand the closer keeps four points. Only the second player may, and the first goes bust."""
    knocks = [(2, hand(4, 30))] * 50
    board = board_of(NO_REBUYS, 98, 90)
    chance = chances(board, Table(HandPool(board.ruleset, {}, knocks)))
    assert chance == {0: 0, 1: 1}


def test_who_would_bust_by_closing_plays_on_for_a_clean_close():
    """The first player of 100 points loses unless they close clean, as three hands of ten are closed. That is
    one time in three: more often than three hands of twenty, because who could have closed is ahead."""
    knock = (2, hand(4, 30))
    clean = (2, hand(0, 30))
    board = board_of(NO_REBUYS, 100, 75)
    pool = HandPool(board.ruleset, {}, [knock] * 35 + [clean] * 15)
    assert chances(board, Table(pool))[0] == pytest.approx(0.34, abs=0.05)


def test_a_ledger_is_won_by_who_leads_when_the_table_stops():
    chance = chances(
        board_of(RUMMY, 300, -300), shipped(RUMMY)._replace(ledger_hands=1)
    )
    assert chance == {0: 1, 1: 0}


def test_hands_of_the_group_replace_the_shipped_ones_from_fifty_on():
    few, enough = (
        HandPool(RUMMY, texts_of("rummy"), OUT_FOR_TEN[:number]) for number in (49, 50)
    )
    dice = Dice(1)
    assert len({few.drawn(2, 0, dice).points for _ in range(30)}) > 5
    assert {enough.drawn(2, 0, dice).points for _ in range(30)} == {(10, -10)}


def test_the_longest_match_costs_no_more_than_others():
    ruleset = CHINCHON.with_options({"limit": 100_000, "players": [2, 24]})
    assert forecast(new_board(ruleset, 24), shipped(ruleset)).work < 40_000


# A tally against the board: random matches, and matches with each knob turned


def standing_of(tally):
    sheet = (tally.total, tally.rebuys, sorted(tally.playing), sorted(tally.asked))
    return *sheet, sorted(tally.winners), tally.hands


def played_on(tally, board, event, after):
    if not isinstance(event, HandScored):
        tally.answer(event.seat, isinstance(event, BoughtBackIn))
        tally.decide()
        return
    ruleset = board.next_ruleset
    if wins_match(ruleset, event) and event.closer is not None:
        tally.winners = [event.closer]
        tally.hands += 1
        return
    tally.add_hand(price(ruleset, event, played_by(board, event)))
    if not after.met:
        tally.end_deal()


def assert_same(match):
    """A tally that goes on from the start, and one from each board, stand as the boards of the match do."""
    tally = PlayoutTally(match.start)
    for number, event in enumerate(match.log):
        before, after = match.boards[number : number + 2]
        anew = PlayoutTally(before)
        played_on(tally, before, event, after)
        played_on(anew, before, event, after)
        stands = standing_of(PlayoutTally(after))
        assert standing_of(tally) == standing_of(anew) == stands


@given(plain_matches(at_most=30))
def test_a_tally_plays_on_as_the_board_does_from_any_board(match):
    assert_same(match)


GAMES = (
    CHINCHON.with_options({"limit": 40, "rebuys": 2, "rebuy_choice": "ask"}),
    FOURNIER.with_options({"limit": 40, "rebuy_choice": "automatic"}),
    GIN,
    RUMMY.with_options({"ends": "target", "limit": 60}),
    RUM_500.with_options({"limit": 150}),
    CHINASO,
)


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_a_tally_plays_on_as_the_board_does_whatever_knob_is_turned(game):
    """Only so does a forecast play by a knob that the board has."""
    for knob in KNOBS:
        for number, ruleset in enumerate(turned(game, knob)):
            players = 2 if game is GIN else 4
            assert_same(shipped_match(ruleset, players, f"{knob} {game.key} {number}"))
