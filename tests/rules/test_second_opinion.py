"""The engine compared with the naive solver on random cards.

`TIMES=20 python -m pytest tests/rules/test_second_opinion.py` tries twenty times as many as a night. A number
in the name of a test deals its cards: `pytest -l FILE::TEST[7]` tries that example alone, and shows them.
"""

import random
from collections import Counter
from itertools import product

import pytest

from rules.cards.arrange import arrange
from rules.cards.melds import meld_rules
from rules.closing.check import check_close, legal_closings
from rules.closing.draws import outlook, throws
from rules.closing.showdown import count, play_showdown
from rules.closing.verdict import Situation
from rules.packs import read_cards
from rules.presets import (
    CHINASO,
    CHINCHON,
    DOUBLE_RUM,
    FOURNIER,
    FRENCH,
    GIN,
    QUEEN_CITY,
    RUM_500,
    RUMMY,
)
from tests.rules.support import naive, naive_showdown
from tests.rules.support.hands import (
    CARD_KNOBS,
    CLOSE_KNOBS,
    OUT_KNOBS,
    cards_of_a_contract,
    meld_of_engine,
    melds_in,
    random_cards,
    random_ruleset,
    random_table,
)
from tests.rules.support.naive_showdown import near_cards
from tests.support.extent import TIMES

PLAYERS = 2
THE_CHINCHONES = (CHINCHON, FOURNIER, FRENCH)
RUMMIES = (RUMMY, QUEEN_CITY, DOUBLE_RUM, RUM_500)
ALL_KNOBS = CARD_KNOBS | CLOSE_KNOBS
TOTALS = [0, 96, 99, 100]
CONTRACTS = [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]


def some(examples):
    """So many random examples, each with dice of its own."""
    return pytest.mark.parametrize("seed", range(round(examples * TIMES)))


@pytest.fixture
def dice(seed):
    return random.Random(seed)


def read(ruleset, held):
    return read_cards(held, ruleset.pack)


# Melds


@some(150)
def test_the_melds_in_a_hand(dice):
    ruleset = random_ruleset(dice, CARD_KNOBS)
    held = random_cards(dice, ruleset, 6)
    naively = {
        tuple(sorted(held[at] for at in chosen))
        for chosen in naive.melds_of(ruleset, held)
    }
    found = melds_in(ruleset, read(ruleset, held), PLAYERS)
    assert {tuple(sorted(map(str, meld.cards))) for meld in found} == naively


@some(180)
def test_the_best_arrangement_of_seven_cards(dice):
    ruleset = random_ruleset(dice, CARD_KNOBS)
    held = random_cards(dice, ruleset, 7)
    order = {card: index for index, card in enumerate([*naive.pack(ruleset), "*"])}
    arrangement = arrange(meld_rules(ruleset, PLAYERS), read(ruleset, held))
    melds = [
        sorted(map(str, meld.cards), key=order.__getitem__)
        for meld in arrangement.melds
    ]
    assert (arrangement.deadwood, melds) == naive.best_arrangement(ruleset, held)


@some(150)
def test_the_least_deadwood_after_laying_off(dice):
    ruleset = random_ruleset(dice, CARD_KNOBS).with_options(
        {"lay_off_needs_meld": dice.choice([False, True])}
    )
    held = random_cards(dice, ruleset, 5)
    table = random_table(dice, ruleset)
    lying = [meld_of_engine(ruleset, meld) for meld in table]
    least = naive_showdown.least_after_laying_off(ruleset, held, table)
    arrangement = arrange(
        meld_rules(ruleset, PLAYERS),
        read(ruleset, held),
        lying,
        ruleset.lay_off_needs_meld,
    )
    assert arrangement.deadwood == least


# Closing


@some(200)
def test_every_way_to_close_with_seven_or_eight_cards(dice):
    gin = {
        "hand_size": 7,
        "close_limit": dice.choice([0, 5, 10]),
        "jokers": 2,
    }
    ruleset = dice.choice(
        [random_ruleset(dice, ALL_KNOBS, THE_CHINCHONES), GIN.with_options(gin)]
    )
    held = random_cards(dice, ruleset, dice.choice([7, 8]))
    first_lap = dice.choice([False, True])
    total = dice.choice(TOTALS)
    cards = read(ruleset, held)
    situation = Situation(first_lap, total, PLAYERS)
    naively = set(naive.closes(ruleset, held, 7, first_lap, total))
    ways = legal_closings(ruleset, cards, situation=situation)
    assert {(way.points, way.close) for way in ways} == {
        (points, close) for points, close, code in naively if code is None
    }
    verdict = check_close(ruleset, cards, situation=situation)
    best = naive.best_points(naively)
    code = naive.furthest_code(naively) if best is None else None
    assert verdict.points == best
    assert verdict.code == code
    assert verdict.best == (ways[0] if ways else None)


