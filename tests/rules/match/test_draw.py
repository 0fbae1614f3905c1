"""The draw before the first hand: who begins, who deals, and who sits where in old logs."""

import pytest

from rules.errors import Illegal
from rules.events import DealerNamed, SatOut, SeatsDrawn
from rules.match.board import new_board
from rules.match.draw import highest, possible_dealers
from rules.match.play import play
from rules.packs import Pack, read_cards
from rules.presets import CHINASO, CHINCHON, FOURNIER, GIN, RULESETS, RUM_500, RUM_500_PAIRS
from tests.rules.support.table import hand


def after_old(ruleset, cards, direction=1):
    """The board after a draw that names no dealer, as logs of earlier versions have it."""
    board = new_board(ruleset, len(cards.split()), direction=direction)
    return play(board, drawn(ruleset, cards))


def drawn(ruleset, cards, dealer=None):
    return SeatsDrawn(ruleset.pack, dict(enumerate(read_cards(cards.split(), ruleset.pack))), dealer)


def dealers(ruleset, cards, direction=1):
    """Who may deal after these cards."""
    board = new_board(ruleset, len(cards.split()), direction=direction)
    return possible_dealers(board, drawn(ruleset, cards).cards)


def refusal(board, event):
    """The code of the refusal and what it names."""
    with pytest.raises(Illegal) as refused:
        play(board, event)
    details = {name: str(value) if name == "card" else value for name, value in refused.value.details.items()}
    return refused.value.code, details


@pytest.mark.parametrize("key", [key for key in RULESETS if key != "gin"])
def test_the_highest_begins_the_player_before_deals_and_nobody_changes_seats(key):
    ruleset = RULESETS[key]
    cards = "3h Ks 7d 9c" if ruleset.pack is Pack.FRENCH_52 else "3o 12c 7e 10b"
    assert dealers(ruleset, cards) == (0,)
    board = play(new_board(ruleset, 4, dealer=2), drawn(ruleset, cards, 0))
    assert (board.order, board.lead, board.dealer) == ((0, 1, 2, 3), 1, 0)


def test_where_play_goes_the_other_way_the_dealer_sits_on_the_other_side():
    assert dealers(FOURNIER, "3o 12c 7b 10e") == (0,)
    assert dealers(FOURNIER, "3o 12c 7b 10e", direction=-1) == (2,)
    board = play(new_board(FOURNIER, 4, direction=-1), drawn(FOURNIER, "3o 12c 7b 10e", 2))
    assert (board.order, board.lead) == ((0, 1, 2, 3), 1)


def test_with_two_the_one_who_drew_lower_deals():
    assert dealers(CHINCHON, "5o 7c") == (0,)


@pytest.mark.parametrize("dealer", [0, 1])
def test_in_gin_the_highest_chooses_whether_to_deal(dealer):
    assert dealers(GIN, "Kh Ks") == (0, 1)
    board = play(new_board(GIN, 2), drawn(GIN, "Kh Ks", dealer))
    assert (board.order, board.dealer) == ((0, 1), dealer)


def test_in_gin_of_more_than_two_the_highest_names_the_dealer():
    assert dealers(GIN, "Kh 2s 3c") == (0, 1, 2)
    assert dealers(GIN.turned({"team_size": 2}), "Kh 2s 3c 4d") == (0, 1, 2, 3)


@pytest.mark.parametrize("dealer", [1, 2])
def test_a_draw_cannot_name_a_dealer_that_its_cards_do_not(dealer):
    board = new_board(FOURNIER, 3)
    assert refusal(board, drawn(FOURNIER, "3o 12c 7b", dealer)) == ("wrong-dealer", {"seat": dealer})
    assert refusal(board, drawn(FOURNIER, "3o 12c 7b", 9)) == ("unknown-player", {"seat": 9})


def test_who_sits_out_draws_too_and_neither_begins_nor_deals():
    cards = drawn(CHINCHON, "12o 3c 7b 6e").cards
    board = play(new_board(CHINCHON, 4), SatOut(0))
    assert (highest(board, cards), possible_dealers(board, cards)) == (2, (1,))
    assert possible_dealers(play(board, SatOut(1)), cards) == (3,)
    assert refusal(board, drawn(CHINCHON, "12o 3c 7b 6e", 0)) == ("wrong-dealer", {"seat": 0})


