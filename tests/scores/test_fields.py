"""A hand as the fields of its form."""

from dataclasses import fields

import pytest
from django.core.exceptions import ValidationError

from rules.events import Close, HandScored
from scores.fields import DayField, WholeField, hand_fields
from tests.support.odd_numbers import ODD_NUMBERS


def test_each_fact_of_a_hand_is_a_field_of_its_own_name():
    hand = HandScored(
        {0: 3, 1: 0, 2: 12},
        0,
        Close.KNOCK,
        (1,),
        {0: 40, 1: 0},
        62,
        {0: 0, 2: 2},
        {2: "1o 2o 3o;4b"},
    )
    assert hand_fields(hand) == {
        "closer": "0",
        "close": "knock-3",
        "deadwood_1": "0",
        "deadwood_2": "12",
        "melded_1": "on",
        "table_0": "40",
        "table_1": "0",
        "value_0": "62",
        "buys_0": "0",
        "buys_2": "2",
        "cards_2": "1o 2o 3o;4b",
    }
    named = {name.partition("_")[0] for name in hand_fields(hand)}
    assert named == {fact.name for fact in fields(HandScored)}


@pytest.mark.parametrize(("text", "number"), ODD_NUMBERS.items())
def test_a_field_of_a_form_takes_a_number_in_the_digits_0_to_9_alone(text, number):
    if number is None:
        with pytest.raises(ValidationError):
            WholeField().clean(text)
    else:
        assert WholeField().clean(text) == number


def test_a_day_is_written_in_the_digits_0_to_9_alone():
    with pytest.raises(ValidationError, match="no es una fecha"):
        DayField().clean("٢٠٢٦-١١-٢٧")
