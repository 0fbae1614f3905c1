"""Numbers as people write them."""

import pytest
from django.utils import translation
from hypothesis import given, strategies as st

from scores.core.notation.numbers import amount, mean, ordinal, parsed_cents


def test_a_rank_is_an_ordinal_of_the_language():
    ranks = (1, 2, 3, 4, 11, 12, 13, 20, 21, 42, 103, 111)
    assert " ".join(map(ordinal, ranks[:6])) == "1.º 2.º 3.º 4.º 11.º 12.º"
    with translation.override("en"):
        said = "1st 2nd 3rd 4th 11th 12th 13th 20th 21st 42nd 103rd 111th"
        assert " ".join(map(ordinal, ranks)) == said


CENTS = {
    "3": 300,
    "0,50": 50,
    "0.50": 50,
    "0,5": 50,
    ",05": 5,
    "3,": 300,
    "0": 0,
    "007": 700,
}


def test_an_amount_is_typed_with_a_comma_or_a_point_and_up_to_two_decimals():
    assert {text: parsed_cents(text) for text in CENTS} == CENTS


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "-1",
        "1,234",
        "1.000,50",
        "1 €",
        "x",
        "1e2",
        "٣",
        "²",
        "1" * 10,
        "1" * 5_000,
        "1,-1",
    ],
)
def test_what_is_no_amount_is_not_read(text):
    assert parsed_cents(text) is None


@given(st.integers(0, 99_999_999_999), st.sampled_from(["es", "en"]))
def test_an_amount_that_is_written_is_read_back_to_the_cent(cents, language):
    with translation.override(language):
        assert parsed_cents(amount(cents)) == cents


ROUNDED = {2.44: "2,4", 0.97: "1,0", -1.26: "−1,3", -0.04: "0,0", 3: "3,0"}


def test_an_average_is_rounded_to_a_decimal():
    assert {number: mean(number) for number in ROUNDED} == ROUNDED


def test_the_mark_before_the_cents_is_that_of_the_language():
    with translation.override("en"):
        assert amount(1250) == "12.50"
    assert amount(1250) == "12,50"
