"""House rules: every knob as form field and text, saved rules, contradictions, money."""

import pytest
from django import forms
from django.test import Client
from django.urls import reverse

from rules.knobs import Ends, _in_the_cards, _in_the_contracts, _in_the_match
from rules.presets import CHINASO, CHINCHON, FRENCH, RULESETS, RUMMY
from rules.ruleset import AMOUNTS
from scores.circle.circles import merging
from scores.core.house_rules import labels
from scores.core.house_rules.options import KNOBS, WORDS, money_of
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, HouseRules, Match, Role
from scores.table.new_match.forms import offers
from scores.table.new_match.setup import save_rules
from tests.scores.support.house_rules_form import HouseRulesForm
from tests.scores.support.table import (
    errors,
    form,
    happen,
    new_match,
    page_at,
    page_text,
    post,
    send_to,
    start_by_form,
    take_link,
    tap,
    text_at,
    text_on,
)

START = "Empezar"
SAVE = "Guardar"
TOGETHER = {  # what does not contradict the rest
    "wild_cards": "as de corazones, 2s",
    "players_0": "3",
    "players_1": "9",
    "contracts": "TT te EEE",
    "doubles": "rummy",
    "scoring": "table",
    "ends": "hands",
    "limit": "3",
}


def all_turned():
    """Every field of the form typed with another value than that of Chinchón."""
    drawn = HouseRulesForm(preset=CHINCHON)
    return {name: otherwise(field) for name, field in drawn.fields.items()} | TOGETHER


def otherwise(field):
    """The last choice that is not as usual; or one more than the number that a blank field keeps."""
    if isinstance(field, forms.ChoiceField):
        (_blank, usual), *choices = field.choices
        return [
            key for key, words in choices if not str(usual).startswith(f"{words} (")
        ][-1]
    shown = field.widget.attrs["placeholder"].replace("−", "-")
    return str(int(shown) + 1) if shown.lstrip("-").isdigit() else "7"


def page_of(phone):
    return phone.get(reverse("new-match"))


def offered(page):
    return [unmarked_text(offer.name) for offer in page.context["form"].offered]


# Every knob


NO_CHOICE = ("key", "cents")  # where the rules come from, and the unit of their amounts


def test_there_are_no_words_for_a_knob_that_is_gone():
    assert set(WORDS) == set(KNOBS)


def test_every_contradiction_has_its_reason_in_words():
    lists = (_in_the_cards, _in_the_match, _in_the_contracts)
    refused = [
        knob
        for contradictions in lists
        for knob, _is_contradicted in contradictions(CHINCHON)
    ]
    assert [knob for knob in refused if not KNOBS[knob].words.refused] == []


@pytest.mark.parametrize("preset", RULESETS)
def test_the_editor_shows_every_knob_once_and_left_blank_it_turns_nothing(preset):
    ruleset = RULESETS[preset]
    drawn = HouseRulesForm({}, preset=ruleset, players=ruleset.players[1])
    assert drawn.is_valid()
    assert repr(drawn.chosen_ruleset()) == repr(ruleset)
    sections = [drawn.first_section(), drawn.money_section(), *drawn.other_sections()]
    shown = [field.name for section in sections for field in section.fields]
    assert sorted(shown) == sorted(drawn.fields)


def test_every_knob_can_be_turned(phone):
    match = start_by_form(phone, *"ABCD", **all_turned())
    same = [
        knob for knob in KNOBS if getattr(match.rules, knob) == getattr(CHINCHON, knob)
    ]
    assert same == []
    assert match.rules.wild_cards == ("ah", "2s")
    assert match.rules.contracts == ((2, 0), (1, 1), (0, 3))
    assert match.rules.players == (3, 9)


@pytest.mark.parametrize("preset", RULESETS)
def test_every_value_of_every_preset_is_said_in_words(preset):
    texts = [
        labels.value_in_words(knob, value)
        for knob, value in RULESETS[preset].dump().items()
        if knob not in NO_CHOICE
    ]
    assert [
        words
        for words in texts
        if not words or "[" in words or words in ("True", "False", "None")
    ] == []


ONLY_THERE = [
    ("chinchon-french", 3, {"jokers": "1"}, {"jokers": [[2, 0], [4, 1]]}),
    ("rummy", 8, {"hand_size": "5"}, {"hand_size": [[2, 10], [4, 7], [6, 5]]}),
    ("chinchon", 2, {"joker_run_points_1": "-30"}, {"joker_run_points": [-50, -30]}),
    (
        "chinaso",
        2,
        {"rank_points_2": "5", "rank_points_13": "10"},
        {"rank_points": [[2, 5], [13, 10]]},
    ),
]


