"""The help pages: sections, examples, and the rules of a match."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from rules.events import RulesChanged
from rules.presets import CHINCHON, RULESETS, Says
from scores.table.help.pages import page
from scores.table.help.table_rules import TableRules
from tests.rules.support.knobs import turned
from tests.scores.support.factories import start, write
from tests.scores.support.table import address_of, text_of

TEMPLATES = sorted(
    (settings.BASE_DIR / "templates" / "scores" / "help").rglob("*.html")
)
SPOKEN = {
    "chinchon": (
        "limit out_at rebuys rebuy_choice rebuy_needs rebuy_points stake rebuy_stake close_limit close_cards "
        "close_first_lap close_may_bust lay_off lay_off_needs_meld lay_off_order lay_off_after_full ends "
        "chinchon_for direction rank_points clean_points clean_for chinchon_points joker_run_points jokers "
        "joker_points wild_cards pack packs players figures ace ace_points min_naturals hand_size set_min "
        "run_min adjacent_jokers claim_upgrades knock_at_zero joker_always_charged false_close_points "
        "final_discard"
    ),
    "chinchon-fournier": "set_duplicates limit",
    "gin": (
        "sit_out deal_scores limit close_limit clean_points undercut box game_bonus team_size shutout big_gin"
    ),
    "rummy": "min_table_turns doubles final_discard ace per_point",
    "queen-city": "pays_hand_of",
    "double-rum": "joker_points joker_moves jokers",
    "rum-500": "limit ace_points final_discard per_point settlement",
    "rum-500-pairs": "limit",
    "chinaso": (
        "rank_points buys buy_fee hand_fee game_fee joker_points ace_points doubles contracts hand_size"
    ),
}
"""The knobs that the page of a game speaks of. All others belong to one of these."""
BESIDE = {
    ("rummy", "limit"): ({"ends": "target"}, 200, 300),
    ("chinaso", "doubles_fees"): ({"hand_fee": 10, "buy_fee": 5}, False, True),
}
"""Knobs of which the page of a game speaks only beside other ones, with two values."""
UNSAID = {
    "cents": "it is the unit in which the amounts are written",
    "scoring": "it is the family the page is of",
}


def shown(address):
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("key", ["chinchon", "gin", "rum-500", "chinaso"])
def test_the_page_of_a_game(key):
    html = shown(reverse("help-game", args=[key]))
    shown_page = page(RULESETS[key])
    address_of_tips = reverse("help-tips", args=[key])
    tips = shown(address_of_tips)
    own = f'href="{reverse("help-game", args=[key])}"'
    assert own in shown(reverse("help"))
    assert own in tips
    assert f'href="{address_of_tips}"' in html
    told = [shown_page.name, shown_page.source, *shown_page.ours]
    assert [text for text in told if text not in html] == []
    assert shown_page.name in tips
    ids = re.findall(r'<h[1-6] id="([^"]+)"', html)
    led_to = re.findall(r'<a href="#([^"]+)"', html)
    assert led_to == [
        part.slug for part in (*shown_page.sections, *shown_page.questions)
    ]
    assert set(led_to) <= set(ids)
    examples = {part.slug: set(verdicts(part.html)) for part in shown_page.sections}
    assert examples["melds"] == {True, False}
    assert examples["contracts" if key == "chinaso" else "closing"] == {True, False}


@pytest.mark.parametrize("key", SPOKEN)
def test_a_house_rule_changes_the_page(key):
    """The first and the last value of each knob, as far as they are other rules."""
    usual = {players: page(RULESETS[key], players) for players in (None, 3)}
    values = {knob: [*turned(RULESETS[key], knob)] for knob in SPOKEN[key].split()}
    others = [
        (knob, other)
        for knob, turns in values.items()
        for other in {turns[0], turns[-1]}
    ]
    silent = [
        knob
        for knob, other in others
        if all(page(other, players) == usual[players] for players in usual)
    ]
    assert silent == []


@pytest.mark.parametrize(("game", "knob"), BESIDE)
def test_a_house_rule_changes_the_page_beside_others(game, knob):
    others, *values = BESIDE[game, knob]
    pages = [
        page(RULESETS[game].with_options({**others, knob: value}), 3)
        for value in values
    ]
    assert pages[0] != pages[1]


def test_every_knob_is_spoken_of():
    spoken = {knob for knobs in SPOKEN.values() for knob in knobs.split()}
    spoken |= {knob for _game, knob in BESIDE}
    assert set(CHINCHON.dump()) - {"key"} - set(UNSAID) == spoken


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_a_template_asks_for_what_there_is(template):
    """A knob or a value that is spelled wrong would only hide a sentence."""
    text = template.read_text()
    assert [
        name
        for name in re.findall(r"\brules\.(\w+)", text)
        if not hasattr(CHINCHON, name)
    ] == []
    assert [
        name
        for name in re.findall(r"\btable\.(\w+)", text)
        if not hasattr(TableRules, name)
    ] == []
    for knob, value in re.findall(r'\brules\.(\w+) [!=]= "([^"]+)"', text):
        assert type(getattr(CHINCHON, knob))(value) == value
    for what in re.findall(r'"([\w-]+)" in says', text):
        assert Says(what) == what


def said(key, slug, players=None, **options):
    """The text of one part of a page."""
    help_page = page(RULESETS[key].with_options(options), players)
    part = next(
        one for one in [*help_page.sections, *help_page.questions] if one.slug == slug
    )
    return text_of(part.html.replace("</dt>", ": ").replace("</dd>", ". "))


def verdicts(html):
    """Which of the examples are legal."""
    return [
        not is_not for is_not in re.findall(r'<figure class="example( no)?">', html)
    ]


SAID = [  # of a game, in a section, for so many players with these rules; ^ and $ are its beginning and end
    (
        "chinchon",
        "rebuy",
        None,
        {},
        "Con Ana en 64, Luis en 87 y Eva en 112, Eva sigue en 87.",
    ),
    ("chinchon", "rebuy", None, {"rebuys": 0}, "^No: quien se pasa queda fuera.$"),
    ("chinchon", "rebuy", None, {"rebuy_stake": 50}, "Cuesta 50 al bote."),
    (
        "chinchon",
        "rebuy",
        None,
        {"rebuy_stake": 150, "cents": True},
        "Cuesta 1,50 al bote.",
    ),
    ("chinchon", "rebuy", 2, {}, "^En esta mesa no"),
    ("chinchon-french", "rebuy", 2, {}, "^Sí, 1 vez."),
    ("rummy", "needs", 5, {}, "Cartas de cada uno: 6."),
    (
        "gin",
        "more-players",
        None,
        {},
        "descansa uno: quien perdió la mano; en la primera",
    ),
    ("gin", "more-players", None, {"sit_out": "nobody"}, "juegan los tres"),
    (
        "gin",
        "more-players",
        None,
        {"deal_scores": "net"},
        "Con 15 contra 55 se apuntan 40.",
    ),
    (
        "gin",
        "end",
        None,
        {"limit": 150, "box": 20, "game_bonus": 150},
        "168 + 60 + 150 = 378",
    ),
    ("gin", "undercut", None, {"undercut": 10}, "el otro suma 13.$"),
    (
        "chinchon-fournier",
        "melds",
        None,
        {},
        "en un trío: 4 con 2–4, 8 con 5–8 jugadores.",
    ),
    ("chinaso", "melds", None, {}, "contando los comodines: 12."),
    ("rummy", "deal", 5, {}, "Reparte 6 cartas a cada uno"),
    # the dealer is the player before the highest card: on the left where play goes to the right
    ("chinchon", "deal", None, {}, "empieza; reparte quien está a su izquierda."),
    ("rummy", "deal", None, {}, "empieza; reparte quien está a su derecha."),
    ("gin", "deal", None, {}, "En cada mano nueva reparte el otro.$"),
    ("gin", "deal", 3, {}, "reparte el siguiente de los que juegan.$"),
    ("chinaso", "buying", None, {"buys": 3}, "11, 14, 17 y 20"),
    (
        "rummy",
        "options",
        None,
        {},
        "En las reglas de la casa: «El as en la escalera», en las dos puntas.",
    ),
]


@pytest.mark.parametrize(("key", "slug", "players", "options", "words"), SAID)
def test_a_section_says(key, slug, players, options, words):
    assert words in f"^{said(key, slug, players, **options)}$"


def test_an_example_is_judged_by_the_rules_of_the_table():
    def closes(**options):
        sections = page(CHINCHON.with_options(options)).sections
        return next(
            verdicts(section.html) for section in sections if section.slug == "closing"
        )

    assert closes() == [True, False, False, True, True, True]
    assert closes(close_limit=6, close_cards=3) == [True] * 6


def test_the_page_of_a_match_follows_its_rules_when_they_change(phone):
    """What its table has turned comes first."""
    match = start(phone, "Ana", "Luis", "Eva")
    address = address_of("help-of-match", match)
    assert "Son las de la variante, sin cambios." in phone.get(address).text
    write(match, RulesChanged({"limit": 150, "rebuys": 2}))
    html = phone.get(address).text
    assert html.index("Límite de puntos") < html.index('id="needs"')
    assert "Queda fuera quien pasa de 150 puntos" in html
    assert "Sí, 2 veces." in html


@pytest.mark.parametrize("key", RULESETS)
def test_nothing_stays_spanish_in_english(key):
    with translation.override("es"):
        spanish = page(RULESETS[key])
    with translation.override("en"):
        english = page(RULESETS[key])
    assert _lines(spanish) & _lines(english) == set()


def _lines(shown_page):
    parts = [*shown_page.sections, *shown_page.questions]
    html = "".join(part.html for part in parts)
    blocks = re.findall("<(?:p|li)>(.+?)</(?:p|li)>", html, re.DOTALL)
    return {part.title for part in parts} | {
        " ".join(block.split()) for block in blocks
    }
