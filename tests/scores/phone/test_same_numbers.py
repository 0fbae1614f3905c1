"""What the server takes for a number, a phone takes for the same one; what one refuses, the other refuses."""

import pytest
from django.test import Client

from tests.scores.phone.test_same_answers import Table
from tests.scores.support.factories import start
from tests.scores.support.table import address_of
from tests.support.odd_numbers import ODD_NUMBERS


def fields_with(match, text):
    """A penalty and a hand with this text for a number: the entry point of a phone, the address, and the
    fields. All other forms read numbers as the penalty does (tests/rules/test_numbers.py)."""
    written = {"seq": "0", "client_key": "k"}
    penalty = {"player": "0", "points": text}
    yield "page", address_of("happen", match, "penalty"), {**written, **penalty}
    hand = {"closer": "0", "close": "clean", "deadwood_1": text, "deadwood_2": "1"}
    yield "post", address_of("score-hand", match), {**written, **hand}


def number_in(mutation):
    """The number of what was written; None if nothing was."""
    if mutation is None:
        return None
    kind, payload = mutation["entry"]
    return payload["points"] if kind == "penalty" else payload["deadwood"]["1"]


@pytest.mark.parametrize("text", ODD_NUMBERS, ids=ascii)
def test_the_same_texts_are_numbers_on_the_server_and_on_a_phone(phones, text):
    client = Client(headers={"accept-language": "es"})
    for index in range(2):
        match = start(client, "Ana", "Luis", "Eva")
        entry_point, address, fields = list(fields_with(match, text))[index]
        table = Table(client, match, phones["es"])
        if entry_point == "page":
            on_server, in_phone = table.both_pages(address, fields)
        else:
            on_server, in_phone = table.both("score-hand", fields)
        assert on_server == in_phone
        number = ODD_NUMBERS[text]
        is_taken = number is not None and (number >= 0 or entry_point == "page")
        assert number_in(on_server.get("mutation")) == (number if is_taken else None)