@pytest.mark.parametrize(("preset", "players", "typed", "turned"), ONLY_THERE)
def test_what_depends_on_the_table_or_has_two_numbers_turns_only_there(
    preset, players, typed, turned
):
    filled = HouseRulesForm(typed, preset=RULESETS[preset], players=players)
    assert filled.is_valid()
    assert repr(filled.chosen_ruleset()) == repr(RULESETS[preset].with_options(turned))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"run_min": "19"}, "En un palo no hay tantas cartas."),
        (
            {"wild_cards": "el comodón"},
            "No hay ninguna carta que se llame «el comodón».",
        ),
        ({"contracts": "TX"}, "Cada mano con letras"),
        ({"players_0": "5"}, "El mínimo de jugadores no puede pasar del máximo."),
        ({"per_point": "1"}, "se juega por el bote"),
    ],
)
def test_what_contradicts_itself_is_refused_beside_the_knob(typed, why):
    filled = HouseRulesForm(typed, preset=CHINCHON, players=2)
    chosen = filled.chosen_ruleset() if filled.is_valid() else None
    told = [error for errors in filled.errors.values() for error in errors]
    assert chosen is None
    assert [why in error for error in told] == [True]


# Saved rules


ABUELA = {"limit": "70", "rebuys": "2", "save_as": " Las reglas  de la abuela "}


def test_rules_kept_under_a_name_come_first_next_time_and_are_chosen(phone):
    match = start_by_form(phone, "Ana", "Luis", **ABUELA)
    page = page_of(phone)
    assert (offered(page)[0], match.rules_name) == ("Las reglas de la abuela",) * 2
    answer = tap(phone, page, START, name_0="Eva", name_1="Paco")
    again = Match.objects.get(code=answer.url.split("/")[2])
    assert repr(again.rules) == repr(match.rules)
    assert again.rules_name == match.rules_name
    assert "Las reglas de la abuela" in text_on(phone, "scoresheet", again)
    assert "Las reglas de la abuela" in text_at(phone, "/")
    start_by_form(phone, "Ana", "Luis", limit="80", save_as="las reglas de la ABUELA")
    assert [(rules.name, rules.rules.limit) for rules in HouseRules.objects.all()] == [
        ("las reglas de la ABUELA", 80)
    ]


def test_rules_without_a_name_are_offered_as_the_last_ones_when_the_form_was_drawn(
    phone,
):
    match = start_by_form(phone, "Ana", "Luis", limit="70")
    page = page_of(phone)
    assert offered(page)[0] == "Como la última vez"
    start_by_form(phone, "Eva", "Paco", limit="80")
    answer = tap(phone, page, START, name_0="Ana", name_1="Luis")
    assert Match.objects.get(code=answer.url.split("/")[2]).rules == match.rules


def test_the_rules_of_one_group_are_not_offered_in_another(phone):
    match = start_by_form(phone, "Ana", "Luis", **ABUELA)
    other = Client()
    theirs = start_by_form(other, "Eva", "Pepe")
    take_link(phone, theirs.circle, Role.SCORE)
    rules = match.circle.house_rules
    asked = (other, "house-rules", theirs.circle, rules.get().pk)
    assert page_at(*asked).status_code == 404
    send_to(*asked, do="remove")
    assert rules.exists()
    ours = offers(match.circle.house_rules.all(), match)[0].key
    fields = new_match("Ana", "Luis", preset=ours, circle=theirs.circle.code)
    assert phone.post(reverse("new-match"), fields).status_code == 422


def test_who_keeps_score_renames_and_removes_them_and_matches_keep_theirs(phone):
    match = start_by_form(phone, "Ana", "Luis", **ABUELA)
    scorer = Client()
    take_link(scorer, match.circle, Role.SCORE)
    page = page_at(
        scorer, "house-rules", match.circle, match.circle.house_rules.get().pk
    )
    assert "Límite de puntos 70" in page_text(page)
    tap(scorer, page, SAVE, name="Las de casa")
    assert "Las de casa" in text_at(scorer, match.circle.get_absolute_url())
    for _tap in range(2):
        answer = tap(scorer, page, "Quitar estas reglas")
        assert answer.url == match.circle.get_absolute_url()
    assert HouseRules.objects.count() == 0
    assert Match.objects.get().rules_name == "Las reglas de la abuela"


