"""The help pages: sections, examples, and the rules of a match."""

import gzip
import re
from html import unescape
from itertools import pairwise

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from rules.presets import CHINCHON, RULESETS, Says
from scores.table.help.pages import page
from scores.table.help.table_rules import TableRules
from tests.scores.support.factories import start
from tests.scores.support.table import hand, happen, page_text, play

HEAVIEST = 15 * 1024
TEMPLATES = sorted((settings.BASE_DIR / "templates" / "scores" / "help").rglob("*.html"))
# fmt: off
TURNED = [
    ("chinchon", {"limit": 130}), ("chinchon", {"out_at": "reach"}), ("chinchon", {"rebuys": 3}),
    ("chinchon", {"rebuys": 0}), ("chinchon", {"rebuys": None}), ("chinchon", {"rebuy_choice": "ask"}),
    ("chinchon", {"rebuy_needs": 1}), ("chinchon", {"rebuy_points": "plus-one"}),
    ("chinchon", {"stake": 7}), ("chinchon", {"rebuy_stake": 9}),
    ("chinchon", {"close_limit": 6}), ("chinchon", {"close_cards": 2}), ("chinchon", {"close_cards": None}),
    ("chinchon", {"close_first_lap": True}), ("chinchon", {"close_may_bust": True}),
    ("chinchon", {"lay_off": "closer"}), ("chinchon", {"lay_off_needs_meld": True}),
    ("chinchon", {"lay_off_order": "turn"}), ("chinchon", {"lay_off_after_full": "others"}),
    ("chinchon", {"chinchon_for": "anyone"}), ("chinchon", {"direction": "clockwise"}),
    ("gin", {"sit_out": "winner"}), ("chinaso", {"rank_points": [[5, 15]]}),
    ("chinchon", {"rank_points": [[10, 15]]}), ("chinchon", {"rank_points": [[1, 15]]}),
    ("chinchon", {"clean_points": -15}), ("chinchon", {"clean_for": "anyone"}),
    ("chinchon", {"chinchon_points": -99}), ("chinchon", {"joker_run_points": [-51, -26]}),
    ("chinchon", {"jokers": 3}), ("chinchon", {"jokers": 0}), ("chinchon", {"joker_points": 50}),
    ("chinchon", {"wild_cards": ["1o"]}), ("chinchon", {"pack": "spanish-48"}), ("chinchon", {"packs": 2}),
    ("chinchon", {"players": [2, 6]}), ("chinchon", {"figures": "index"}), ("chinchon", {"ace": "both"}),
    ("chinchon", {"ace_points": 11}), ("chinchon", {"min_naturals": 1}), ("chinchon", {"hand_size": 8}),
    ("chinchon", {"set_min": 4}), ("chinchon", {"run_min": 4}), ("chinchon", {"adjacent_jokers": False}),
    ("chinchon", {"claim_upgrades": True}), ("chinchon", {"joker_always_charged": True}),
    ("chinchon", {"false_close_points": 10}), ("chinchon", {"final_discard": False}),
    ("chinchon", {"ends": "target"}), ("chinchon", {"ends": "hands", "limit": 9}),
    ("chinchon-fournier", {"set_duplicates": False}), ("chinchon-fournier", {"limit": 70}),
    ("gin", {"limit": 150}), ("gin", {"close_limit": 7}), ("gin", {"clean_points": 20}),
    ("gin", {"undercut": 10}), ("gin", {"box": 20}), ("gin", {"game_bonus": 150}),
    ("gin", {"team_size": 2}), ("gin", {"shutout": True}), ("gin", {"big_gin": 31}),
    ("rummy", {"min_table_turns": 2}), ("rummy", {"doubles": "never"}), ("rummy", {"final_discard": True}),
    ("rummy", {"ends": "target", "limit": 200}), ("rummy", {"ace": "around"}), ("rummy", {"per_point": 5}),
    ("queen-city", {"pays_hand_of": "own"}), ("double-rum", {"joker_points": 20}),
    ("double-rum", {"joker_moves": False}), ("double-rum", {"jokers": 4}),
    ("rum-500", {"limit": 1000}), ("rum-500", {"ace_points": 1}), ("rum-500", {"final_discard": False}),
    ("rum-500", {"per_point": 1, "settlement": "winner-only"}), ("rum-500-pairs", {"limit": 700}),
    ("chinaso", {"buys": 3}), ("chinaso", {"buy_fee": 5}), ("chinaso", {"hand_fee": 10}),
    ("chinaso", {"game_fee": 100}), ("chinaso", {"hand_fee": 10, "doubles_fees": True}),
    ("chinaso", {"joker_points": 50}), ("chinaso", {"ace_points": 20}), ("chinaso", {"doubles": "never"}),
    ("chinaso", {"contracts": [[2, 0], [0, 2]], "limit": 2}), ("chinaso", {"hand_size": 12}),
]
# fmt: on
"""Every knob that a page speaks of, turned in a game where it says something."""
UNSAID = {
    "cents": "it is the unit in which the amounts are written",
    "scoring": "it is the family the page is of",
}