def test_it_may_be_drawn_again_and_the_last_draw_counts():
    board = play(new_board(CHINCHON, 3), drawn(CHINCHON, "3o 12c 7b", 0))
    assert play(board, drawn(CHINCHON, "12o 3c 7b", 2)).dealer == 2


@pytest.mark.parametrize(
    ("ruleset", "cards", "first"),
    [
        (CHINCHON, "7b 7e 7c 7o", 3),
        (GIN, "Kh Ks", 1),
        (RUM_500, "9c 9d 9h 9s", 3),
        (GIN, "As 2c", 1),
        (CHINASO, "As Kc", 0),
    ],
)
def test_the_suit_decides_among_equal_ranks_and_the_ace_is_low_unless_it_is_only_high(ruleset, cards, first):
    board = new_board(ruleset, len(cards.split()))
    assert highest(board, drawn(ruleset, cards).cards) == first


def test_in_an_old_draw_the_highest_begins_and_the_others_sit_in_the_order_of_their_cards():
    board = after_old(CHINCHON, "3o 12c 7b 10e")
    assert (board.order, board.lead, board.dealer) == ((1, 3, 2, 0), 1, 0)


def test_in_an_old_draw_the_other_way_round_the_highest_still_begins_and_the_next_highest_follows():
    board = after_old(CHINCHON, "3o 12c 7b 10e", direction=-1)
    assert (board.order, board.lead, board.dealer) == ((1, 0, 2, 3), 1, 0)


@pytest.mark.parametrize(
    ("ruleset", "cards", "order"),
    [(CHINCHON, "7b 7e 7c 7o", (3, 2, 1, 0)), (GIN, "Kh Ks", (1, 0)), (RUM_500, "9c 9d 9h 9s", (3, 2, 1, 0))],
)
def test_in_an_old_draw_the_suit_decides_among_equal_ranks(ruleset, cards, order):
    assert after_old(ruleset, cards).order == order


def test_in_an_old_draw_the_ace_is_the_lowest_card_unless_it_is_only_high():
    assert after_old(GIN, "As 2c").order == (1, 0)
    assert after_old(RUM_500, "As 2c").order == (1, 0)
    assert after_old(CHINASO, "As Kc").order == (0, 1)


def test_in_an_old_draw_partners_still_face_each_other():
    board = after_old(RUM_500_PAIRS, "Ks 2c Qs 3c")
    assert (board.order, board.teams) == ((0, 3, 2, 1), ((0, 2), (1, 3)))


def test_in_an_old_draw_of_sides_of_different_size_everybody_sits_down():
    assert after_old(RUM_500_PAIRS, "Ks 2c Qs").order == (0, 1, 2)
    assert after_old(RUM_500_PAIRS, "2s Kc 3s 4h 5d").order == (1, 4, 3, 2, 0)


@pytest.mark.parametrize(
    ("cards", "code", "details"),
    [
        ("3o 12c", "missing-player", {"seat": 2}),
        ("3o 12c 7b 6b", "unknown-player", {"seat": 3}),
        ("3o 3o 7b", "impossible-hand", {"card": "3o", "held": 2, "copies": 1}),
        ("3o * 7b", "impossible-hand", {"card": "*", "held": 1, "copies": 0}),
        ("3o 8c 7b", "impossible-hand", {"card": "8c", "held": 1, "copies": 0}),
    ],
)
def test_everybody_draws_one_card_of_one_pack(cards, code, details):
    assert refusal(new_board(CHINCHON, 3), drawn(CHINCHON, cards)) == (code, details)


def test_it_is_too_late_after_the_first_hand():
    board = play(new_board(CHINCHON, 3), hand(0, 10, 20))
    assert refusal(board, drawn(CHINCHON, "3o 12c 7b")) == ("hand-scored", {})


def test_an_old_draw_may_be_drawn_again_and_the_last_counts():
    board = play(after_old(CHINCHON, "3o 12c 7b"), DealerNamed(1))
    assert play(board, drawn(CHINCHON, "12o 3c 7b")).order == (0, 2, 1)


def test_who_sits_out_in_an_old_draw_deals_later():
    board = play(new_board(CHINCHON, 3), SatOut(0))
    after_draw = play(board, drawn(CHINCHON, "3o 12c 7b"))
    assert (after_draw.order, after_draw.dealer, after_draw.lead) == ((1, 2, 0), 2, 1)
