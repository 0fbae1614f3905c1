"""Cards for tests: parse and print them, and random hands and rulesets."""

from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.verdict import Situation
from rules.knobs import KnobGroup
from rules.packs import Pack, read_cards
from rules.presets import RULESETS
from rules.ruleset import KNOBS
from tests.rules.support import naive
from tests.rules.support.knobs import some_values
from tests.rules.support.naive_showdown import near_cards


def spanish(text):
    """The cards of "7o 10c *"."""
    return read_cards(text.split(), Pack.SPANISH_40)


def french(text):
    return read_cards(text.split(), Pack.FRENCH_52)


def names(cards):
    return " ".join(map(str, cards))


def asked(ruleset, text, claim=None, discard=None, table=(), **situation):
    """The verdict on cards as they are typed, beside a `table` of which only the cards are known."""

    def read(typed):
        return read_cards(typed.split(), ruleset.pack)

    return check_close(
        ruleset,
        read(text),
        claim and [read(meld) for meld in claim],
        read(discard)[0] if discard else None,
        Situation(table=read(" ".join(table)), **situation),
    )


def melds_in(ruleset, cards, players=None):
    """Every meld that the cards can make, each once."""
    rules = meld_rules(ruleset, players)
    patterns = rules.patterns(*rules.deck.to_bits(cards))
    return list(dict.fromkeys(rules.to_meld(pattern) for pattern in patterns))


def meld_of_engine(ruleset, meld):
    """The engine's reading of what the naive solver calls `meld`, for two players."""
    rules = meld_rules(ruleset, 2)
    readings = rules.readings_in_any_order(read_cards(meld.cards, ruleset.pack))
    if meld.kind == "set":
        return next(
            one
            for one in readings
            if one.kind == "set" and str(one.cards[0])[:-1] == meld.of
        )
    own = [rank + meld.of for rank in meld.window]
    return next(one for one in readings if list(map(str, rules.stands_for(one))) == own)


def knobs_of(group, *without, **narrow):
    """The knobs of a group with some of their values, or with those in `narrow`."""
    knobs = [
        knob.name
        for knob in KNOBS.values()
        if knob.group is group and knob.name not in without
    ]
    return {name: some_values(name) for name in knobs} | narrow


CARD_KNOBS = knobs_of(
    KnobGroup.CARDS,
    # `random_ruleset` and the tests choose these four
    "jokers",
    "wild_cards",
    "players",
    "hand_size",
    "contracts",
    "buys",
    ace_points=[-3, 0, 1, 11, [1, 11]],
    joker_points=[0, 15, 50],
    rank_points=[[], [[2, 5], [3, 5], [12, 20]], [[1, 20], [7, 0]]],
    set_min=[2, 3, 4],
    run_min=[2, 3, 4],
    min_naturals=[1, 2, 3],
    packs=[1, 2, 3],
    set_duplicates=[False, True],
)
CLOSE_KNOBS = knobs_of(
    KnobGroup.CLOSING,
    "lay_off",
    "clean_for",
    "doubles",
    close_limit=[0, 3, 4, 5, 10],
    clean_points=[-25, -10, 0, 5],
    chinchon_points=["wins", -10, -50],
    joker_run_points=[[-50, -25], [-10, -10]],
    out_at=["over", "reach"],
)


OUT_KNOBS = {
    "run_min": [3, 4],
    "set_min": [2, 3],
    "min_naturals": [1, 2],
    "adjacent_jokers": [False, True],
    "final_discard": [False, True],
    "packs": [1, 2, 3],
    "ace": ["low", "high", "both"],
    "close_first_lap": [False, True],
}


EVERY_GAME = tuple(RULESETS.values())


def random_ruleset(dice, knobs, presets=EVERY_GAME):
    """A preset with some knobs turned, wild cards among them."""
    turned = {
        knob: dice.choice(values)
        for knob, values in knobs.items()
        if dice.random() < 0.5
    }
    ruleset = dice.choice(presets).with_options({"jokers": 2, **turned})
    wild = dice.sample(naive.pack(ruleset), dice.choice([0, 0, 1, 2]))
    print(ruleset.key, turned, wild)  # shown where a test fails
    return ruleset.with_options({"wild_cards": wild})


def random_cards(dice, ruleset, size):
    """Cards of near ranks, so that many melds are possible; with jokers and second copies."""
    return near_cards(dice, ruleset, range(3, 9), dice.randint(2, 4))[:size]


def cards_of_a_contract(dice, ruleset, contract):
    """The cards of so many sets and runs, with jokers, sometimes with one card exchanged."""
    ranks = naive.RANKS[ruleset.pack]
    suits = naive.SUITS[ruleset.pack]
    sets, runs = contract
    cards = []
    for _ in range(sets):
        rank = dice.choice(ranks[:4])
        cards += [rank + dice.choice(suits) for _ in range(dice.choice([3, 3, 4]))]
    start = dice.randint(1, 3)
    for _ in range(runs):
        length = dice.choice([4, 4, 5])
        suit = dice.choice(suits[:2])
        run = (ranks[1:] + ranks[:1])[start : start + length]
        cards += [rank + suit for rank in run]
        start += dice.choice([length, length, length - 1, length + 1])
    for _ in range(dice.randint(0, 3)):
        cards[dice.randrange(len(cards))] = "*"
    if dice.random() < 0.25:
        cards[0] = dice.choice(ranks) + dice.choice(suits)
    cards += dice.choice([[], [], [ranks[5] + suits[3]]])
    dice.shuffle(cards)
    return [card for index, card in enumerate(cards) if cards[:index].count(card) < 3]


def random_table(dice, ruleset):
    """Up to two melds, as they lie."""
    table = []
    for _ in range(2):
        cards = random_cards(dice, ruleset, 6)
        melds = [
            lying
            for chosen in naive.melds_of(ruleset, cards)
            for lying in naive.readings(ruleset, [cards[at] for at in chosen])
            # a wild card that stands for another is written as a joker
            if lying.cards.count("*") <= ruleset.jokers
        ]
        table += dice.sample(melds, min(1, len(melds)))
    return table
