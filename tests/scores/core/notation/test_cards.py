"""Cards in words and as images."""

from pathlib import Path

import pytest
from django.conf import settings

from rules.cards.melds import meld_rules
from rules.packs import read_card
from rules.presets import FRENCH, RULESETS
from scores.core.notation.cards import face, with_article

CARDS = {
    "1o": "el as de oros",
    "7c": "el siete de copas",
    "8e": "el ocho de espadas",
    "10b": "la sota de bastos",
    "11c": "el caballo de copas",
    "12e": "el rey de espadas",
    "*": "el comodín",
}
FRENCH_CARDS = {
    "As": "el as de picas",
    "Th": "el diez de corazones",
    "Jd": "la jota de diamantes",
    "Qc": "la dama de tréboles",
    "*": "el comodín",
}


@pytest.mark.parametrize(
    ("pack", "cards"), [("spanish-48", CARDS), (FRENCH.pack, FRENCH_CARDS)]
)
def test_a_card_in_words_with_its_article(pack, cards):
    assert {code: with_article(read_card(code, pack)) for code in cards} == cards


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_card_has_its_own_name_and_every_suit_and_figure_its_drawing(ruleset):
    sprite = Path(settings.BASE_DIR, "static", "cards.svg").read_text(encoding="utf-8")
    faces = [face(card) for card in meld_rules(ruleset).deck.cards]
    assert len({one.name for one in faces}) == len(faces)
    for drawing in {one.suit for one in faces} | {
        one.figure for one in faces if one.figure
    }:
        assert f'id="{drawing}"' in sprite