def shown(address: str, language: str = "es") -> str:
    answer = Client().get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def game(key: str, language: str = "es") -> str:
    return shown(reverse("help-game", args=[key]), language)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_has_its_page_in_the_list(key):
    assert f'href="{reverse("help-game", args=[key])}"' in shown(reverse("help"))
    assert page(RULESETS[key]).name in game(key)


def test_a_game_that_nobody_knows_has_none():
    assert Client().get("/help/mus/").status_code == 404


@pytest.mark.parametrize("key", RULESETS)
def test_the_contents_lead_to_every_section_and_question_and_no_place_is_there_twice(key):
    html = game(key)
    places = re.findall(r'<h[1-6] id="([^"]+)"', html)
    led_to = re.findall(r'<a href="#([^"]+)"', html)
    assert len(set(places)) == len(places)
    assert led_to == [one.slug for one in (*page(RULESETS[key]).sections, *page(RULESETS[key]).questions)]
    assert set(led_to) <= set(places)


@pytest.mark.parametrize("key", RULESETS)
def test_headings_go_down_one_step_at_a_time(key):
    levels = [int(level) for level in re.findall(r"<h([1-6])", game(key))]
    assert levels[0] == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("key", RULESETS)
def test_a_page_is_light(key, language):
    assert len(gzip.compress(game(key, language).encode())) < HEAVIEST


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_shows_what_is_allowed_and_what_is_not(key):
    of = {section.slug: verdicts(section.html) for section in page(RULESETS[key]).sections}
    assert set(of["melds"]) == {True, False}
    assert set(of["contracts"] if key == "chinaso" else of["closing"]) == {True, False}


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_names_its_source_and_what_is_ours(key):
    shown_page, html = page(RULESETS[key]), game(key)
    assert shown_page.source in html
    assert [our in html for our in shown_page.ours] == [True] * len(shown_page.ours)


@pytest.mark.parametrize(("key", "options"), TURNED)
def test_a_house_rule_changes_the_page(key, options):
    preset = RULESETS[key]
    table = preset.turned(options)
    for players in (None, 3):
        if page(table, players) != page(preset, players):
            return
    pytest.fail("says nothing of it")


@pytest.mark.parametrize("scoring", ["count", "difference", "collect", "table"])
@pytest.mark.parametrize("lay_off", ["any", "closer", "in-play", "none"])
def test_a_house_that_counts_or_lays_off_in_another_way_has_its_page_too(scoring, lay_off):
    for key, preset in RULESETS.items():
        options = {"scoring": scoring, "lay_off": lay_off, "ends": "open", "limit": None, "contracts": []}
        assert page(preset.turned(options), 4).name == page(RULESETS[key]).name


def test_every_knob_is_spoken_of():
    spoken = {knob for _key, options in TURNED for knob in options}
    assert set(CHINCHON.dump()) - {"key"} - set(UNSAID) == spoken


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_a_template_asks_for_what_there_is(template):
    """A knob or a value that is spelled wrong would only hide a sentence."""
    text = template.read_text()
    assert [name for name in re.findall(r"\brules\.(\w+)", text) if not hasattr(CHINCHON, name)] == []
    assert [name for name in re.findall(r"\btable\.(\w+)", text) if not hasattr(TableRules, name)] == []
    for knob, value in re.findall(r'\brules\.(\w+) [!=]= "([^"]+)"', text):
        assert type(getattr(CHINCHON, knob))(value) == value
    for what in re.findall(r'"([\w-]+)" in says', text):
        assert Says(what) == what


