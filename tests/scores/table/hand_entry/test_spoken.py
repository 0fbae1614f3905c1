"""A hand that was said: the fields that it fills in, what is asked, and that nothing is saved."""

import json

import pytest

from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import address_of, lines, play


def said(phone, match, *texts, **typed):
    answer = phone.post(address_of("spoken", match), {"text": texts, **typed})
    assert answer.status_code == 200
    return answer.json()


def fields(phone, match, text, **typed):
    return dict(said(phone, match, text, **typed)["fields"])


def test_a_whole_hand_replaces_all_that_is_typed_and_is_not_saved(phone, match):
    text = "cierra Ana con dos, Luis quince y Eva veinte"
    assert fields(phone, match, text, deadwood_0="7") == {
        "closer": "0",
        "close": "knock-2",
        "deadwood_0": "",
        "deadwood_1": "15",
        "deadwood_2": "20",
    }
    assert lines(match) == []


def test_what_is_not_sure_is_asked_and_its_chip_fills_in_the_number(phone, match):
    answer = said(phone, match, "cierra Ana con dos, Lis quince, Eva veinte")
    assert dict(answer["fields"])["closer"] == "0"
    assert "¿Quién es «lis»?" in answer["html"]
    assert "Luis</bdi> 15</span>" in answer["html"]
    assert "deadwood_1" not in dict(answer["fields"])
    assert "«&lt;b&gt;»" in said(phone, match, "<b>")["html"]


@pytest.mark.parametrize(
    ("rules", "readings", "known", "chip"),
    [
        (
            {"close_limit": "20"},
            (
                "cierra Ana con dos, Luis 15, Eva 20",
                "cierra Ana con doce, Luis 15, Eva 20",
            ),
            {"closer": "0", "close": "", "deadwood_1": "15", "deadwood_2": "20"},
            [["close", "knock"], ["deadwood_0", "12"]],
        ),
        (
            {"preset": "queen-city"},
            ("sale Ana con treinta", "sale Ana con trece"),
            {"closer": "0", "close": "rummy"},
            [["value_0", "13"]],
        ),
    ],
)
def test_two_readings_of_the_number_of_who_closed_are_asked(
    phone, rules, readings, known, chip
):
    answer = said(phone, start(phone, "Ana", "Luis", "Eva", **rules), *readings)
    assert dict(answer["fields"]) == known
    assert json.dumps(chip).replace('"', "&quot;") in answer["html"]


def test_who_closed_may_be_asked(phone, match):
    answer = said(phone, match, "chinchón de Lis")
    assert "¿Quién es «lis»?" in answer["html"]
    assert json.dumps([["closer", "1"]]).replace('"', "&quot;") in answer["html"]


def test_each_game_has_its_own_fields(phone):
    queen = start(phone, "Ana", "Luis", "Eva", preset="queen-city")
    assert fields(phone, queen, "sale Ana con treinta")["value_0"] == "30"
    gin = start(phone, "Ana", "Luis", "Eva", preset="gin")
    drawn = fields(phone, gin, "Ana gin, Luis veinte")
    assert (drawn["close"], drawn["opponent"], drawn["deadwood_1"]) == (
        "gin",
        "1",
        "20",
    )
    loose = start(phone, "Ana", "Luis", close_limit="20")
    typed = fields(phone, loose, "cierra Ana con quince, Luis veinte")
    assert (typed["close"], typed["deadwood_0"]) == ("knock", "15")
    nobody = fields(phone, loose, "nadie cierra, Ana 15, Luis veinte")
    assert (nobody["closer"], nobody["deadwood_0"]) == ("nobody", "15")


def test_without_a_text_it_gives_the_key_but_in_rum_500(phone, match):
    assert "data-say" in said(phone, match)["html"]
    rum = start(phone, "Ana", "Luis", preset="rum-500")
    assert said(phone, rum) == {"fields": [], "html": ""}
    assert said(phone, rum, "sale Ana, Luis veinte")["fields"] == []


def test_a_match_that_is_over_or_asks_somebody_takes_no_hand(phone, match):
    over = start(phone, "Ana", "Luis", limit="20", rebuys="0")
    play(phone, over, hand(0, 50))
    heard = said(phone, over, "cierra Ana con dos, Luis quince")
    assert dict(heard["fields"]).get("deadwood_1") != "15"
