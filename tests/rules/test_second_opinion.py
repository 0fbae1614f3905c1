"""The engine against the naive solver: the same question, two answers that share no line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arrange import arrange, least_deadwood
from rules.cards import read_cards
from rules.closing import check_close, ways_to_close
from rules.counting import count
from rules.melds import meld_rules, melds_in
from rules.presets import CHINCHON, FRENCH
from tests.rules import naive
from tests.rules.hands import CARD_KNOBS, CLOSE_KNOBS, holdings, melds_on_table, ruleset_packs, rulesets

PLAYERS = 2


def some(examples):
    return settings(max_examples=examples, deadline=None, derandomize=True)


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
    return next(one for one in readings if list(map(str, rules.stands_for(one))) == stands_for)


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
    ruleset = data.draw(rulesets(ALL_KNOBS))
    size = data.draw(st.sampled_from([7, 8]))
    held = data.draw(holdings(ruleset, size))
    moment = {"first_lap": data.draw(st.booleans()), "total": data.draw(st.sampled_from([0, 96, 99, 100]))}
    naively = set(naive.closes(ruleset, ruleset_packs(ruleset), held, 7, **moment))
    cards = read_cards(held, ruleset.pack)
    ways = ways_to_close(ruleset, cards, players=PLAYERS, **moment)
    assert {(way.points, way.close) for way in ways} == {
        (points, close) for points, close, code in naively if code is None
    }
    verdict = check_close(ruleset, cards, players=PLAYERS, **moment)
    best = naive.best_points(naively)
    code = naive.furthest_code(naively) if best is None else None
    assert (verdict.points, verdict.code, verdict.best) == (best, code, ways[0] if ways else None)


@some(150)
@given(st.data())
def test_a_claim_of_seven_cards(data):
    ruleset = data.draw(rulesets(ALL_KNOBS)).turned({"wild_cards": []})
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
        players=PLAYERS,
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
    ruleset = data.draw(rulesets(CARD_KNOBS)).turned({"lay_off": "any", **knobs})
    # One natural with jokers is a set and a run, and how it lies could not be told from its cards.
    one_reading = {"min_naturals": max(2, ruleset.min_naturals), "wild_cards": []}
    ruleset = ruleset.turned({**one_reading, "ace_points": max(0, ruleset.ace_points)})
    held = data.draw(holdings(ruleset, 5))
    table = [meld for meld in (data.draw(melds_on_table(ruleset)) for _ in range(2)) if meld]
    lying = [read_cards(meld[1], ruleset.pack) for meld in table]
    counted = count(ruleset, read_cards(held, ruleset.pack), lying, players=PLAYERS)
    assert counted.points == naive.least_points(ruleset, ruleset_packs(ruleset), held, table)


@pytest.mark.parametrize(("naturals", "jokers"), [(7, 0), (6, 1), (5, 2)])
@pytest.mark.parametrize("ruleset", [CHINCHON, FRENCH])
def test_hands_dealt_at_random(ruleset, naturals, jokers):
    dealer = random.Random(naturals)
    for _ in range(40):
        held = dealer.sample(naive.pack(ruleset), naturals) + ["*"] * jokers
        assert least_deadwood(ruleset, read_cards(held, ruleset.pack)) == naive.least_deadwood(
            ruleset, 1, held
        )
