"""Every refusal of a night has a sentence in both languages."""

from django.utils import translation

from rules.night.refusals import NightRefusal
from scores.night.refusals import PHRASES, phrase
from tests.rules.night.test_codes import codes_of_the_rules


def test_each_code_of_the_rules_has_a_phrase_and_no_other_has_one():
    assert PHRASES.keys() == codes_of_the_rules()


def test_a_phrase_names_the_facts_in_the_language_of_who_reads_it():
    refused = NightRefusal("size-of-table", table=3, least=3, most=5)
    with translation.override("en"):
        assert phrase(refused, {}) == "Table 3 must have from 3 to 5."


def test_an_entrant_without_a_name_is_called_by_their_number():
    named = [
        phrase(NightRefusal("not-here", entrant=7), names) for names in ({7: "Ana"}, {})
    ]
    assert named == ["Ana no está.", "7 no está."]