def test_a_rematch_has_the_name_unless_the_rules_were_changed(phone):
    match = start_by_form(phone, "Ana", "Luis", currency="€", **ABUELA)
    send_to(phone, "rematch", match)
    again = match.rematches.get()
    assert again.rules_name == "Las reglas de la abuela"
    assert again.currency == "€"
    happen(phone, again, "rules", limit=60)
    send_to(phone, "rematch", again)
    assert again.rematches.get().rules_name == ""
    assert again.rematches.get().rules.limit == 60


# Money


@pytest.mark.parametrize(
    ("preset", "asked"),
    [
        (CHINCHON, ["stake", "rebuy_stake"]),
        (RUMMY, ["per_point"]),
        (RULESETS["rum-500"], ["per_point", "settlement"]),
        (CHINASO, ["buy_fee", "hand_fee", "game_fee"]),
    ],
)
def test_a_game_is_asked_for_the_money_it_is_played_for(preset, asked):
    assert [
        field.name for field in HouseRulesForm(preset=preset).money_section().fields
    ] == asked


def test_a_game_is_asked_for_every_amount_of_money():
    asked = {knob for ruleset in RULESETS.values() for knob in money_of(ruleset)}
    assert {*AMOUNTS} - asked == set()


# During a match


def test_only_what_differs_from_the_rules_in_force_is_written(phone, match):
    happen(
        phone,
        match,
        "rules",
        limit="100",
        rebuys="1",
        close_limit="3",
        joker_run_points_0="-50",
    )
    assert match.entries.last().payload == {"options": {"close_limit": 3}}


def test_what_a_total_means_is_not_offered_and_not_read(phone, match):
    drawn = form(page_at(phone, "happen", match, "rules"), SAVE).fields
    assert {"scoring", "team_size"} & set(drawn) == set()
    turned = {"scoring": "table", "team_size": "2"}
    assert post(phone, "happen", match, "rules", **turned).status_code == 422


# Groups that are merged, and cents


def test_merged_groups_have_the_rules_of_both_and_part_with_their_own(phone):
    one = start_by_form(phone, "Ana", "Luis", **ABUELA).circle
    other = Circle.objects.create()
    save_rules(other, "Las otras", FRENCH)
    done = merging.merge(one, other, {}, one.grants.get().phone)
    assert sorted(rules.name for rules in one.house_rules.all()) == [
        "Las otras",
        "Las reglas de la abuela",
    ]
    merging.undo(done, one.grants.get().phone)
    assert [rules.name for rules in other.house_rules.all()] == ["Las otras"]


def test_a_match_with_a_currency_is_played_in_cents(phone):
    match = start_by_form(
        phone, "Ana", "Luis", stake="0,50", rebuy_stake="1", currency="€"
    )
    assert match.rules.cents
    assert match.rules.stake == 50
    assert match.rules.rebuy_stake == 100
    below = page_at(phone, "scoresheet", match)
    text = page_text(below).replace("\N{NO-BREAK SPACE}", " ")
    assert "El bote: 1 €" in text
    assert "Apuesta de cada uno 0,50 €" in text


def test_chips_have_no_cents(phone):
    assert start_by_form(
        phone, "Ana", "Luis", stake="5,00"
    ).rules == CHINCHON.with_options({"stake": 5})


AMOUNT = "Una cantidad de 0 a 10000000, con dos decimales como mucho."


def test_saved_rules_with_cents_are_whole_again_with_chips_if_they_can_be(phone):
    saved = {"save_as": "De casa", "currency": "€"}
    key = f"house-{start_by_form(phone, 'Ana', 'Luis', stake='2', **saved).circle.house_rules.get().pk}"
    match = start_by_form(phone, "Ana", "Luis", preset=key, currency="")
    assert match.rules_name == "De casa"
    assert match.rules == CHINCHON.with_options({"stake": 2})


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"currency": "euros"}, "Como mucho 3 letras."),
        (
            {"stake": "0,50"},
            "Las fichas van enteras. Para jugar con céntimos, escribe la moneda.",
        ),
        ({"stake": "1,234", "currency": "€"}, AMOUNT),
        ({"stake": "10000000,01", "currency": "€"}, AMOUNT),
    ],
)
def test_an_amount_or_a_currency_is_refused_beside_its_field(phone, typed, why):
    page = phone.post(reverse("new-match"), new_match("Ana", "Luis", **typed))
    assert page.status_code == 422
    assert errors(page) == [why]


def test_the_limit_of_a_match_of_so_many_hands_is_their_number():
    one_hand = CHINCHON.with_options({"ends": Ends.HANDS, "limit": 1})
    assert labels.turned_knobs(one_hand, 4)["Manos que se juegan"] == "1"
