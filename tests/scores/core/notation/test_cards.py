"""Cards in words and as images."""

from pathlib import Path

import pytest
from django.conf import settings

from rules.cards.melds import meld_rules
from rules.packs import read_card
from rules.presets import CHINCHON, FRENCH, RULESETS
from scores.core.notation.cards import face, name, with_article

CARDS = {
    "1o": "as de oros",
    "7c": "siete de copas",
    "8e": "ocho de espadas",
    "10b": "sota de bastos",
    "11c": "caballo de copas",
    "12e": "rey de espadas",
    "*": "comodín",
}
FRENCH_CARDS = {
    "As": "as de picas",
    "Th": "diez de corazones",
    "Jd": "jota de diamantes",
    "Qc": "dama de tréboles",
}


@pytest.mark.parametrize(
    ("pack", "cards"), [("spanish-48", CARDS), (FRENCH.pack, FRENCH_CARDS)]
)
def test_a_card_in_words(pack, cards):
    assert {code: name(read_card(code, pack)) for code in cards} == cards


@pytest.mark.parametrize(
    ("code", "pack", "words"),
    [
        ("7o", CHINCHON.pack, "el siete de oros"),
        ("10c", CHINCHON.pack, "la sota de copas"),
        ("Qs", FRENCH.pack, "la dama de picas"),
        ("*", FRENCH.pack, "el comodín"),
    ],
)
def test_a_card_within_a_sentence(code, pack, words):
    assert with_article(read_card(code, pack)) == words


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_card_has_its_own_name_and_every_suit_and_figure_its_drawing(ruleset):
    sprite = Path(settings.BASE_DIR, "static", "cards.svg").read_text(encoding="utf-8")
    faces = [face(card) for card in meld_rules(ruleset).deck.cards]
    assert len({one.name for one in faces}) == len(faces)
    for drawing in {one.suit for one in faces} | {
        one.figure for one in faces if one.figure
    }:
        assert f'id="{drawing}"' in sprite