@some(150)
def test_a_claim_of_seven_cards(dice):
    ruleset = random_ruleset(dice, ALL_KNOBS, THE_CHINCHONES).with_options(
        {"wild_cards": []}
    )
    held = random_cards(dice, ruleset, 7)
    ways = list(naive.arrangements(ruleset, held))
    claim, kept = dice.choice(ways)
    if kept and dice.choice([False, True]):
        claim.append(kept[:3])
        kept = kept[3:]
    melds = [read(ruleset, meld) for meld in claim]
    situation = Situation(players=PLAYERS)
    verdict = check_close(ruleset, read(ruleset, held), melds, situation=situation)
    if not all(naive.is_meld(ruleset, meld) for meld in claim):
        assert verdict.code == "invalid-meld"
        return
    judged = list(naive.judge(ruleset, claim, kept, False, 0))
    code = judged[0][2]
    legal = (
        [(points, close) for points, close, _ in judged]
        if code is None
        else [(None, None)]
    )
    assert verdict.code == code
    assert (verdict.points, verdict.close) in legal


def said_of_going_out(ruleset, held, contracts, goes_down=False):
    """Compare the verdict on going out, and the possible discards, with the naive solver."""
    cards = read(ruleset, held)
    hand = 1 if contracts else None
    naively = set(
        naive.ways_out(ruleset, held, ruleset.hand_size, contracts, goes_down)
    )
    situation = Situation(players=PLAYERS, hand=hand, goes_down=goes_down)
    verdict = check_close(ruleset, cards, situation=situation)
    thrown = {discard for code, discard in naively if code is None}
    furthest = max((code or "" for code, _ in naively), key=["", *naive.CODES].index)
    assert (verdict.legal, verdict.code) == (
        (True, None) if thrown else (False, furthest)
    )
    if not goes_down:
        ways = legal_closings(ruleset, cards, situation=situation)
        assert {way.discard and str(way.discard) for way in ways} == thrown


def random_rummy(dice):
    ruleset = random_ruleset(dice, OUT_KNOBS, RUMMIES)
    return ruleset.with_options({"hand_size": dice.choice([6, 7])})


@some(120)
def test_every_way_to_go_out(dice):
    ruleset = random_rummy(dice)
    held = random_cards(dice, ruleset, ruleset.hand_size + dice.choice([0, 1]))
    said_of_going_out(ruleset, held, ())


def of_contract(contract, size):
    return {
        "packs": 3,
        "jokers": 4,
        "contracts": [contract],
        "limit": 1,
        "buys": 0,
        "hand_size": size,
    }


@some(220)
def test_every_way_to_lay_down_a_contract(dice):
    """With fewer cards than Chinaso deals, because the naive solver is slow."""
    contract = dice.choice(CONTRACTS)
    knobs = {
        "min_naturals": dice.choice([1, 2]),
        "adjacent_jokers": dice.choice([False, True]),
    }
    ruleset = CHINASO.with_options(knobs)
    laid = dice.choice([contract, contract, (1, 1), (0, 2)])
    held = cards_of_a_contract(dice, ruleset, laid)
    ruleset = ruleset.with_options(
        of_contract(contract, len(held) - dice.choice([0, 1, 1]))
    )
    said_of_going_out(ruleset, held, [contract], dice.choice([False, True]))


@some(80)
def test_a_claim_of_a_contract(dice):
    """Any reading of the groups will do, in whatever order their cards are written."""
    contract = dice.choice(CONTRACTS[:3])
    held = cards_of_a_contract(dice, CHINASO, dice.choice([contract, (1, 1)]))
    ruleset = CHINASO.with_options(
        of_contract(contract, len(held) - 1) | {"jokers": CHINASO.jokers}
    )
    ways = list(naive.arrangements(ruleset, held))
    fewest = min(len(loose) for _, loose in ways)
    melds, loose = dice.choice([way for way in ways if len(way[1]) <= fewest + 1])
    written = [read(ruleset, dice.sample(meld, len(meld))) for meld in melds]
    discard = read(ruleset, loose)[0] if len(loose) == 1 else None
    goes_down = discard is None and dice.choice([False, True])
    code = naive.code_of_claim(
        ruleset, melds, [contract], discard is not None, goes_down
    )
    if loose and discard is None:
        code = "must-meld-all" if goes_down else "wrong-hand-size"
    situation = Situation(hand=1, goes_down=goes_down)
    assert (
        check_close(ruleset, read(ruleset, held), written, discard, situation).code
        == code
    )


