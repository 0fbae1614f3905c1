"""Cards for tests: parse and print them, and Hypothesis strategies for hands and rulesets."""

from hypothesis import strategies as st

from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.verdict import Situation
from rules.knobs import KnobGroup
from rules.packs import Pack, read_cards
from rules.presets import RULESETS
from rules.ruleset import KNOBS
from tests.rules.support import naive
from tests.rules.support.knobs import some_values


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


def drawn(group, *without, **narrow):
    """Some knobs of a group turned to some of their values, or of those in `narrow`."""
    names = [
        knob.name
        for knob in KNOBS.values()
        if knob.group is group and knob.name not in without
    ]
    values = {name: some_values(name) for name in names} | narrow
    return st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values[name]) for name in values}
    )


CARD_KNOBS = drawn(
    KnobGroup.CARDS,
    # `rulesets` and the tests choose these four
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
CLOSE_KNOBS = drawn(
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


EVERY_GAME = tuple(RULESETS.values())


@st.composite
def rulesets(draw, knobs, presets=EVERY_GAME):
    """A preset with some knobs turned, wild cards among them."""
    preset = draw(st.sampled_from(presets))
    ruleset = preset.with_options({"jokers": 2, **draw(knobs)})
    wild = (
        draw(st.lists(st.sampled_from(naive.pack(ruleset)), max_size=2, unique=True))
        if draw(st.booleans())
        else []
    )
    return ruleset.with_options({"wild_cards": wild})


@st.composite
def holdings(draw, ruleset, size):
    """`size` cards of near ranks, so that many melds are possible; with jokers and second copies."""
    ranks = naive.RANKS[ruleset.pack]
    first = draw(st.integers(0, len(ranks) - 1))
    near = (ranks + ranks)[first : first + draw(st.integers(3, 8))]
    suits = naive.SUITS[ruleset.pack][: draw(st.integers(2, 4))]
    stock = [rank + suit for suit in suits for rank in near] * naive.packs(ruleset) + [
        "*"
    ] * 2
    return draw(st.permutations(stock))[:size]


OUT_KNOBS = st.fixed_dictionaries(
    {"hand_size": st.sampled_from([6, 7])},
    optional={
        "run_min": st.sampled_from([3, 4]),
        "set_min": st.sampled_from([2, 3]),
        "min_naturals": st.sampled_from([1, 2]),
        "adjacent_jokers": st.booleans(),
        "final_discard": st.booleans(),
        "packs": st.sampled_from([1, 2, 3]),
        "ace": st.sampled_from(["low", "high", "both"]),
    },
)


@st.composite
def cards_of_a_contract(draw, ruleset, contract):
    """The cards of so many sets and runs, with jokers, sometimes with one card exchanged."""
    ranks = naive.RANKS[ruleset.pack]
    suits = naive.SUITS[ruleset.pack]
    sets, runs = contract
    cards = []
    for _ in range(sets):
        rank = draw(st.sampled_from(ranks[:4]))
        cards += [
            rank + draw(st.sampled_from(suits))
            for _ in range(draw(st.sampled_from([3, 3, 4])))
        ]
    start = draw(st.integers(1, 3))
    for _ in range(runs):
        length = draw(st.sampled_from([4, 4, 5]))
        suit = draw(st.sampled_from(suits[:2]))
        cards += [
            rank + suit for rank in (ranks[1:] + ranks[:1])[start : start + length]
        ]
        start += draw(st.sampled_from([length, length, length - 1, length + 1]))
    for _ in range(draw(st.integers(0, 3))):
        cards[draw(st.integers(0, len(cards) - 1))] = "*"
    if draw(st.integers(0, 3)) == 0:
        cards[0] = draw(st.sampled_from(ranks)) + draw(st.sampled_from(suits))
    cards += draw(st.sampled_from([[], [], [ranks[5] + suits[3]]]))
    in_packs = [
        card for index, card in enumerate(cards) if cards[:index].count(card) < 3
    ]
    return draw(st.permutations(in_packs))


@st.composite
def melds_on_table(draw, ruleset):
    """A meld in the form of the naive solver; None where the cards that were drawn have none."""
    cards = draw(holdings(ruleset, 6))
    melds = [
        lying
        for chosen in naive.melds_of(ruleset, cards)
        for lying in naive.readings(ruleset, [cards[at] for at in chosen])
    ]
    return draw(st.sampled_from(melds)) if melds else None
