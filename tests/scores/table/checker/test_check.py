"""The values of the checker, without pages: checking a close, counting the other players."""

from rules.events import Close
from rules.presets import CHINCHON, FOURNIER
from scores.table.checker.check import Check, Showdown
from scores.table.checker.query import read_groups, read_held_cards


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


def test_with_too_many_ways_only_a_claim_is_judged():
    held = cards(MANY_WAYS, HOUSE)
    unclaimed = Check(HOUSE, 4, held)
    told = unclaimed.verdict.code, unclaimed.legal_closes
    assert told == ("too-many-ways", [])
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


def test_six_cards_or_eight_are_counted_in_fournier_and_pay_nothing_if_all_are_melded():
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
