"""Going out with the melds of the table: what holds without a table, every play of a turn, every reading."""

import random

import pytest

from rules.cards.melds import meld_rules
from rules.cases import answer
from rules.closing import go_out_by_table
from rules.closing.check import check_close
from rules.closing.verdict import Situation
from rules.conformance import read_cases
from rules.packs import Card, Suit, read_cards
from rules.presets import CHINASO, DOUBLE_RUM, RULESETS, RUMMY
from tests.rules.support import naive_table
from tests.rules.support.hands import asked, french, meld_of_engine, names
from tests.rules.support.naive_showdown import near_cards, taken_meld, without
from tests.support import ROOT
from tests.support.extent import share

ids = pytest.mark.parametrize


# What holds without a table holds with one

FOREIGN = ("2c 3c 4c 5c",)
FULL_RUN = ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",)
FOLDERS = [str(ROOT / "tests" / "conformance" / name) for name in ("hands", "worked")]
# who holds fewer cards than were dealt has melds on the table
DEPENDS_ON_THE_TABLE = (None, "wrong-hand-size")
REFUSED = [
    case
    for case in read_cases(FOLDERS)
    if case["kind"] == "close"
    and RULESETS[case["ruleset"]].lay_off == "in-play"
    and "table" not in case
    and case["expect"].get("code") not in DEPENDS_ON_THE_TABLE
]


@ids("table", [FOREIGN, FULL_RUN])
def test_every_refusal_holds_beside_a_table_that_takes_no_card(table):
    groups = [meld.split() for meld in table]
    codes = {case["id"]: answer(case | {"table": groups})["code"] for case in REFUSED}
    assert codes == {case["id"]: case["expect"]["code"] for case in REFUSED}
    nine = asked(RUMMY, "4h 5h 6h 7h 8h 9s 9d 9c 9h", table=table, players=4)
    assert nine.code == "wrong-hand-size"


def test_a_card_of_another_pack_is_refused_after_the_draw_too():
    cards = (*french("As 2s 3s 4s 5s 6s 7s"), Card(1, Suit.OROS))
    verdict = check_close(RUMMY, cards, situation=Situation(players=3))
    assert (verdict.legal, verdict.code) == (False, "impossible-hand")


# Every play of a turn, against one that plays card by card


def said(verdict):
    return verdict.legal, verdict.discard and str(verdict.discard)


def played(ruleset, text, *table, **situation):
    """The verdict on cards beside melds of which it is known how they lie."""
    rules = meld_rules(ruleset, situation.get("players"))
    groups = [french(group) for group in table]
    lying = [meld for group in groups for meld in rules.readings(group)]
    cards = tuple(card for group in groups for card in group)
    return check_close(
        ruleset,
        french(text),
        situation=Situation(table=cards, table_melds=tuple(lying), **situation),
    )


def test_a_joker_goes_to_the_end_that_lets_the_cards_go_and_is_shown_there():
    low = played(DOUBLE_RUM, "7h 9h 2c", "6h * 8h", players=4)
    assert [names(meld.cards) for meld in low.table] == ["6h 7h 8h 9h *"]
    assert names(low.for_jokers) == "7h"
    high = played(DOUBLE_RUM, "7h 4h 2c", "6h * 8h", players=4)
    assert [names(meld.cards) for meld in high.table] == ["4h * 6h 7h 8h"]
    assert played(DOUBLE_RUM, "9h 2c", "* 6h 7h", players=4).code == "must-meld-all"


def random_turn(dice):
    """A house, the contract of its hand or None, melds of the table, and cards in hand."""
    ruleset = dice.choice([DOUBLE_RUM, CHINASO])
    contract = None
    house = {
        "packs": dice.choice([1, 2]),
        "jokers": dice.choice([2, 3, 4]),
        "adjacent_jokers": dice.choice([True, False]),
        "ace": dice.choice(["both", "high", "low"]),
        "min_naturals": dice.choice([1, 1, 2]),
        "joker_moves": dice.choice([True, True, False]),
        "final_discard": ruleset is DOUBLE_RUM and dice.random() < 0.2,
    }
    if ruleset is CHINASO:
        contract = dice.choice([(1, 0), (0, 1), (1, 1), (0, 2), (2, 0)])
        house |= {"contracts": [contract], "limit": 1, "buys": 0}
        house |= {"run_min": dice.choice([3, 4])}
    ruleset = ruleset.with_options(house)
    stock = near_cards(dice, ruleset, [5, 6, 7], dice.choice([2, 2, 3]))
    table = [
        meld
        for _ in range(dice.choice([1, 2, 2, 3]))
        if len(stock) > 8 and (meld := taken_meld(ruleset, stock, dice))
    ]
    held = cards_to_go_out(dice, ruleset, contract, stock)
    size = len(held) + dice.choice([1, 0, -1])
    if contract and len(held) < 3 * sum(contract):
        size = len(held) + 1
    return ruleset.with_options({"hand_size": max(1, size)}), contract, table, held