def said(key: str, slug: str, players: int | None = None, **options) -> str:
    """The text of one part of a page."""
    help_page = page(RULESETS[key].turned(options), players)
    part = next(one for one in [*help_page.sections, *help_page.questions] if one.slug == slug)
    facts_in_lines = part.html.replace("</dt>", ": ").replace("</dd>", ". ")
    return " ".join(unescape(re.sub("<[^>]*>", " ", facts_in_lines)).split())


def verdicts(html: str) -> list[bool]:
    """Which of the examples are legal."""
    return [not is_not for is_not in re.findall(r'<figure class="example( no)?">', html)]


def test_may_i_buy_back_in():
    assert said("chinchon", "rebuy") == (
        "Sí, 1 vez. Es automático: quien se pasa sigue sin que nadie pregunte. "
        "Se vuelve con el total más alto de quienes no se pasaron. "
        "Con Ana en 64, Luis en 87 y Eva en 112, Eva sigue en 87. "
        "Hace falta que sigan al menos 2 jugadores que no se hayan pasado. "
        "Por eso no hay reenganche con dos en juego. Tampoco si se pasan a la vez todos menos quien cierra: "
        "entonces gana quien cierra. Quien vuelve a pasarse y ya no tiene reenganche queda fuera."
    )
    assert "Cuesta 50 al bote." in said("chinchon", "rebuy", rebuy_stake=50)
    assert "Cuesta 1,50 al bote." in said("chinchon", "rebuy", rebuy_stake=150, cents=True)
    assert said("chinchon", "rebuy", rebuys=0) == "No: quien se pasa queda fuera."


def test_two_at_the_table_never_buy_back_in():
    assert said("chinchon", "rebuy", players=2).startswith("En esta mesa no")
    assert said("chinchon-french", "rebuy", players=2).startswith("Sí, 1 vez.")


def test_what_is_needed_is_said_for_every_number_of_players_or_for_those_at_the_table():
    assert "Cartas de cada uno: 10 con 2, 7 con 3–4, 6 con 5–6 jugadores." in said("rummy", "needs")
    assert "Cartas de cada uno: 6." in said("rummy", "needs", players=5)


def test_gin_of_more_than_two_is_explained():
    assert "descansa uno: quien perdió la mano; en la primera" in said("gin", "more-players")
    assert "descansa uno: quien reparte." in said("gin", "more-players", sit_out="dealer")
    assert "juegan los tres" in said("gin", "more-players", sit_out="nobody")
    assert "juntan los puntos y las casillas" in said("gin", "more-players")


def test_gin_ends_with_the_arithmetic_of_its_text():
    assert "118 + 75 + 100 = 293" in said("gin", "end")
    assert "168 + 60 + 150 = 378" in said("gin", "end", limit=150, box=20, game_bonus=150)


def test_an_undercut_is_priced_as_the_board_prices_it():
    assert said("gin", "undercut").endswith("Con 8 suelto contra 5, el otro suma 28.")
    assert said("gin", "undercut", undercut=10).endswith("el otro suma 13.")


def test_chinaso_says_that_its_chart_is_lost_and_ours_is_liverpools():
    text = said("chinaso", "counting")
    assert "perdió su tabla de puntos" in text
    assert "Liverpool" in text
    assert "reglas de la casa" in text


def test_chinaso_lists_its_contracts():
    assert "Mano 6: un trío y dos escaleras" in said("chinaso", "contracts")


def test_an_example_is_judged_by_the_rules_of_the_table():
    def closes(**options):
        sections = page(CHINCHON.turned(options)).sections
        return next(verdicts(section.html) for section in sections if section.slug == "closing")

    assert closes() == [True, False, False, True, True, True]
    assert closes(close_limit=6, close_cards=3) == [True] * 6


def test_the_page_of_a_match_says_what_its_table_turned_first():
    phone = Client()
    match = start(phone, "Ana", "Luis", "Eva", limit=130, rebuys=2)
    html = phone.get(reverse("help-of-match", args=[match.code])).content.decode()
    assert html.index("Límite de puntos") < html.index('id="needs"')
    assert "Queda fuera quien pasa de 130 puntos" in html
    assert "Sí, 2 veces." in html


def test_the_page_of_a_match_follows_its_rules_when_they_change():
    phone = Client()
    match = start(phone, "Ana", "Luis", "Eva")
    address = reverse("help-of-match", args=[match.code])
    assert "Son las de la variante, sin cambios." in phone.get(address).content.decode()
    happen(phone, match, "rules", limit=150)
    assert "Queda fuera quien pasa de 150 puntos" in phone.get(address).content.decode()


