"""What a hand lacks, compared with the naive solver, which tries every card that can still come.

`TIMES=20 python -m pytest tests/rules/test_second_opinion_draws.py` tries twenty times as many new examples.
"""

from collections import Counter

from hypothesis import assume, given, settings, strategies as st

from rules.closing.draws import outlook, throws
from rules.closing.situation import Situation
from rules.packs import read_cards
from rules.presets import CHINASO, DOUBLE_RUM, GIN, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support import naive
from tests.rules.support.hands import (
    CARD_KNOBS,
    CLOSE_KNOBS,
    OUT_KNOBS,
    THE_CHINCHONES,
    TIMES,
    cards_of_a_contract,
    holdings,
    ruleset_packs,
    rulesets,
)

PLAYERS = 2
ALL_KNOBS = st.tuples(CARD_KNOBS, CLOSE_KNOBS).map(lambda drawn: drawn[0] | drawn[1])
RUMMIES = (RUMMY, QUEEN_CITY, DOUBLE_RUM, RUM_500)


def some(examples):
    return settings(max_examples=round(examples * TIMES), deadline=None, derandomize=TIMES <= 1)


@st.composite
def stocks(draw, ruleset, held):
    """A few cards that can still come, and all others, which are gone."""
    whole = naive.pack(ruleset) * ruleset_packs(ruleset) + ["*"] * ruleset.jokers
    others = list((Counter(whole) - Counter(held)).elements())
    near = [card for card in others if card[:-1] in {kept[:-1] for kept in held} or card == "*"]
    stock = draw(st.lists(st.sampled_from(near or others), max_size=4)) + draw(
        st.lists(st.sampled_from(others), max_size=2)
    )
    stock = list((Counter(stock) & Counter(others)).elements())
    return stock, list((Counter(others) - Counter(stock)).elements())


def lacks(found):
    """An outlook in the words of the naive solver."""
    return {str(draw.card): (draw.left, draw.points) for draw in found.draws}


def compare_before_the_draw(data, ruleset, held, contracts=(), first_lap=False, total=0):
    stock, gone = data.draw(stocks(ruleset, held))
    hand = 1 if contracts else None
    situation = Situation(first_lap, total, PLAYERS, hand)
    cards, seen = read_cards(held, ruleset.pack), read_cards(gone, ruleset.pack)
    found = outlook(ruleset, cards, seen, situation)
    copies = ruleset_packs(ruleset)
    assert lacks(found) == naive.draws(ruleset, copies, held, stock, contracts, first_lap, total)
    assert found.unseen == len(stock)


def compare_after_the_draw(data, ruleset, held, contracts=()):
    stock, gone = data.draw(stocks(ruleset, held))
    situation = Situation(players=PLAYERS, hand=1 if contracts else None)
    cards, seen = read_cards(held, ruleset.pack), read_cards(gone, ruleset.pack)
    found = throws(ruleset, cards, seen, situation)
    naively = {}
    copies, size = ruleset_packs(ruleset), len(held) - 1
    for discard in set(held):
        kept = [*held]
        kept.remove(discard)
        closes = naive.best_close(ruleset, copies, kept, size, contracts)
        open_draws = naive.draws(ruleset, copies, kept, stock, contracts)
        naively[discard] = (closes, open_draws, naive.least_deadwood(ruleset, copies, kept))
    assert {
        str(throw.discard): (throw.closes and throw.closes[0], lacks(throw.outlook), throw.deadwood)
        for throw in found
    } == naively


@some(100)
@given(st.data())
def test_what_a_hand_of_chinchon_lacks(data):
    ruleset = data.draw(rulesets(ALL_KNOBS, THE_CHINCHONES)).turned({"hand_size": 7})
    held = data.draw(holdings(ruleset, 7))
    first_lap, total = data.draw(st.booleans()), data.draw(st.sampled_from([0, 96, 99, 100]))
    compare_before_the_draw(data, ruleset, held, first_lap=first_lap, total=total)


@some(40)
@given(st.data())
def test_what_each_throw_keeps_open_at_chinchon(data):
    size = data.draw(st.sampled_from([5, 6]))
    ruleset = data.draw(rulesets(ALL_KNOBS, THE_CHINCHONES)).turned({"hand_size": size})
    compare_after_the_draw(data, ruleset, data.draw(holdings(ruleset, size + 1)))


@some(30)
@given(st.data())
def test_what_a_hand_of_gin_lacks_and_each_throw_keeps_open(data):
    ruleset = GIN.turned({"hand_size": 6, "close_limit": data.draw(st.sampled_from([0, 5, 10]))})
    held = [card for card in data.draw(holdings(ruleset.turned({"packs": 2}), 16)) if card != "*"]
    held = list(dict.fromkeys(held))[:7]
    assume(len(held) == 7)
    compare_before_the_draw(data, ruleset, held[:6])
    compare_after_the_draw(data, ruleset, held)


@some(40)
@given(st.data())
def test_what_a_hand_of_rummy_lacks(data):
    ruleset = data.draw(rulesets(OUT_KNOBS, RUMMIES))
    first_lap = data.draw(st.booleans())
    ruleset = ruleset.turned({"close_first_lap": data.draw(st.booleans())})
    compare_before_the_draw(
        data, ruleset, data.draw(holdings(ruleset, ruleset.hand_size)), first_lap=first_lap
    )


@some(20)
@given(st.data())
def test_what_each_throw_keeps_open_at_rummy(data):
    ruleset = data.draw(rulesets(OUT_KNOBS, RUMMIES)).turned({"hand_size": 5})
    compare_after_the_draw(data, ruleset, data.draw(holdings(ruleset, 6)))


@some(40)
@given(st.data())
def test_what_a_hand_of_chinaso_lacks(data):
    """With fewer cards than Chinaso deals, because the naive solver is slow."""
    contract = data.draw(st.sampled_from([(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]))
    held = data.draw(cards_of_a_contract(CHINASO, contract))[:-1]
    house = {"packs": 3, "jokers": 4, "contracts": [contract], "limit": 1, "buys": 0, "hand_size": len(held)}
    compare_before_the_draw(data, CHINASO.turned(house), held, [contract])


@some(12)
@given(st.data())
def test_what_each_throw_keeps_open_at_chinaso(data):
    contract = data.draw(st.sampled_from([(2, 0), (1, 1), (1, 0), (0, 1)]))
    held = data.draw(cards_of_a_contract(CHINASO, contract))
    house = {"packs": 3, "jokers": 4, "contracts": [contract], "limit": 1, "buys": 0}
    compare_after_the_draw(data, CHINASO.turned(house | {"hand_size": len(held) - 1}), held, [contract])