def cards_to_go_out(dice, ruleset, contract, stock):
    """Few cards; or mostly the melds of the contract, and up to two more."""
    if contract is None or dice.random() < 0.5:
        return stock[: dice.choice([1, 2, 2, 3, 3, 4])]
    left = list(stock)
    held = []
    for _meld in range(sum(contract)):
        meld = len(left) > 4 and taken_meld(ruleset, left, dice)
        held += meld.cards if meld else []
    return held + left[: dice.choice([0, 1, 2])]


def may_go_out(ruleset, contract, held, ends):
    """Whether one of these ends of a turn lets the player go out; each says how many cards stay, and whether
    one was laid on the table.
    """
    left = {stays for stays, _on_table in ends}
    if contract:
        is_in_turn = len(held) > ruleset.hand_size
        return 0 in left if is_in_turn else (0, True) in ends
    if len(held) > ruleset.hand_size:
        return 1 in left or (0 in left and not ruleset.final_discard)
    return 0 in left or (1 in left and len(held) < ruleset.hand_size)


def compare(dice, is_known):
    """One random turn; `is_known`: how the table lies, and not only which cards are there."""
    ruleset, contract, table, held = random_turn(dice)
    if not table or not held:
        return
    has_melds = len(held) < ruleset.hand_size
    cards = [card for meld in table for card in meld.cards]
    tables = [table] if is_known else naive_table.tables_of(ruleset, cards)
    ends = naive_table.ends_of_turn(
        ruleset, held, tables, contract, bool(contract) and has_melds
    )
    melds = [meld_of_engine(ruleset, meld) for meld in table] if is_known else []
    situation = Situation(
        players=2,
        hand=1 if contract else None,
        table=read_cards(cards, ruleset.pack),
        table_melds=tuple(melds),
    )
    verdict = check_close(ruleset, read_cards(held, ruleset.pack), situation=situation)
    facts = ruleset.with_options({}), table, held, verdict
    assert verdict.legal == may_go_out(ruleset, contract, held, ends), facts
    if verdict.table:
        assert_all_lie(ruleset, [*cards, *held], verdict)


def assert_all_lie(ruleset, cards, way):
    """Every card lies in a meld in the end, or is thrown."""
    rules = meld_rules(ruleset, 2)
    melds = (*way.table, *way.melds)
    lie = [str(card) for meld in melds for card in meld.cards]
    assert without(cards, lie) == [str(way.discard)] * (way.discard is not None)
    assert [
        meld for meld in melds if meld not in rules.readings_in_any_order(meld.cards)
    ] == []


@ids("seed", range(share("long properties", nightly=60, here=20)))
def test_random_turns_beside_melds_against_every_play(seed):
    dice = random.Random(seed)
    for _turn in range(50):
        compare(dice, is_known=True)


@ids("seed", range(share("long properties", nightly=60, here=20)))
def test_random_turns_beside_cards_against_every_reading_and_play(seed):
    dice = random.Random(1000 + seed)
    for _turn in range(10):
        compare(dice, is_known=False)


# Cards of the table that can be read in several ways

THREE_OF_THREE = ("7s 7h 7d", "8s 8h 8d", "9s 9h 9d")


def test_cards_that_are_sets_or_runs_are_read_as_lets_the_player_go_out():
    ways = [
        said(asked(RUMMY, text, table=THREE_OF_THREE, players=4))
        for text in ("Ts Th 2c", "7c 8c 2c", "7c Ts 2c", "Kd Kc 2c")
    ]
    assert ways == [(True, "2c"), (True, "2c"), (False, "Ts"), (False, "Kd")]


@ids("thrown", [None, "Kd"])
def test_who_laid_melds_in_earlier_turns_may_name_the_discard(thrown):
    verdict = asked(RUMMY, "2c Kd", None, thrown, ["3c 4c 5c"])
    assert (verdict.code, names([verdict.discard])) == (None, "Kd")
    last = asked(RUMMY, "Kd", None, thrown, ["3c 4c 5c"])
    assert (last.legal, names([last.discard])) == (True, "Kd")


# What is not known


@ids(("bound", "most"), [("MOST_STEPS", 3), ("MOST_TABLE_PATTERNS", 5)])
def test_where_the_table_has_too_many_ways_nobody_says_no(monkeypatch, bound, most):
    monkeypatch.setattr(go_out_by_table, bound, most)
    verdict = asked(RUMMY, "Ts Th 2c", table=THREE_OF_THREE, players=4)
    assert (verdict.code, verdict.is_known) == ("too-many-ways", False)