def test_eight_at_chinchon_play_with_two_packs_which_board_and_help_say():
    phone = Client()
    match = start(phone, *"ABCDEFGH")
    help_page = phone.get(reverse("help-of-match", args=[match.code])).content.decode()
    assert "<dt>Barajas</dt><dd>2</dd>" in help_page
    play(phone, match, hand(0, *range(1, 8)))
    board = page_text(phone.get(reverse("scoresheet", args=[match.code])))
    assert "Con 8 no alcanzan las cartas: hace falta otra baraja." in board


@pytest.mark.parametrize(
    ("key", "players", "most"),
    [
        ("chinchon", None, "contando los comodines: 4."),
        ("chinchon-fournier", None, "en un trío: 4 con 2–4, 8 con 5–8 jugadores."),
        ("chinchon-fournier", 6, "en un trío: 8."),
        ("chinchon-french", None, "contando los comodines: 4."),
        ("chinaso", None, "contando los comodines: 12."),
    ],
)
def test_it_is_told_how_many_cards_a_set_may_have(key, players, most):
    assert most in said(key, "melds", players)


@pytest.mark.parametrize("address", ["home", "new-match"])
def test_it_is_a_tap_away(address):
    assert f'href="{reverse("help")}"' in shown(reverse(address))


def test_it_is_a_tap_away_from_the_board():
    phone = Client()
    match = start(phone, "Ana", "Luis", "Eva")
    below = phone.get(reverse("scoresheet", args=[match.code]))
    assert reverse("help-of-match", args=[match.code]) in below.content.decode()


@pytest.mark.parametrize("key", RULESETS)
def test_nothing_stays_spanish_in_english(key):
    with translation.override("es"):
        spanish = page(RULESETS[key])
    with translation.override("en"):
        english = page(RULESETS[key])
    assert _lines(spanish) & _lines(english) == set()


def _lines(shown_page) -> set[str]:
    parts = [*shown_page.sections, *shown_page.questions]
    html = "".join(part.html for part in parts)
    blocks = re.findall("<(?:p|li)>(.+?)</(?:p|li)>", html, re.DOTALL)
    return {part.title for part in parts} | {" ".join(block.split()) for block in blocks}


@pytest.mark.parametrize("key", RULESETS)
def test_the_page_of_a_game_leads_to_its_tips(key):
    assert f'href="{reverse("help-tips", args=[key])}"' in game(key)
    html = shown(reverse("help-tips", args=[key]))
    assert page(RULESETS[key]).name in html
    assert f'href="{reverse("help-game", args=[key])}"' in html


def test_a_game_that_nobody_knows_has_no_tips():
    assert Client().get("/help/mus/tips/").status_code == 404


@pytest.mark.parametrize("key", RULESETS)
def test_no_tip_stays_spanish_in_english(key):
    spanish, english = (
        re.findall("<li>(.+?)</li>", shown(f"/help/{key}/tips/", one)) for one in ("es", "en")
    )
    assert len(spanish) == len(english) > 1
    assert set(spanish) & set(english) == set()


@pytest.mark.parametrize("key", ["rummy", "queen-city", "double-rum", "rum-500", "rum-500-pairs"])
def test_in_a_rummy_the_first_card_comes_from_the_stock_and_none_is_turned_up(key):
    assert "No se levanta ninguna carta: quien empieza roba la primera del mazo." in said(key, "deal")
    assert "Quien empieza roba del mazo." in said(key, "turn")


def test_the_chinchones_go_anticlockwise_and_the_others_clockwise():
    to_the_left = {key for key in set(RULESETS) - {"gin"} if "hacia la izquierda" in said(key, "deal")}
    to_the_right = {key for key in set(RULESETS) - {"gin"} if "hacia la derecha" in said(key, "deal")}
    assert to_the_right == {"chinchon", "chinchon-fournier", "chinchon-french"}
    assert to_the_left == {"rummy", "queen-city", "double-rum", "rum-500", "rum-500-pairs", "chinaso"}


def test_the_deal_is_told_for_every_number_of_players_or_for_those_at_the_table():
    assert "Cada uno recibe 10 con 2, 7 con 3–4, 6 con 5–6 jugadores." in said("rummy", "deal")
    assert "Reparte 6 cartas a cada uno" in said("rummy", "deal", players=5)


