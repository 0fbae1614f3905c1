"""The values of the checker, without pages: checking a close, counting the other players."""

import random

from rules.events import Close
from rules.packs import read_cards
from rules.presets import CHINCHON, FOURNIER, RUM_500
from scores.table.checker.check import Check, Showdown
from scores.table.checker.headlines import lacks_of
from scores.table.checker.query import read_groups, read_held_cards
from scores.table.checker.worth import CardsAtEnd


def cards(text, ruleset=CHINCHON):
    return read_held_cards(text.split(), ruleset, 4)


def showdown(ruleset=CHINCHON, closer=0, **held):
    """Cards by seat: s0="1o 2o …"."""
    by_seat = {int(seat[1:]): cards(text, ruleset) for seat, text in held.items()}
    check = Check(ruleset, 4, by_seat.get(closer, ()))
    return Showdown(check, closer, by_seat, tuple(by_seat))


KNOCK = "1o 2o 3o 4c 4e 4b 3b"  # two melds and a three


HOUSE = CHINCHON.with_options({"packs": 3, "jokers": 6, "hand_size": 20})
MANY_WAYS = "1o 1o 1o 1c 1c 1c 2o 2o 2o 2c 2c 2c 3o 3o * * * * * *"


def test_with_too_many_ways_only_a_claim_is_judged_and_no_card_is_tried():
    held = cards(MANY_WAYS, HOUSE)
    unclaimed = Check(HOUSE, 4, held)
    told = unclaimed.verdict.code, unclaimed.legal_closes
    assert told == ("too-many-ways", [])
    lacks = lacks_of(unclaimed, ())
    assert (lacks.has_too_many_ways, lacks.rows) == (True, [])
    ranks = {"1": 1, "2": 2}  # a set of each, and the threes with all jokers
    groups = read_groups(
        [f"{card}:{ranks.get(card[0], 3)}" for card in MANY_WAYS.split()], held, HOUSE
    )
    claimed = Check(HOUSE, 4, held, groups)
    assert claimed.verdict.legal is True
    assert claimed.verdict.close == Close.CLEAN


def test_with_too_many_ways_nobody_is_counted():
    every_suit = tuple(
        f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10)
    )
    wild = CHINCHON.with_options(
        {"wild_cards": every_suit, "hand_size": 19, "players": (2, 2)}
    )
    others = " ".join(every_suit[:19])
    counted = showdown(wild, None, s0=others, s1=" ".join(every_suit[19:]))
    assert counted.has_too_many_ways is True
    assert counted.counts.get(0) is None
    assert counted.play is None
    assert not showdown(s0=KNOCK, s1="5o 5c 5e 5b 6o 6c 6e").has_too_many_ways


def test_six_or_eight_cards_are_counted_in_fournier_and_pay_nothing_if_all_meld():
    six = "12c 12e 12b 5o 6o 7o"
    eight = "12c 12e 12b 5o 6o 7o 10o 11o"
    table = showdown(FOURNIER, s0="4c 5c 6c 1o 1e 1b 2e", s1=six, s2=eight)
    assert [
        (table.counts[seat].deadwood, table.is_wrong_hand(seat)) for seat in (1, 2)
    ] == [(0, True)] * 2
    table = showdown(
        FOURNIER, s0="4c 5c 6c 1o 1e 1b 2e", s1="12c 12e 12b 5o 6o 3o", s2=six + " 1c"
    )
    assert [
        (table.counts[seat].deadwood, table.is_wrong_hand(seat)) for seat in (1, 2)
    ] == [
        (14, True),
        (0, False),
    ]


# Rum 500: cards on the table and in hand


def tables(closer=0, players=3, **tapped):
    """Cards before each player (t0, t1, …) and in hand (c0, c1, …)."""
    read = {key: read_cards(text.split(), RUM_500.pack) for key, text in tapped.items()}
    sides = [
        {int(key[1:]): held for key, held in read.items() if key[0] == side}
        for side in "tc"
    ]
    return CardsAtEnd(RUM_500, players, closer, *sides)


def test_with_too_many_ways_nothing_is_counted():
    heap = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 2
    random.Random(2).shuffle(heap)
    held = {f"t{seat}": " ".join(heap[seat::3]) for seat in range(3)}
    at_end = tables(closer=None, **held, c0="", c1="Ad", players=5)
    assert at_end.has_too_many_ways is True
    assert at_end.laid(0).points == 0
    assert at_end.in_hand(1) == 15
    assert not tables(t0="2s 3s 4s").has_too_many_ways


def test_points_below_0_have_a_true_minus_sign():
    assert tables(c1="Ad Kd", t1="").points(1) == "−25"
