"""A number in a text is written with the digits 0 to 9, and one function reads it."""

import re

import pytest

from rules.numbers import signed_number, whole_number
from tests.support import ROOT
from tests.support.odd_numbers import ODD_NUMBERS

OTHERS = {
    "chinchon_site/middleware.py",  # the length of a body
    "rules/numbers.py",
    "scores/core/access/passkeys.py",  # whether a domain is an address of a machine
    "phone/runtime/stand_ins/templates.py",  # steps of a template of ours
    "phone/runtime/template_runtime.py",
}


@pytest.mark.parametrize(("text", "number"), ODD_NUMBERS.items())
def test_a_number_is_written_with_the_digits_0_to_9_and_a_minus(text, number):
    assert signed_number(text.strip()) == number
    assert whole_number(text.strip()) == (number if text.strip().isalnum() else None)


def found(pattern, *folders):
    """Where the code of these folders has it."""
    paths = [
        path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths
    }
    return [
        f"{path}: {match[0]}"
        for path, text in texts.items()
        if path not in OTHERS and "/migrations/" not in path
        for match in re.finditer(pattern, text)
    ]


def test_no_other_code_asks_what_a_digit_is():
    asked = r"\.is(digit|decimal|numeric)\(|\\d"
    assert found(asked, "rules", "scores", "phone/runtime", "chinchon_site") == []


def test_every_form_reads_a_number_with_one_field():
    assert found(r"forms\.IntegerField", "scores") == [
        "scores/fields.py: forms.IntegerField"
    ]
