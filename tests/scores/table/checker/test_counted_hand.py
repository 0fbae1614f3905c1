"""The hand that the cards of everybody tell, and the form that it fills in."""

import random
from collections import Counter

import pytest

from rules.cards.deck import Deck
from rules.events import Close, HandScored
from rules.knobs import WINS
from rules.match.shown_cards import shown_cards
from rules.presets import RULESETS
from rules.scoring.points import price, wins_match
from scores.core.matches.scoresheet import Sheet
from scores.table.checker.check import Check, Showdown, counted_hand, points_left_out
from tests.scores.support.checked import (
    brought,
    brought_with_cards,
    match_of,
    result_of,
    scorer,
    writes_what_is_brought,
)
from tests.scores.support.table import address_of, flat, form, post, totals
from tests.scores.table.checker.test_ten_games import KNOCK as GIN_KNOCK

parametrize = pytest.mark.parametrize

CLEAN = "As 2s 3s 4h 4d 4c 4s"
KNOCK = "As 2s 3s 4h 4d 4c 3d"
CHINCHON = "5s 6s 7s 8s 9s Ts Js"
LOOSE = "2c 3c Jh Qd 9c 7d 5c"


def french(**options):
    return match_of({"ruleset": "chinchon-french", "options": options, "players": 3})


# A chinchón of a player who did not close


THEIRS = "¡Chinchón! Cuenta para cualquiera: la mano se apunta como suya, con chinchón."
LEFT_OUT = "Cuenta −50 y la mano le apunta 0: la diferencia va en «Castigo o premio»."
WINS_MATCH = "¡Chinchón! Gana la partida, cierre quien cierre: la mano se apunta como suya, con chinchón."
ANYBODYS = {"chinchon_points": -50}


@parametrize(
    ("options", "closers", "reason", "points"),
    [
        (ANYBODYS, KNOCK, THEIRS, [3, -50, 46]),
        (ANYBODYS, CLEAN, THEIRS, [-10, -50, 46]),
        # what no hand can add is said
        (ANYBODYS | {"clean_for": "closer"}, CLEAN, LEFT_OUT, [-10, 0, 46]),
        ({}, CLEAN, WINS_MATCH, [0, 0, 0]),
    ],
)
def test_a_chinchon_is_the_close_of_who_shows_it_where_it_counts_for_anybody(
    options, closers, reason, points
):
    match = french(**options)
    fields = {"closer": 0, "c0": closers, "c1": CHINCHON, "c2": LOOSE}
    assert result_of(match, at=1, **fields).reasons == [reason]
    writes_what_is_brought(match, **fields)
    assert totals(match) == points


# Every game


def dealt(ruleset, dice):
    """Cards of three players, each mostly of one suit, where the first closed or nobody did."""
    deck = Deck(ruleset, 3)
    of_suit = [
        [card for card in deck.cards if card.suit == suit]
        for suit in dice.sample(deck.suits, len(deck.suits))
    ]
    near = [of_suit[seat] + of_suit[3][3 * seat : 3 * seat + 3] for seat in range(3)]
    hands = [tuple(dice.choice([cards[:7], dice.sample(cards, 7)])) for cards in near]
    closer = dice.choice([0, None])
    return Showdown(
        Check(ruleset, 3, () if closer is None else hands[0]),
        closer,
        dict(enumerate(hands)),
        (0, 1, 2),
    )


def counted(table):
    """What each counts whose cards tell it."""
    counts = {
        seat: table.counts[seat].points for seat in (0, 1, 2) if seat != table.closer
    }
    verdict = table.check.verdict
    return counts | (
        {0: verdict.points} if verdict is not None and verdict.legal else {}
    )


@parametrize("key", [key for key in RULESETS if key.startswith("chinchon")])
def test_the_hand_adds_what_the_cards_of_each_count_and_those_come_along(key):
    ruleset = RULESETS[key]
    dice = random.Random(key)
    wins = 0
    for _turn in range(60):
        table = dealt(ruleset, dice)
        hand = counted_hand(table)
        counts = counted(table)
        assert points_left_out(table, hand) == {}
        if wins_match(ruleset, hand):
            assert counts[hand.closer] == WINS
            wins += 1
        else:
            assert {seat: price(ruleset, hand)[seat] for seat in counts} == counts
        for seat in counts:
            cards = shown_cards(ruleset, 3, hand, seat)
            melded = [card for group in cards.groups for card in group]
            assert Counter([*melded, *cards.loose]) == Counter(table.cards[seat])
    assert (wins > 0) is (ruleset.chinchon_points == WINS)


def test_who_saves_what_the_checker_brought_saves_the_cards_with_it():
    match = french()
    fields = brought_with_cards(match, closer=0, c0=KNOCK, c2=LOOSE)
    cards = {"cards_0": "As 2s 3s,4h 4d 4c;3d", "cards_2": ";Jh 7d Qd 2c 3c 5c 9c"}
    typed = {"closer": "0", "close": "knock-3", "deadwood_2": "46"}
    assert fields == typed | cards
    client = scorer(match)
    board = flat(client.get(match.get_absolute_url(), fields))
    typed["deadwood_1"] = "12"
    sent = {**typed, **cards, "cards_1": "<b>;", "cards_7": ";4d"}
    assert post(client, "score-hand", match, **sent).status_code == 302
    assert Sheet(match).log == [
        HandScored(
            {0: 3, 1: 12, 2: 46},
            0,
            Close.KNOCK,
            cards={0: cards["cards_0"], 2: cards["cards_2"]},
        )
    ]
    correction = flat(client.get(address_of("correct", match, "0")))
    for name, text in cards.items():
        hidden = f'<input type="hidden" name="{name}" value="{text}">'
        assert [hidden in page for page in (board, correction)] == [True] * 2
    # typed without the checker it is the same hand
    again = post(client, "score-hand", match, **typed, seq="0")
    assert again.status_code == 409
    assert "Esta mano ya estaba apuntada." in flat(again)
    assert "closer" not in form(again, "Guardar").fields  # it is typed no more


# Gin in pairs or with three: only the cards of two players count

OTHER = "3h 7h 9h Ts Kd Kc 5s 5d Ad 8c"  # 39 after laying off on GIN_KNOCK


def pairs():
    return match_of({"ruleset": "gin", "options": {"team_size": 2}, "players": 4})


def test_the_opponent_whose_cards_are_tapped_is_filled_in_and_never_a_partner():
    match = pairs()
    met = "closer=0&close=knock-2&deadwood_3=39&opponent=3"
    for at in (0, 3):
        assert brought(match, closer=0, c0=GIN_KNOCK, at=at, c3=OTHER) == met
    partner = brought(match, closer=0, c0=GIN_KNOCK, at=2, c2=OTHER)
    assert "deadwood_2" not in partner
