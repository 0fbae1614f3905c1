"""House rules found by five questions."""

from functools import cache
from itertools import groupby, product

import pytest
from django.urls import reverse

from rules.events import Close
from rules.knobs import WINS
from rules.packs import Pack
from rules.presets import CHINCHON, RULESETS
from rules.scoring.points import as_number, kinds_of_close, price_of_close
from scores.core.house_rules import labels
from scores.table.new_match.five_questions import (
    QUESTIONS,
    nearest_text,
)
from tests.scores.support.house_rules_form import HouseRulesForm
from tests.scores.support.table import form, page_text, tap

EVERY_ANSWER = list(product(*(question.answers for question in QUESTIONS)))


def asked(chosen):
    return {knob: value for answer in chosen for knob, value in answer.knobs.items()}


def found(*numbers):
    """What these answers lead to, each by its number."""
    pairs = zip(QUESTIONS, numbers, strict=True)
    return nearest_text(asked(question.answers[number] for question, number in pairs))


@cache
def options_of(key, typed):
    """The knobs that are turned where that is typed in the form of house rules."""
    form = HouseRulesForm(dict(typed), preset=RULESETS[key], players=2)
    assert form.is_valid()
    return form.options()


def rules_of(nearest):
    """The rules of a match for which the form was filled in so."""
    options = {}
    for _knob, typed in groupby(
        nearest.fields.items(), key=lambda pair: pair[0].rstrip("_01")
    ):
        options |= options_of(nearest.key, tuple(typed))
    return RULESETS[nearest.key].with_options(options)


@pytest.mark.parametrize(
    ("numbers", "key", "fields"),
    [
        ((0, 0, 0, 0, 0), "chinchon", {}),
        ((1, 0, 2, 0, 0), "chinchon-fournier", {}),
        ((0, 0, 1, 2, 0), "chinchon", {"rebuy_choice": "ask", "close_limit": "5"}),
    ],
)
def test_the_answers_lead_to_the_text_that_needs_the_fewest_changes(
    numbers, key, fields
):
    nearest = found(*numbers)
    assert (nearest.key, nearest.fields) == (key, fields)


def test_every_answer_holds_with_the_same_pack_and_one_reward_for_a_clean_close():
    for chosen in EVERY_ANSWER:
        held = rules_of(nearest_text(asked(chosen)))
        assert {knob: held.dump()[knob] for knob in asked(chosen)} == asked(chosen)
        assert (held.pack, type(held.jokers)) == (Pack.SPANISH_40, int)
        rewards = [
            price_of_close(held, close, 0)
            for close in kinds_of_close(held, 4)
            if close is not Close.KNOCK
        ]
        assert WINS in rewards or {*rewards} == {held.clean_points}
        assert all(as_number(reward) <= held.clean_points for reward in rewards)


def test_whatever_is_not_as_usual_is_named():
    usual = CHINCHON.dump()
    for chosen in EVERY_ANSWER:
        nearest = nearest_text(asked(chosen))
        held = rules_of(nearest)
        unlike = {knob for knob, value in held.dump().items() if value != usual[knob]}
        unlike -= {"key", "packs", "players", *asked(chosen)}
        if not held.jokers:
            unlike.discard("joker_run_points")
        named = {*nearest.turned, *nearest.beside}
        assert {labels.label(knob, held) for knob in unlike} <= named
        assert not nearest.turned.keys() & nearest.beside.keys()


def test_the_rules_that_were_found_fill_in_the_form_of_a_new_match(phone):
    asked = {"jokers": "1", "clean": "2", "rebuy": "2", "close": "0", "money": "x"}
    page = phone.get(reverse("five-questions"), asked)
    for words in (
        "Lo más parecido: Chinchón Fournier",
        "sin comodines, con bote",
        "Y esto, que tampoco es lo normal: Valor de las figuras",
        "baraja española de 40 cartas",
    ):
        assert words in page_text(page)
    fields = form(tap(phone, page, "Jugar con estas reglas"), "new-match").fields
    names = ("preset", "clean_points", "stake", "dealer")
    assert {name: fields[name] for name in names} == {
        "preset": "chinchon-fournier",
        "clean_points": "-25",
        "stake": "",
        "dealer": "0",
    }


def test_the_line_about_a_game_is_not_shown_beside_other_rules(phone):
    line = "reenganche automático una vez"
    for rebuy, is_shown in (("0", True), ("1", False)):
        page = phone.get(reverse("five-questions"), {"jokers": "0", "rebuy": rebuy})
        page = tap(phone, page, "Jugar con estas reglas")
        assert (line in page_text(page)) is is_shown
