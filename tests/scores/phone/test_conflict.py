"""Two phones wrote a hand: the page shows both, and what it says of each answer is what the answer does."""

import re
from random import Random

import pytest
from django.test import Client

from rules.events import Penalised
from scores.core.matches.scoresheet import Sheet
from tests.rules.support.table import hand
from tests.scores.phone.conftest import GAMES, PAGE, document_of, pairs, said
from tests.scores.support.factories import start, write
from tests.scores.support.random_acts import random_hand
from tests.scores.support.table import match_now, play, send_to, text_of


def asked(document, mutation, first):
    """The payload about a mutation that was written when the log had `first` entries."""
    since = [
        {"key": key, "kind": kind, "told": f"told {key}", "by": "Loli"}
        for kind, _payload, _at, key in document["entries"][first:]
    ]
    facts = {"key": mutation["key"], "since": since}
    return {**PAGE, **facts, "document": document, "mutations": [mutation]}


def totals(phone, document, *waiting):
    """The totals of a board; of none where the last mutation cannot be written."""
    log = {"document": document, "mutations": waiting}
    answer = phone.call("draw", {**PAGE, **log, "is_brief": True})
    return {} if "stuck" in answer else dict(answer["totals"])


def main_text(answer):
    return text_of(answer["blocks"]["main"])


def buttons(answer):
    """The words of each button, by what it chooses."""
    main = answer["blocks"]["main"]
    found = re.findall(r'<button[^>]* data-choice="(\w+)">(.*?)</button>', main, re.S)
    return {choice: text_of(inner) for choice, inner in found}


def says(text, name, total):
    """Whether the text gives the total to that person, or to the pair that she is one of."""
    pair = rf"{re.escape(name)}(?: (?:y|e|and) .{{1,20}}?)? {re.escape(total)}\b"
    other = rf"(?:y|e|and) {re.escape(name)} {re.escape(total)}\b"
    return re.search(f"{pair}|{other}", text)


def random_form(dice, phone, client, match):
    """The fields of a hand that can be saved, and what it writes."""
    sheet = Sheet(match_now(match))
    document = document_of(client, match)
    key = f"{dice.getrandbits(128):032x}"
    while True:
        fields = {"seq": str(sheet.seq), "client_key": key, **random_hand(dice, sheet)}
        asked = {**PAGE, "document": document, "fields": pairs(fields)}
        answer = phone.call("preview", asked)
        if "mutation" in answer:
            return fields, answer["mutation"]


def changed(names, now, after):
    """Name, total and the total before, of those whose total is another than on the server."""
    return [
        (names[seat], after[seat], now[seat])
        for seat in now
        if after and now[seat] != after[seat]
    ]


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_each_button_says_what_it_does_to_the_totals(phones, preset, language):
    instead = {"es": "en vez de", "en-gb": "not"}[language]
    client = Client(headers={"accept-language": language})
    phone = phones[language]
    dice = Random(preset)
    people = ("Ana", "Luis") if preset == "gin" else ("Ana", "Luis", "Eva <3", "Inés")
    corrected = 0
    for _clash in range(2):
        match = start(client, *people, preset=preset)
        before = document_of(client, match)
        _fields, mine = random_form(dice, phone, client, match)
        theirs, _mutation = random_form(dice, phone, client, match)
        send_to(client, "score-hand", match, **theirs)
        document = document_of(client, match)
        names = dict(document["names"])
        now = totals(phone, document)
        answer = phone.call("conflict", asked(document, mine, 0))
        choices = buttons(answer)
        both = totals(phone, document, mine)
        assert answer["both"] == bool(both) == ("both" in choices)
        for name, total, _other in changed(names, now, both):
            assert says(choices["both"], name, total)
        assert (answer["mine"] is not None) == ("mine" in choices)
        if answer["mine"]:
            corrected += 1
            with_mine = totals(phone, document, answer["mine"])
            assert with_mine == totals(phone, before, mine)
            for name, total, other in changed(names, now, with_mine):
                assert says(choices["mine"], name, total)
                assert says(choices["theirs"], name, other)
                assert f"{instead} {other}" in choices["mine"]
    assert corrected


def penalty(player, name):
    entry = ["penalty", {"player": player, "points": 5}]
    return said("mine", entry, names={str(player): name})


def clean(points):
    scored = {"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": points}}
    return said("mine", ["hand", scored], names={"0": "Ana", "1": "Luis"})


@pytest.fixture
def conflict(spanish, phone, match):
    """What the page says of a mutation that was written when the log had one entry."""
    return lambda mutation: spanish.call(
        "conflict", asked(document_of(phone, match), mutation, 1)
    )


def test_the_two_hands_stand_side_by_side_and_what_differs_is_marked(
    conflict, phone, match
):
    play(phone, match, hand(0, 20))
    answer = conflict(clean(30))
    text = main_text(answer)
    assert (
        "La mano 2 está apuntada dos veces Se diferencian en Luis. ¿Cuál vale?" in text
    )
    assert "Ana cierra −10 Luis ≠ distinto +30 Vale la mía Luis 37 en vez de 27" in text
    assert (
        "Ana cierra −10 Luis ≠ distinto +20 Vale la de Loli Luis 27 en vez de 37"
        in text
    )
    assert "Son dos manos: la mía es la 3 Ana −30 Luis 57" in text
    assert answer["hand"] == 2
    assert answer["both"] is True
    assert (
        answer["mine"]["entry"][1]["changes"][0]["of"]
        == document_of(phone, match)["entries"][1][3]
    )


def test_the_hand_most_like_mine_is_compared(conflict, phone, match):
    play(phone, match, hand(0, 20), hand(3, 30), hand(0, 31))
    answer = conflict(clean(30))
    assert answer["hand"] == 2
    answer = conflict(clean(31))
    assert answer["hand"] == 4
    assert answer["mine"] is None
    assert list(buttons(answer)) == ["theirs", "both"]
    assert "Las dos dicen lo mismo." in main_text(answer)


def test_without_another_hand_the_page_says_what_happened_meanwhile(conflict, match):
    write(match, Penalised(1, 5))
    answer = conflict(clean(30))
    assert answer["mine"] is None
    assert answer["both"] is True
    assert "told" in main_text(answer)
    assert buttons(answer) == {
        "keep": "Guardarlo detrás Ana −20 Luis 42",
        "drop": "No guardarlo Los totales quedan como están.",
    }


def test_what_was_typed_for_another_name_can_be_saved_for_the_one_of_now(
    conflict, spanish, phone, match
):
    mutation = penalty(1, "Lola")
    answer = conflict(mutation)
    expected = "Se apuntó para Lola, y en su sitio está ahora Luis."
    assert expected in main_text(answer)
    assert buttons(answer)["keep"] == "Guardarlo Luis 12"
    assert answer["both"] is True
    assert answer["names"] == {"1": "Luis"}
    as_now = {**mutation, "names": answer["names"]}
    assert totals(spanish, document_of(phone, match), as_now) == {
        0: "−10",
        1: "12",
    }


@pytest.mark.parametrize(
    ("mutation", "reason"),
    [
        (said("mine", ["back", {"player": 1}], names={"1": "Luis"}), "Luis"),
        (said("mine", ["undo", {}], target="gone"), "ya no está"),
        (penalty("@gone", "Luis"), "ya no está"),
    ],
)
def test_what_cannot_be_written_any_more_can_only_be_dropped(
    conflict, mutation, reason
):
    answer = conflict(mutation)
    assert list(buttons(answer)) == ["drop"]
    assert answer["both"] is False
    assert answer["mine"] is None
    assert reason in main_text(answer)
