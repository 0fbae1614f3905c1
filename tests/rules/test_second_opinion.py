"""The engine compared with the naive solver on random cards.

`TIMES=20 python -m pytest tests/rules/test_second_opinion.py` tries twenty times as many new examples.
"""

import random
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from rules.cards.arrange import arrange, least_deadwood
from rules.cards.melds import meld_rules
from rules.closing.check import check_close, legal_closings
from rules.closing.showdown import count, play_showdown
from rules.closing.situation import Situation
from rules.packs import read_cards
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FRENCH, GIN, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support import naive, naive_showdown
from tests.rules.support.hands import (
    CARD_KNOBS,
    CLOSE_KNOBS,
    OUT_KNOBS,
    THE_CHINCHONES,
    TIMES,
    cards_of_a_contract,
    holdings,
    melds_in,
    melds_on_table,
    ruleset_packs,
    rulesets,
)

PLAYERS = 2
RUMMIES = (RUMMY, QUEEN_CITY, DOUBLE_RUM, RUM_500)


def some(examples):
    return settings(max_examples=round(examples * TIMES), deadline=None, derandomize=TIMES <= 1)


def names_of(ruleset, melds):
    """The cards of each meld in the order of the pack, jokers last."""
    order = {card: place for place, card in enumerate([*naive.pack(ruleset), "*"])}
    return [sorted(map(str, meld.cards), key=order.__getitem__) for meld in melds]


@some(150)
@given(st.data())
def test_the_melds_in_a_hand(data):
    ruleset = data.draw(rulesets(CARD_KNOBS))
    held = data.draw(holdings(ruleset, 6))
    copies = ruleset_packs(ruleset)
    naively = {tuple(sorted(held[at] for at in chosen)) for chosen in naive.melds_of(ruleset, copies, held)}
    found = melds_in(ruleset, read_cards(held, ruleset.pack), PLAYERS)
    assert {tuple(sorted(map(str, meld.cards))) for meld in found} == naively


@some(180)
@given(st.data())
def test_the_best_arrangement_of_seven_cards(data):
    ruleset = data.draw(rulesets(CARD_KNOBS))
    held = data.draw(holdings(ruleset, 7))
    cards = read_cards(held, ruleset.pack)
    deadwood, melds = naive.best_arrangement(ruleset, ruleset_packs(ruleset), held)
    arrangement = arrange(ruleset, cards, (), PLAYERS)
    assert least_deadwood(ruleset, cards, PLAYERS) == deadwood
    assert (arrangement.deadwood, names_of(ruleset, arrangement.melds)) == (deadwood, melds)


def meld_of_engine(ruleset, meld):
    """The engine's reading of what the naive solver calls `meld`."""
    rules = meld_rules(ruleset, PLAYERS)
    readings = rules.readings(read_cards(meld[1], ruleset.pack))
    if meld[0] == "set":
        return next(one for one in readings if one.kind == "set" and str(one.cards[0])[:-1] == meld[2])
    stands_for = [rank + meld[2] for rank in meld[3]]
    return next(reading for reading in readings if list(map(str, rules.stands_for(reading))) == stands_for)


@some(150)
@given(st.data())
def test_the_least_deadwood_after_laying_off(data):
    knobs = st.tuples(CARD_KNOBS, st.booleans()).map(
        lambda drawn: {**drawn[0], "lay_off_needs_meld": drawn[1]}
    )
    ruleset = data.draw(rulesets(knobs))
    held = data.draw(holdings(ruleset, 5))
    table = [meld for meld in (data.draw(melds_on_table(ruleset)) for _ in range(2)) if meld]
    least = naive.least_after_laying_off(ruleset, ruleset_packs(ruleset), held, table)
    lying = [meld_of_engine(ruleset, meld) for meld in table]
    assert arrange(ruleset, read_cards(held, ruleset.pack), lying, PLAYERS).deadwood == least


ALL_KNOBS = st.tuples(CARD_KNOBS, CLOSE_KNOBS).map(lambda drawn: drawn[0] | drawn[1])


