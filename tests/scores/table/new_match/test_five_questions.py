"""House rules found by five questions."""

import pytest
from django.test import Client
from django.urls import reverse

from scores.table.new_match.five_questions import QUESTIONS, nearest_text
from tests.scores.support.table import form, page_text, tap


def answers(*numbers: int) -> dict[str, str]:
    fields: dict[str, str] = {}
    for question, number in zip(QUESTIONS, numbers, strict=True):
        fields |= question.answers[number].fields
    return fields


@pytest.mark.parametrize(
    ("numbers", "key", "turned"),
    [
        ((0, 0, 0, 0, 0), "chinchon", {}),
        ((1, 0, 2, 0, 0), "chinchon-fournier", {}),
        ((0, 0, 1, 2, 0), "chinchon-french", {}),
        (
            (1, 2, 2, 0, 2),
            "chinchon-fournier",
            {"clean_points": "-25", "stake": "2"},
        ),
    ],
)
def test_the_answers_lead_to_the_text_that_needs_the_fewest_changes(
    numbers, key, turned
):
    nearest = nearest_text(answers(*numbers))
    assert nearest.key == key
    assert nearest.fields == turned


@pytest.mark.parametrize(
    ("question", "number"),
    [
        (place, number)
        for place, question in enumerate(QUESTIONS)
        for number in range(len(question.answers))
    ],
)
def test_every_answer_fits_some_text(question, number):
    chosen = [0] * len(QUESTIONS)
    chosen[question] = number
    assert nearest_text(answers(*chosen)).key.startswith("chinchon")


def test_the_rules_that_were_found_fill_in_the_form_of_a_new_match(phone: Client):
    asked = {"jokers": "1", "clean": "2", "rebuy": "2", "close": "0", "money": "x"}
    page = phone.get(reverse("five-questions"), asked)
    for words in (
        "Lo más parecido: Chinchón Fournier",
        "sin comodines, con bote",
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


def test_the_line_about_a_game_is_not_shown_beside_other_rules(phone: Client):
    line = "reenganche automático una vez"
    for rebuy, is_shown in (("0", True), ("1", False)):
        page = phone.get(reverse("five-questions"), {"jokers": "0", "rebuy": rebuy})
        page = tap(phone, page, "Jugar con estas reglas")
        assert (line in page_text(page)) is is_shown