def test_a_claim_with_the_joker_of_each_straight_written_last():
    """Two straights of one suit: the form of the claim sends the cards in the order of the pack."""
    two_straights = CHINASO.with_options(
        {"contracts": [[0, 2]], "limit": 1, "hand_size": 8, "buys": 0}
    )
    ranks = naive.RANKS["french-52"]
    said = {}
    naively = {}
    for gap, *jokers in product((0, 1, -1), range(4), range(4)):
        straights = zip((ranks[1:5], ranks[5 + gap : 9 + gap]), jokers, strict=True)
        melds = [
            [*(rank + "h" for at, rank in enumerate(run) if at != joker), "*"]
            for run, joker in straights
        ]
        claim = [read(two_straights, meld) for meld in melds]
        cards = [card for meld in claim for card in meld]
        at = (gap, *jokers)
        said[at] = check_close(
            two_straights, cards, claim, situation=Situation(goes_down=True)
        ).code
        naively[at] = naive.code_of_claim(two_straights, melds, [(0, 2)], False, True)
    assert said == naively


# What the others count


@some(100)
def test_what_another_player_counts(dice):
    knobs = {
        "joker_always_charged": dice.choice([False, True]),
        "clean_for": dice.choice(["closer", "anyone"]),
    }
    ruleset = random_ruleset(dice, CARD_KNOBS, THE_CHINCHONES).with_options(
        {"lay_off": "any", **knobs}
    )
    # One natural with jokers is a set and a run, and how it lies could not be told from its cards.
    one_reading = {"min_naturals": max(2, ruleset.min_naturals), "wild_cards": []}
    ruleset = ruleset.with_options(
        {**one_reading, "ace_points": max(0, ruleset.points_of_ace)}
    )
    held = random_cards(dice, ruleset, 5)
    table = random_table(dice, ruleset)
    counted = count(
        ruleset,
        read(ruleset, held),
        [read(ruleset, meld.cards) for meld in table],
        players=PLAYERS,
    )
    assert counted.points == naive_showdown.least_points(ruleset, held, table)


@some(60)
def test_what_another_player_counts_when_somebody_went_out(dice):
    knobs = {
        "lay_off": dice.choice(["none", "in-play"]),
        "pays_hand_of": dice.choice(["own", "winner"]),
    }
    ruleset = random_ruleset(dice, CARD_KNOBS, (*RUMMIES, CHINASO)).with_options(knobs)
    held = random_cards(dice, ruleset, 5)
    counted = count(ruleset, read(ruleset, held), (), None, PLAYERS)
    assert counted.points == naive_showdown.least_points(ruleset, held, [])


@some(60)
def test_what_two_score_at_gin(dice):
    ruleset = GIN.with_options({"hand_size": 7, "close_limit": 70})
    dealt = near_cards(dice, ruleset, range(3, 9))
    closer = dealt[:7]
    other = dealt[7:12]
    played = play_showdown(
        ruleset, 0, {0: read(ruleset, closer), 1: read(ruleset, other)}
    )
    assert tuple(played.points.values()) == naive_showdown.gin_points(
        ruleset, closer, other
    )


def counted_at_table(ruleset, closer, others, claims):
    """What each of the others counts, of four."""
    held = dict(enumerate(read(ruleset, cards) for cards in (closer, *others)))
    return list(play_showdown(ruleset, 0, held, claims, players=4).points.values())[1:]


@some(150)
def test_what_is_left_to_each_at_a_shared_table(dice):
    ruleset, laid, loose, others = naive_showdown.dealt(dice)
    closer = [card for meld in laid for card in meld.cards] + loose
    claim = [read(ruleset, meld.cards) for meld in laid]
    ruleset = ruleset.with_options({"hand_size": len(closer)})
    naively = naive_showdown.points(ruleset, laid, others, not loose)
    assert counted_at_table(ruleset, closer, others, {0: claim}) == naively