@some(150)
@given(st.data())
def test_every_way_to_close_with_seven_or_eight_cards(data):
    ruleset = data.draw(rulesets(ALL_KNOBS, THE_CHINCHONES))
    size = data.draw(st.sampled_from([7, 8]))
    held = data.draw(holdings(ruleset, size))
    first_lap, total = data.draw(st.booleans()), data.draw(st.sampled_from([0, 96, 99, 100]))
    situation = Situation(first_lap, total, PLAYERS)
    naively = set(naive.closes(ruleset, ruleset_packs(ruleset), held, 7, first_lap, total))
    cards = read_cards(held, ruleset.pack)
    ways = legal_closings(ruleset, cards, situation=situation)
    assert {(way.points, way.close) for way in ways} == {
        (points, close) for points, close, code in naively if code is None
    }
    verdict = check_close(ruleset, cards, situation=situation)
    best = naive.best_points(naively)
    code = naive.furthest_code(naively) if best is None else None
    assert (verdict.points, verdict.code, verdict.best) == (best, code, ways[0] if ways else None)


@some(150)
@given(st.data())
def test_a_claim_of_seven_cards(data):
    ruleset = data.draw(rulesets(ALL_KNOBS, THE_CHINCHONES)).turned({"wild_cards": []})
    copies = ruleset_packs(ruleset)
    held = data.draw(holdings(ruleset, 7))
    groups, loose = data.draw(
        st.sampled_from(list(naive.partitions(held, naive.melds_of(ruleset, copies, held))))
    )
    claim, kept = [[held[at] for at in group] for group in groups], [held[at] for at in loose]
    if kept and data.draw(st.booleans()):
        claim.append(kept[:3])
        kept = kept[3:]
    verdict = check_close(
        ruleset,
        read_cards(held, ruleset.pack),
        [read_cards(meld, ruleset.pack) for meld in claim],
        situation=Situation(players=PLAYERS),
    )
    if not all(naive.is_meld(ruleset, copies, meld) for meld in claim):
        assert verdict.code == "invalid-meld"
        return
    judged = list(naive.judge(ruleset, copies, claim, kept, False, 0))
    code = judged[0][2]
    legal = [(points, close) for points, close, _ in judged] if code is None else [(None, None)]
    assert verdict.code == code
    assert (verdict.points, verdict.close) in legal


@some(100)
@given(st.data())
def test_what_another_player_counts(data):
    knobs = {
        "joker_always_charged": data.draw(st.booleans()),
        "clean_for": data.draw(st.sampled_from(["closer", "anyone"])),
    }
    ruleset = data.draw(rulesets(CARD_KNOBS, THE_CHINCHONES)).turned({"lay_off": "any", **knobs})
    # One natural with jokers is a set and a run, and how it lies could not be told from its cards.
    one_reading = {"min_naturals": max(2, ruleset.min_naturals), "wild_cards": []}
    ruleset = ruleset.turned({**one_reading, "ace_points": max(0, ruleset.points_of_ace)})
    held = data.draw(holdings(ruleset, 5))
    table = [meld for meld in (data.draw(melds_on_table(ruleset)) for _ in range(2)) if meld]
    lying = [read_cards(meld[1], ruleset.pack) for meld in table]
    counted = count(ruleset, read_cards(held, ruleset.pack), lying, players=PLAYERS)
    assert counted.points == naive.least_points(ruleset, ruleset_packs(ruleset), held, table)


@some(60)
@given(st.data())
def test_what_another_player_counts_when_somebody_went_out(data):
    knobs = {
        "lay_off": data.draw(st.sampled_from(["none", "in-play"])),
        "pays_hand_of": data.draw(st.sampled_from(["own", "winner"])),
    }
    ruleset = data.draw(rulesets(CARD_KNOBS, (*RUMMIES, CHINASO))).turned(knobs)
    held = data.draw(holdings(ruleset, 5))
    counted = count(ruleset, read_cards(held, ruleset.pack), (), None, PLAYERS)
    assert counted.points == naive.least_points(ruleset, ruleset_packs(ruleset), held, [])