@pytest.mark.parametrize("key", [key for key in RULESETS if key != "gin"])
def test_the_deal_is_drawn_for_as_the_draw_does_it(key):
    """The dealer is the player before the highest card: on the left where play goes to the right."""
    side = "izquierda" if key.startswith("chinchon") else "derecha"
    assert f"la más alta empieza; reparte quien está a su {side}." in said(key, "deal")


def test_in_gin_the_highest_card_chooses_and_the_other_deals_the_next_hand():
    assert "La más alta elige baraja y sitio. También elige si reparte primero o no." in said("gin", "deal")
    assert said("gin", "deal").endswith("En cada mano nueva reparte el otro.")
    assert said("gin", "deal", players=3).endswith("reparte el siguiente de los que juegan.")


def test_in_gin_the_non_dealer_draws_first_when_both_refuse_the_upcard():
    assert "Si tampoco la quiere, quien no reparte roba la primera del mazo" in said("gin", "first-turn")


def test_in_rum_500_nobody_is_forced_to_take_and_the_sentence_that_says_so_is_named():
    assert "A nadie se le obliga a tomar, aunque pueda. Una frase del texto" in said("rum-500", "stock")


def test_in_chinaso_cards_are_added_from_the_turn_of_going_down_on():
    assert said("chinaso", "down").startswith("Añade cartas a cualquier juego de la mesa, tuyo o de otro, ya")


@pytest.mark.parametrize(
    ("key", "ours"),
    [
        ("chinchon-fournier", "Que cerrar con poco suelto acabe el juego en el acto"),
        ("chinchon-fournier", "dos cartas idénticas quepan en un trío"),
        ("chinchon-french", "Que un comodín dentro de un juego no cueste nada"),
        ("chinchon-french", "sea el más alto de quienes no se pasaron"),
        ("chinchon", "si se pasan todos a la vez"),
        ("gin", "Que en cada mano nueva reparta el siguiente"),
        ("rum-500", "Que a nadie se le obligue a robar"),
    ],
)
def test_what_the_project_decided_is_told_as_ours(key, ours):
    html = game(key)
    assert ours in html[html.index("ahí la variante es nuestra") :]
    assert "Que un cierre en falso anule la mano y no cueste puntos." in html


def test_in_rum_500_the_cards_that_cover_the_one_taken_may_be_used_at_once():
    assert "Las que la cubren las puedes usar enseguida" in said("rum-500", "discards")


def test_a_player_of_chinaso_holds_three_cards_more_for_every_buy():
    assert "11, 14 y 17" in said("chinaso", "buying")
    assert "11, 14, 17 y 20" in said("chinaso", "buying", buys=3)


def test_in_fournier_a_wrong_hand_that_is_completed_pays_nothing():
    assert said("chinchon-fournier", "wrong-hand").endswith("también con seis cartas, no pagas nada.")


def test_in_the_french_chinchon_anyone_who_shows_a_pure_run_of_seven_wins():
    anyone = "Gana la partida cualquiera que enseñe una escalera de siete sin comodines, aunque no cierre."
    assert anyone in said("chinchon-french", "bonus")
    assert anyone not in said("chinchon", "bonus")


def test_the_french_chinchon_has_two_jokers_with_more_than_two_players():
    assert "Con más de dos jugadores se añaden 2 comodines." in said("chinchon-french", "needs")
    assert "Comodines: 2." in said("chinchon-french", "needs", players=3)


def test_the_optional_rules_of_rummy_name_their_knobs():
    options = said("rummy", "options")
    assert "En las reglas de la casa: «El as en la escalera», en las dos puntas." in options
    assert "En las reglas de la casa: «Turnos en los que hay que bajar, al menos», 2." in options
    assert "«Los demás pagan la mano», de quien sale" in options


def test_an_optional_rule_that_holds_at_the_table_is_no_option_there():
    assert "El as puede ser alto o bajo" not in said("rummy", "options", ace="both")
    assert "hay que bajar en dos turnos" not in said("rummy", "options", min_table_turns=2)
    assert "También se juega a 70" not in said("chinchon-fournier", "options", limit=70)


def test_the_sheet_of_gin_is_the_illustration_of_its_text():
    sheet = said("gin", "sheet")
    scores = re.findall(r"Van (\d+) a (\d+)", sheet)
    assert scores == [
        ("13", "0"),
        ("13", "49"),
        ("13", "50"),
        ("30", "50"),
        ("55", "50"),
        ("87", "50"),
        ("118", "50"),
    ]