@some(20)
def test_the_closer_puts_down_what_leaves_the_others_most(dice):
    ruleset, laid, _loose, others = naive_showdown.dealt(dice)
    closer = [card for meld in laid for card in meld.cards][:6]
    ruleset = ruleset.with_options({"hand_size": len(closer)})
    naively = [
        naive_showdown.points(
            ruleset,
            table,
            others,
            sum(len(meld.cards) for meld in table) == len(closer),
        )
        for table in naive_showdown.best_tables(ruleset, closer)
    ]
    most = max(map(sum, naively))
    assert counted_at_table(ruleset, closer, others, {}) in [
        way for way in naively if sum(way) == most
    ]


# What a hand lacks: every card that can still come is tried


def stock_and_gone(dice, ruleset, held):
    """A few cards that can still come, and all others, which are gone."""
    whole = naive.pack(ruleset) * naive.packs(ruleset) + ["*"] * ruleset.jokers
    others = list((Counter(whole) - Counter(held)).elements())
    near = [
        card
        for card in others
        if card[:-1] in {kept[:-1] for kept in held} or card == "*"
    ]
    stock = dice.choices(near or others, k=dice.randint(0, 4))
    stock += dice.choices(others, k=dice.randint(0, 2))
    stock = list((Counter(stock) & Counter(others)).elements())
    return stock, list((Counter(others) - Counter(stock)).elements())


def lacks(found):
    """An outlook in the words of the naive solver."""
    return {str(draw.card): (draw.left, draw.points) for draw in found.draws}


def compare_before_the_draw(
    dice, ruleset, held, contracts=(), first_lap=False, total=0
):
    stock, gone = stock_and_gone(dice, ruleset, held)
    situation = Situation(first_lap, total, PLAYERS, 1 if contracts else None)
    found = outlook(ruleset, read(ruleset, held), read(ruleset, gone), situation)
    assert lacks(found) == naive.draws(
        ruleset, held, stock, contracts, first_lap, total
    )
    assert found.unseen == len(stock)


def compare_after_the_draw(dice, ruleset, held):
    stock, gone = stock_and_gone(dice, ruleset, held)
    naively = {}
    for discard in set(held):
        kept = [*held]
        kept.remove(discard)
        closes = naive.best_close(ruleset, kept, len(kept))
        open_draws = naive.draws(ruleset, kept, stock)
        naively[discard] = (closes, open_draws, naive.least_deadwood(ruleset, kept))
    assert {
        str(throw.discard): (
            throw.closes and throw.closes[0],
            lacks(throw.outlook),
            throw.deadwood,
        )
        for throw in throws(
            ruleset,
            read(ruleset, held),
            read(ruleset, gone),
            Situation(players=PLAYERS),
        )
    } == naively


@some(100)
def test_what_a_hand_of_chinchon_lacks(dice):
    ruleset = random_ruleset(dice, ALL_KNOBS, THE_CHINCHONES).with_options(
        {"hand_size": 7}
    )
    held = random_cards(dice, ruleset, 7)
    first_lap = dice.choice([False, True])
    compare_before_the_draw(
        dice, ruleset, held, first_lap=first_lap, total=dice.choice(TOTALS)
    )


@some(40)
def test_what_each_throw_keeps_open_at_chinchon(dice):
    size = dice.choice([5, 6])
    ruleset = random_ruleset(dice, ALL_KNOBS, THE_CHINCHONES).with_options(
        {"hand_size": size}
    )
    compare_after_the_draw(dice, ruleset, random_cards(dice, ruleset, size + 1))


@some(30)
def test_what_a_hand_of_gin_lacks_and_each_throw_keeps_open(dice):
    ruleset = GIN.with_options({"hand_size": 6, "close_limit": dice.choice([0, 5, 10])})
    held = near_cards(dice, ruleset, range(3, 9))[:7]
    compare_before_the_draw(dice, ruleset, held[:6])
    compare_after_the_draw(dice, ruleset, held)


@some(40)
def test_what_a_hand_of_rummy_lacks(dice):
    ruleset = random_rummy(dice)
    held = random_cards(dice, ruleset, ruleset.hand_size)
    compare_before_the_draw(dice, ruleset, held, first_lap=dice.choice([False, True]))


@some(40)
def test_what_a_hand_of_chinaso_lacks(dice):
    contract = dice.choice(CONTRACTS)
    held = cards_of_a_contract(dice, CHINASO, contract)[:-1]
    compare_before_the_draw(
        dice, CHINASO.with_options(of_contract(contract, len(held))), held, [contract]
    )