@some(60)
@given(st.data())
def test_every_way_to_knock(data):
    ruleset = GIN.turned({"hand_size": 7, "close_limit": data.draw(st.sampled_from([0, 5, 10]))})
    held = data.draw(holdings(ruleset.turned({"jokers": 0}), data.draw(st.sampled_from([7, 8]))))
    held = [card for card in held if card != "*"]
    if len(held) < 7:
        return
    naively = set(naive.closes(ruleset, 1, held, 7, False, 0))
    cards = read_cards(held, ruleset.pack)
    assert {(way.points, way.close) for way in legal_closings(ruleset, cards)} == {
        (points, close) for points, close, code in naively if code is None
    }
    best = naive.best_points(naively)
    code = naive.furthest_code(naively) if best is None else None
    verdict = check_close(ruleset, cards)
    assert (verdict.points, verdict.code) == (best, code)


@some(60)
@given(st.data())
def test_what_two_score_at_gin(data):
    ruleset = GIN.turned({"hand_size": 7, "close_limit": 40})
    dealt = [card for card in data.draw(holdings(ruleset, 14)) if card != "*"]
    if len(dealt) < 10:
        return
    closer, other = dealt[:7], dealt[7:12]
    if naive.least_deadwood(ruleset, 1, closer) > 40:
        return
    cards = {"A": read_cards(closer, ruleset.pack), "B": read_cards(other, ruleset.pack)}
    assert tuple(play_showdown(ruleset, "A", cards).points.values()) == naive.gin_showdown(
        ruleset, 1, closer, other
    )


@some(150)
@given(st.integers(0, 1 << 32))
def test_what_is_left_to_each_at_a_shared_table(seed):
    ruleset, laid, loose, others = naive_showdown.dealt(random.Random(seed))
    closer = [card for meld in laid for card in meld[1]] + loose
    claim = [read_cards(meld[1], ruleset.pack) for meld in laid]
    ruleset = ruleset.turned({"hand_size": len(closer)})
    naively = naive_showdown.points(ruleset, ruleset.packs, laid, others, not loose)
    cards = [read_cards(held, ruleset.pack) for held in (closer, *others)]
    held = dict(zip("ABCD", cards, strict=False))
    counted = play_showdown(ruleset, "A", held, {"A": claim}, players=4).points
    assert [counted[name] for name in counted if name != "A"] == naively


@some(20)
@given(st.integers(0, 1 << 32))
def test_the_closer_puts_down_what_leaves_the_others_most(seed):
    ruleset, laid, _loose, others = naive_showdown.dealt(random.Random(seed))
    closer = [card for meld in laid for card in meld[1]][:6]
    ruleset = ruleset.turned({"hand_size": len(closer)})
    naively = [
        naive_showdown.points(ruleset, ruleset.packs, table, others, _cards_on(table) == len(closer))
        for table in naive_showdown.best_tables(ruleset, ruleset.packs, closer)
    ]
    cards = [read_cards(held, ruleset.pack) for held in (closer, *others)]
    counted = play_showdown(ruleset, "A", dict(zip("ABCD", cards, strict=False)), players=4).points
    most = max(map(sum, naively))
    assert [counted[name] for name in counted if name != "A"] in [way for way in naively if sum(way) == most]


def _cards_on(table):
    return sum(len(meld[1]) for meld in table)


CHINASO_KNOBS = st.fixed_dictionaries(
    {}, optional={"min_naturals": st.sampled_from([1, 2]), "adjacent_jokers": st.booleans()}
)


@some(60)
@given(st.data())
def test_every_way_to_go_out(data):
    ruleset = data.draw(rulesets(OUT_KNOBS, RUMMIES))
    size = ruleset.hand_size
    held = data.draw(holdings(ruleset, size + data.draw(st.integers(0, 1))))
    said_of_going_out(ruleset, held, ())


