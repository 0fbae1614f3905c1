"""The draw for seats before the first hand: who begins, who deals, who sits where."""

import pytest

from rules.errors import Illegal
from rules.events import DealerNamed, SatOut, SeatsDrawn
from rules.match.board import new_board
from rules.match.play import play
from rules.packs import read_cards
from rules.presets import CHINASO, CHINCHON, GIN, RUM_500, RUM_500_PAIRS
from tests.rules.support.table import hand


def after(ruleset, cards, direction=1):
    """The board after the seats drew these cards."""
    board = new_board(ruleset, len(cards.split()), direction=direction)
    return play(board, drawn(ruleset, cards))


def drawn(ruleset, cards):
    return SeatsDrawn(ruleset.pack, dict(enumerate(read_cards(cards.split(), ruleset.pack))))


def refusal(board, event):
    """The code of the refusal and what it names."""
    with pytest.raises(Illegal) as refused:
        play(board, event)
    details = {name: str(value) if name == "card" else value for name, value in refused.value.details.items()}
    return refused.value.code, details


def test_the_highest_begins_and_the_others_sit_in_the_order_of_their_cards():
    board = after(CHINCHON, "3o 12c 7b 10e")
    assert (board.order, board.lead, board.dealer) == ((1, 3, 2, 0), 1, 0)


def test_where_play_goes_the_other_way_the_highest_still_begins_and_the_next_highest_follows():
    board = after(CHINCHON, "3o 12c 7b 10e", direction=-1)
    assert (board.order, board.lead, board.dealer) == ((1, 0, 2, 3), 1, 0)


@pytest.mark.parametrize(
    ("ruleset", "cards", "order"),
    [
        (CHINCHON, "7b 7e 7c 7o", (3, 2, 1, 0)),
        (GIN, "Kh Ks", (1, 0)),
        (RUM_500, "9c 9d 9h 9s", (3, 2, 1, 0)),
    ],
)
def test_among_equal_ranks_the_suit_decides(ruleset, cards, order):
    assert after(ruleset, cards).order == order


def test_the_ace_is_the_lowest_card_unless_it_is_only_high():
    assert after(GIN, "As 2c").order == (1, 0)
    assert after(RUM_500, "As 2c").order == (1, 0)
    assert after(CHINASO, "As Kc").order == (0, 1)


def test_partners_still_face_each_other():
    board = after(RUM_500_PAIRS, "Ks 2c Qs 3c")
    assert (board.order, board.teams) == ((0, 3, 2, 1), ((0, 2), (1, 3)))


def test_of_sides_of_different_size_everybody_sits_down():
    assert after(RUM_500_PAIRS, "Ks 2c Qs").order == (0, 1, 2)
    assert after(RUM_500_PAIRS, "2s Kc 3s 4h 5d").order == (1, 4, 3, 2, 0)


def test_with_two_the_one_who_drew_lower_deals():
    assert after(GIN, "5s 9c").dealer == 0


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


def test_it_may_be_drawn_again_and_the_last_draw_counts():
    board = play(after(CHINCHON, "3o 12c 7b"), DealerNamed(1))
    assert play(board, drawn(CHINCHON, "12o 3c 7b")).order == (0, 2, 1)


def test_who_sits_out_draws_too_and_deals_later():
    board = play(new_board(CHINCHON, 3), SatOut(0))
    after_draw = play(board, drawn(CHINCHON, "3o 12c 7b"))
    assert (after_draw.order, after_draw.dealer, after_draw.lead) == ((1, 2, 0), 2, 1)
