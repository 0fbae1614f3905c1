"""Every refusal of the rules has a sentence in both languages."""

import re
from pathlib import Path

import pytest
from django.utils import translation

import rules
from rules.cards.meld_faults import MeldFault
from rules.closing.verdict import REFUSAL_CODES
from rules.events import BoughtBackIn, Penalised, Reseated, RulesChanged
from rules.match.play import replay
from scores.core.wording.refusals import CLOSE_PHRASES, FLAWS, PHRASES, phrase
from tests.rules.support.table import hand, new

NAMES = {0: "Ana", 1: "Luis", 2: "Eva"}


def codes_of_the_rules():
    """Every code in the source of the rules, also those that `why_no_rebuy` answers."""
    source = "".join(
        path.read_text() for path in Path(rules.__file__).parent.rglob("*.py")
    )
    raised = re.findall(r'Illegal\(\s*"([a-z-]+)"', source)
    kept = re.findall(
        r'"([a-z-]+)"', re.search(r"def why_no_rebuy.*?\n\n\n", source, re.DOTALL)[0]
    )
    popped = re.findall(r'"(nothing-to-[a-z]+)"', source)
    return {*raised, *kept, *popped, *REFUSAL_CODES, "not-in-play"} - {"invalid-meld"}


def test_every_code_that_the_rules_can_raise_and_every_flaw_of_a_group_has_its_words():
    """Those of flaws replace the sentence for `invalid-meld`, one for each group."""
    assert (set(PHRASES), set(FLAWS)) == (codes_of_the_rules(), set(MeldFault))


class Twos(dict):
    """Details with the value 2 for every name: some sentences need a number."""

    def __missing__(self, key):
        return 2


@pytest.mark.parametrize(
    "phrases", [PHRASES, CLOSE_PHRASES, FLAWS], ids=["phrases", "closes", "flaws"]
)
def test_every_phrase_is_said_in_english_too(phrases):
    spanish = {code: text % Twos() for code, text in phrases.items()}
    with translation.override("en"):
        english = {code: text % Twos() for code, text in phrases.items()}
    assert [code for code in phrases if english[code] == spanish[code]] == []


def refusal(board, *events):
    found = replay(board, events).refusal
    assert found is not None
    return found


SAID = [  # others are said on the pages that refuse
    (new(), [Reseated((0, 0, 1))], "Ana ya está en la mesa."),
    (
        new(start=(0, 99, 1), rebuys=0),
        [hand(0, 20, 1), BoughtBackIn(1)],
        "A Luis no le quedan reenganches.",
    ),
    (
        new(start=(0, 99, 99), rebuys=0),
        [hand(0, 9, 9), Penalised(0, 1)],
        "La partida ya terminó.",
    ),
    (new(), [RulesChanged({"limit": -1})], "limit"),
    (
        new(close_limit=1),
        [hand(2, 20, 20)],
        "Para cerrar hace falta 1 punto o menos.",
    ),
]


@pytest.mark.parametrize(
    ("board", "events", "sentence"), SAID, ids=[sentence for *_case, sentence in SAID]
)
def test_a_refusal_names_whom_it_is_about(board, events, sentence):
    text = phrase(refusal(board, *events), NAMES)
    assert sentence in text
    assert "?" not in text
    assert "%(" not in text
