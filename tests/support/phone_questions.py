"""Random questions for the engine of the phone, and how its answers differ from CPython's."""

import json
from random import Random

from phone.runtime import messages
from rules.cards.deck import usual_players
from rules.cards.melds import meld_rules
from rules.cases import answer
from rules.closing.check import check_close
from rules.conformance import complaint
from rules.errors import Illegal, Malformed
from rules.knobs import at_table
from rules.packs import read_cards
from rules.presets import RULESETS
from tests.rules.support.knobs import stored_without
from tests.rules.support.naive_showdown import near_cards

CARD_OPTIONS = [
    {},
    {},
    {},
    {"wild_cards": ["1o"]},
    {"ace": "both"},
    {"ace": "around"},
    {"adjacent_jokers": False},
    {"claim_upgrades": True},
    {"lay_off_needs_meld": True},
    {"joker_always_charged": True},
    {"set_duplicates": False},
    {"packs": 2},
    {"jokers": 4},
    {"clean_for": "anyone"},
    {"min_naturals": 1},
    {"close_cards": None, "close_limit": 10},
]


def asked(name, payload):
    return name, json.dumps(messages.tagged_value(payload))


def answer_of(given):
    """The JSON value of the engine's answer. Raises RuntimeError where there is none."""
    if given.text is None:
        raise RuntimeError(f"{given.reason}: {given.message}")
    return messages.untagged_value(json.loads(given.text))


def difference(question, given):
    """How the answer to a case differs from CPython's, in the order of keys too; empty if it does not."""
    case = messages.untagged_value(json.loads(question[1]))
    try:
        expected = messages.tagged_value(answer(case))
    except Exception as error:  # the engine in the phone has to fail in the same way
        last = given.message.splitlines()[-1] if given.message else ""
        return (
            ""
            if last.startswith(type(error).__name__)
            else f"expected {error!r}, got {given}"
        )
    got = None if given.text is None else json.loads(given.text)
    return "" if got == expected else f"expected {expected}, got {got or given}"


def complaints(engine, cases):
    """Each case with what is wrong with the engine's answer."""
    answers = engine.answers([asked("conformance", case) for case in cases])
    for case, given in zip(cases, answers, strict=True):
        yield case, complaint(case, lambda _case, given=given: answer_of(given))


def random_questions(number, seed):
    random = Random(seed)
    kinds = random.choices(list(_KINDS), weights=list(_KINDS.values()), k=number)
    return [asked("conformance", _case(random, kind)) for kind in kinds]


def _case(random, kind):
    ruleset = _ruleset(random)
    size = at_table(ruleset.hand_size, usual_players(ruleset))
    knobs = stored_without(ruleset, "key")
    name = kind.__name__.removeprefix("_")
    facts = kind(random, ruleset, size)
    return {"kind": name, "ruleset": ruleset.key, "options": knobs, **facts}


def _close(random, ruleset, size):
    cards = _near_cards(random, ruleset, size + random.choice((0, 1, 1)))
    facts = {"cards": cards}
    if random.random() < 0.3:
        facts["discard"] = random.choice(cards)
    if random.random() < 0.3:
        facts["melds"] = _melds(ruleset, cards) or [cards[:3]]
    if random.random() < 0.3:
        facts |= {"first_lap": random.random() < 0.5, "total": random.randint(0, 100)}
    return facts


def _draws(random, ruleset, size):
    return {"cards": _near_cards(random, ruleset, size)}


def _count(random, ruleset, size):
    cards = _near_cards(random, ruleset, 2 * size)
    melds = _melds(ruleset, cards[size:])
    close = random.choice(("knock", "knock", "clean"))
    table = {"table": melds} if melds else {}
    return {"cards": cards[:size], "close": close, **table}


def _showdown(random, ruleset, size):
    names = random.sample(["Ana", "Luis", "Eva"], random.randint(2, 3))
    cards = _near_cards(random, ruleset, size * len(names))
    hands = {name: cards[at :: len(names)] for at, name in enumerate(names)}
    return {"cards": hands, "closer": random.choice(names)}


def _melds(ruleset, cards):
    verdict = check_close(ruleset, read_cards(cards, ruleset.pack))
    return [list(map(str, meld.cards)) for meld in verdict.melds]


def _ruleset(random):
    ruleset = random.choice(list(RULESETS.values()))
    try:
        turned = ruleset.with_options(random.choice(CARD_OPTIONS))
        meld_rules(turned)
    except (
        Illegal,
        Malformed,
    ):  # a card that this pack does not have, or rules by which no table could play
        return ruleset
    return turned


def _near_cards(random, ruleset, number):
    jokers = meld_rules(ruleset).deck.jokers
    alike = ruleset.with_options({"jokers": jokers})
    return near_cards(random, alike, [number // 4 + 2])[:number]


_KINDS = {
    _close: 40,
    _draws: 8,
    _count: 10,
    _showdown: 8,
}
"""How often each kind of question is asked."""
