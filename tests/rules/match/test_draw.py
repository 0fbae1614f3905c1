"""The draw before the first hand: who begins, who deals, and who sits where in old logs."""

import pytest

from rules.events import DealerNamed, SatOut, SeatsDrawn
from rules.match.board import new_board
from rules.match.draw import highest, possible_dealers
from rules.match.play import play
from rules.packs import read_cards
from rules.presets import CHINASO, CHINCHON, FOURNIER, GIN, RUM_500, RUM_500_PAIRS
from tests.rules.support.hands import spanish
from tests.rules.support.table import hand, refused

PAIRS_OF_GIN = GIN.with_options({"team_size": 2})


def drawn(ruleset, cards, dealer=None):
    return SeatsDrawn(
        ruleset.pack, dict(enumerate(read_cards(cards.split(), ruleset.pack))), dealer
    )


def after_old(ruleset, cards, direction=1):
    """The board after a draw that names no dealer, as logs of earlier versions have it."""
    board = new_board(ruleset, len(cards.split()), direction=direction)
    return play(board, drawn(ruleset, cards))


@pytest.mark.parametrize(
    ("ruleset", "cards", "direction", "begins", "dealers"),
    [
        (FOURNIER, "3o 12c 7b 10e", -1, 1, (2,)),
        (CHINCHON, "5o 7c", 1, 1, (0,)),  # with two the one who drew lower deals
        (GIN, "Kh Ks", 1, 1, (0, 1)),  # in Gin the highest chooses
        (GIN, "Kh 2s 3c", 1, 0, (0, 1, 2)),
        (PAIRS_OF_GIN, "Kh 2s 3c 4d", 1, 0, (0, 1, 2, 3)),
        (CHINCHON, "7b 7e 7c 7o", 1, 3, (2,)),  # the suit decides among equal ranks
        (RUM_500, "9c 9d 9h 9s", 1, 3, (2,)),
        (GIN, "As 2c", 1, 1, (0, 1)),  # the ace is low
        (CHINASO, "As Kc", 1, 0, (1,)),  # unless it is only high
    ],
)
def test_the_highest_begins_the_player_before_deals_and_nobody_changes_seats(
    ruleset, cards, direction, begins, dealers
):
    before = new_board(ruleset, len(cards.split()), direction=direction)
    draw = drawn(ruleset, cards, dealers[-1])
    assert highest(before, draw.cards) == begins
    assert possible_dealers(before, draw.cards) == dealers
    board = play(before, draw)
    assert board.order == before.order
    assert board.dealer == dealers[-1]


def test_a_draw_cannot_name_a_dealer_that_its_cards_do_not():
    board = new_board(FOURNIER, 3)
    for dealer, code in (
        (1, "wrong-dealer"),
        (2, "wrong-dealer"),
        (9, "unknown-player"),
    ):
        with refused(code, {"seat": dealer}):
            play(board, drawn(FOURNIER, "3o 12c 7b", dealer))


def test_who_sits_out_draws_too_and_neither_begins_nor_deals():
    cards = drawn(CHINCHON, "12o 3c 7b 6e").cards
    board = play(new_board(CHINCHON, 4), SatOut(0))
    assert highest(board, cards) == 2
    assert possible_dealers(board, cards) == (1,)
    assert possible_dealers(play(board, SatOut(1)), cards) == (3,)
    with refused("wrong-dealer", {"seat": 0}):
        play(board, drawn(CHINCHON, "12o 3c 7b 6e", 0))
    old = play(play(new_board(CHINCHON, 3), SatOut(0)), drawn(CHINCHON, "3o 12c 7b"))
    assert old.order == (1, 2, 0)
    assert old.dealer == 2
    assert old.lead == 1


def test_it_may_be_drawn_again_until_the_first_hand_and_the_last_draw_counts():
    board = play(new_board(CHINCHON, 3), drawn(CHINCHON, "3o 12c 7b", 0))
    assert play(board, drawn(CHINCHON, "12o 3c 7b", 2)).dealer == 2
    old = play(after_old(CHINCHON, "3o 12c 7b"), DealerNamed(1))
    assert play(old, drawn(CHINCHON, "12o 3c 7b")).order == (0, 2, 1)
    with refused("hand-scored", {}):
        play(play(board, hand(0, 10, 20)), drawn(CHINCHON, "3o 12c 7b"))


@pytest.mark.parametrize(
    ("ruleset", "cards", "direction", "order"),
    [
        (CHINCHON, "3o 12c 7b 10e", 1, (1, 3, 2, 0)),
        (CHINCHON, "3o 12c 7b 10e", -1, (1, 0, 2, 3)),  # the next highest follows
        # partners still face each other
        (
            RUM_500_PAIRS,
            "Ks 2c Qs 3c",
            1,
            (0, 3, 2, 1),
        ),
        (RUM_500_PAIRS, "Ks 2c Qs", 1, (0, 1, 2)),  # sides of different size
        (RUM_500_PAIRS, "2s Kc 3s 4h 5d", 1, (1, 4, 3, 2, 0)),
    ],
)
def test_in_an_old_draw_the_highest_begins_and_the_others_sit_in_the_order_of_cards(
    ruleset, cards, direction, order
):
    board = after_old(ruleset, cards, direction)
    assert board.order == order
    assert board.lead == order[0]


def impossible(card, held, copies):
    return {"card": spanish(card)[0], "held": held, "copies": copies}


@pytest.mark.parametrize(
    ("cards", "code", "details"),
    [
        ("3o 12c", "missing-player", {"seat": 2}),
        ("3o 12c 7b 6b", "unknown-player", {"seat": 3}),
        ("3o 3o 7b", "impossible-hand", impossible("3o", 2, 1)),
        ("3o * 7b", "impossible-hand", impossible("*", 1, 0)),
        ("3o 8c 7b", "impossible-hand", impossible("8c", 1, 0)),
    ],
)
def test_everybody_draws_one_card_of_one_pack(cards, code, details):
    with refused(code, details):
        play(new_board(CHINCHON, 3), drawn(CHINCHON, cards))
