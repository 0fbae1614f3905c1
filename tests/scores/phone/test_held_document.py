"""A phone holds the document that it was given last: later calls name it by its id."""

from tests.rules.support.table import hand
from tests.scores.phone.conftest import PAGE, document_of, pairs, said
from tests.scores.support.table import address_of, send_to, typed


def fields(seq, **more):
    scored = {"seq": str(seq), "client_key": f"key{seq}", **typed(hand(0, 20)), **more}
    return pairs(scored)


def mutation(key):
    """The hand of `fields`."""
    hand = {"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 20}}
    return said(key, ["hand", hand], names={"0": "Ana", "1": "Luis"})


def test_a_hand_is_written_once_to_the_document_that_is_held(phones, phone, match):
    drawn = phones["es"].call(
        "draw", {**PAGE, "id": "shown", "document": document_of(phone, match)}
    )
    for name in (
        "draw",
        "post",
        "preview",
        "spoken",
        "page",
        "rematch",
        "dropped",
        "check_page",
    ):
        assert phones["es"].call(name, {**PAGE, "id": "other"}) == {"unknown": True}
    hand = {**PAGE, "action": "score-hand", "fields": fields(1)}
    answer = phones["es"].call("post", {**hand, "id": "shown"})
    assert answer["mutation"] == mutation("key1")
    longer = phones["es"].call("draw", {**PAGE, "id": "shown key1"})
    assert longer["html"] == answer["html"]
    assert drawn["seq"] == 1
    assert longer["seq"] == 2
    again = phones["es"].call("post", {**hand, "id": "shown key1", "is_brief": True})
    assert again["status"] == 200
    assert again["seq"] == 2
    assert "mutation" not in again


def test_a_preview_is_the_server_s_and_has_the_totals_that_a_brief_answer_has_alone(
    phones, phone, match
):
    held = {**PAGE, "id": "shown", "document": document_of(phone, match)}
    preview = phones["es"].call("preview", {**held, "fields": fields(1)})
    half = phones["es"].call("preview", {**held, "fields": fields(1, deadwood_1="")})
    brief = {"id": "shown", "action": "score-hand", "is_brief": True}
    saved = phones["es"].call("post", {**PAGE, **brief, "fields": fields(1)})
    facts = {
        "totals": [[0, "−20"], [1, "27"]],
        "seq": 2,
        "mutation": mutation("key1"),
        "told": "Cierra Ana, con todo ligado · Luis 20",
        "points": {"0": "−10", "1": "+20"},
        "hand": "2",
    }
    assert saved == {**facts, "status": 200}
    assert {fact: preview[fact] for fact in facts} == facts
    html = phone.post(address_of("preview", match), dict(fields(1))).text
    assert preview["html"] == html
    assert preview["sentences"] == ["Luis +20 = 27"]
    assert set(half) == {"html", "sentences"}


def test_what_was_said_is_read_as_on_the_server(phones, phone, match):
    held = {**PAGE, "id": "shown", "document": document_of(phone, match)}
    for texts in (
        ["hola", "Luis veinticinco"],
        ["hola", "cierra Ana con dos, Lis 7"],
        ["hola", "chinchón de Luis"],
        ["cierra Ana con dos, Luis 7", "cierra Ana con tres, Luis 7"],
    ):
        said = {"fields": fields(1), "texts": texts}
        sent = {**dict(fields(1)), "text": texts}
        of_server = send_to(phone, "spoken", match, **sent).json()
        assert phones["es"].call("spoken", {**held, **said}) == of_server
    key = phones["es"].call("spoken", {**held, "fields": [], "texts": []})
    assert "data-say" in key["html"]