@some(100)
@given(st.data())
def test_every_way_to_lay_down_a_contract(data):
    """With fewer cards than Chinaso deals, because the naive solver is slow."""
    contract = data.draw(st.sampled_from([(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]))
    laid = data.draw(st.sampled_from([contract, contract, (1, 1), (0, 2)]))
    house = {"wild_cards": [], "packs": 3, "contracts": [contract], "limit": 1, "buys": 0}
    ruleset = data.draw(rulesets(CHINASO_KNOBS, (CHINASO,))).turned(house | {"jokers": 4})
    held = data.draw(cards_of_a_contract(ruleset, laid))
    ruleset = ruleset.turned({"hand_size": len(held) - data.draw(st.sampled_from([0, 1, 1]))})
    said_of_going_out(ruleset, held, [contract], data.draw(st.booleans()))


def said_of_going_out(ruleset, held, contracts, goes_down=False):
    """Compare the verdict on going out, and the possible discards, with the naive solver."""
    copies = ruleset_packs(ruleset)
    naively = set(naive.ways_out(ruleset, copies, held, ruleset.hand_size, contracts, goes_down))
    cards = read_cards(held, ruleset.pack)
    hand = 1 if contracts else None
    situation = Situation(players=PLAYERS, hand=hand, goes_down=goes_down)
    verdict = check_close(ruleset, cards, situation=situation)
    thrown = {discard for code, discard in naively if code is None}
    furthest = max((code or "" for code, _ in naively), key=["", *naive.CODES].index)
    assert (verdict.legal, verdict.code) == ((True, None) if thrown else (False, furthest))
    if not goes_down:
        ways = legal_closings(ruleset, cards, situation=situation)
        assert {way.discard and str(way.discard) for way in ways} == thrown


@some(80)
@given(st.data())
def test_a_claim_of_a_contract(data):
    """Any reading of the groups will do, in whatever order their cards are written."""
    contract = data.draw(st.sampled_from([(2, 0), (1, 1), (0, 2)]))
    held = data.draw(cards_of_a_contract(CHINASO, data.draw(st.sampled_from([contract, (1, 1)]))))
    house = {"hand_size": len(held) - 1, "contracts": [contract], "limit": 1, "buys": 0}
    ruleset = CHINASO.turned(house)
    ways = list(naive.partitions(held, naive.melds_of(ruleset, 3, held)))
    fewest = min(len(loose) for _, loose in ways)
    groups, loose = data.draw(st.sampled_from([way for way in ways if len(way[1]) <= fewest + 1]))
    melds = [[held[at] for at in group] for group in groups]
    written = [data.draw(st.permutations(meld)) for meld in melds]
    discard = held[loose[0]] if len(loose) == 1 else None
    goes_down = discard is None and data.draw(st.booleans())
    code = naive.code_of_claim(ruleset, 3, melds, [contract], discard is not None, goes_down)
    if loose and discard is None:
        code = "must-meld-all" if goes_down else "wrong-hand-size"
    verdict = check_close(
        ruleset,
        read_cards(held, ruleset.pack),
        [read_cards(meld, ruleset.pack) for meld in written],
        None if discard is None else read_cards([discard], ruleset.pack)[0],
        Situation(hand=1, goes_down=goes_down),
    )
    assert verdict.code == code


@pytest.mark.parametrize("gap", [0, 1, -1])
def test_a_claim_with_the_joker_of_each_straight_written_last(gap):
    """Two straights of one suit: the form of the claim sends the cards in the order of the pack."""
    two_straights = CHINASO.turned({"contracts": [[0, 2]], "limit": 1, "hand_size": 8, "buys": 0})
    ranks, said, naively = naive.RANKS["french-52"], {}, {}
    for jokers in product(range(4), range(4)):
        straights = zip((ranks[1:5], ranks[5 + gap : 9 + gap]), jokers, strict=True)
        melds = [
            [*(rank + "h" for at, rank in enumerate(run) if at != joker), "*"] for run, joker in straights
        ]
        claim = [read_cards(meld, two_straights.pack) for meld in melds]
        cards = [card for meld in claim for card in meld]
        said[jokers] = check_close(two_straights, cards, claim, situation=Situation(goes_down=True)).code
        naively[jokers] = naive.code_of_claim(two_straights, 3, melds, [(0, 2)], False, True)
    assert said == naively


@pytest.mark.parametrize(("naturals", "jokers"), [(7, 0), (6, 1), (5, 2)])
@pytest.mark.parametrize("ruleset", [CHINCHON, FRENCH, DOUBLE_RUM])
def test_hands_dealt_at_random(ruleset, naturals, jokers):
    dealer = random.Random(naturals)
    for _ in range(40):
        held = dealer.sample(naive.pack(ruleset), naturals) + ["*"] * jokers
        assert least_deadwood(ruleset, read_cards(held, ruleset.pack)) == naive.least_deadwood(
            ruleset, ruleset_packs(ruleset), held
        )
