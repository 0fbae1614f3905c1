"""A phone holds the document that it was given last: later calls name it by its id."""

import pytest

from scores.fields import hand_fields
from tests.rules.support.table import hand
from tests.scores.phone.conftest import PAGE, document_of, pairs, said
from tests.scores.support.table import send_to


def fields(**more):
    return {"seq": "1", "client_key": "key1", **hand_fields(hand(0, 20)), **more}


SCORED = {"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 20}}
MUTATION = said("key1", ["hand", SCORED], names={"0": "Ana", "1": "Luis"})


@pytest.fixture
def ask(spanish, phone, match):
    """Ask about the document that was drawn as "shown"."""
    shown = {**PAGE, "id": "shown", "document": document_of(phone, match)}
    spanish.call("draw", shown)
    return lambda name, **more: spanish.call(name, {**PAGE, "id": "shown", **more})


def test_a_hand_is_written_once_to_the_document_that_is_held(ask):
    drawn = ask("draw")
    for name in (
        *("draw", "post", "preview", "spoken"),
        *("page", "rematch", "dropped", "check_page"),
    ):
        assert ask(name, id="other") == {"unknown": True}
    hand = {"action": "score-hand", "fields": pairs(fields())}
    answer = ask("post", **hand)
    assert answer["mutation"] == MUTATION
    longer = ask("draw", id="shown key1")
    assert longer["html"] == answer["html"]
    assert drawn["seq"] == 1
    assert longer["seq"] == 2
    again = ask("post", **hand, id="shown key1", is_brief=True)
    assert again["status"] == 200
    assert again["seq"] == 2
    assert "mutation" not in again


def test_a_preview_is_the_server_s_and_has_the_totals_that_a_brief_answer_has_alone(
    ask, phone, match
):
    typed = pairs(fields())
    preview = ask("preview", fields=typed)
    half = ask("preview", fields=pairs(fields(deadwood_1="")))
    saved = ask("post", action="score-hand", is_brief=True, fields=typed)
    facts = {
        "totals": [[0, "−20"], [1, "27"]],
        "seq": 2,
        "mutation": MUTATION,
        "told": "Cierra Ana, con todo ligado · Luis 20",
        "points": {"0": "−10", "1": "+20"},
        "hand": "2",
    }
    assert saved == {**facts, "status": 200}
    assert {fact: preview[fact] for fact in facts} == facts
    assert preview["html"] == send_to(phone, "preview", match, **fields()).text
    assert preview["sentences"] == ["Luis +20 = 27"]
    assert set(half) == {"html", "sentences"}


@pytest.mark.parametrize(
    "texts",
    [
        ["hola", "Luis veinticinco"],
        ["hola", "cierra Ana con dos, Lis 7"],
        ["hola", "chinchón de Luis"],
        ["cierra Ana con dos, Luis 7", "cierra Ana con tres, Luis 7"],
    ],
)
def test_what_was_said_is_read_as_on_the_server(ask, phone, match, texts):
    of_server = send_to(phone, "spoken", match, **fields(), text=texts).json()
    assert ask("spoken", fields=pairs(fields()), texts=texts) == of_server


def test_a_key_to_say_hands_is_on_the_form(ask):
    assert "data-say" in ask("spoken", fields=[], texts=[])["html"]
