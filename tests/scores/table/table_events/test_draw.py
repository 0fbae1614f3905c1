"""The page on which each player takes a card for the deal."""

import re

import pytest

from rules.match.draw import drawing_pack
from rules.match.log_json import load
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from tests.scores.support.factories import start
from tests.scores.support.table import (
    address_of,
    board,
    page_at,
    page_text,
    play,
    text_on,
)

FAN = {"fan": "a-number"}


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


def sent(phone, match, **fields):
    own = {"seq": Sheet(match).seq, "client_key": "a-key"}
    return phone.post(address_of("happen", match, "draw"), {**own, **FAN, **fields})


def taken(page):
    """The indices that the page sends back."""
    found = re.findall(r'name="(card_\d)" value="(\d+)"', page.text)
    return dict(found)


def test_one_after_the_other_takes_a_card_and_nothing_is_written(phone, match):
    page = page_at(phone, "happen", match, "draw")
    assert "Ana, toca una carta" in page_text(page)
    page = sent(phone, match, do="take-4")
    assert taken(page) == {"card_0": "4"}
    assert "Luis, toca una carta" in page_text(page)
    page = sent(phone, match, card_0=4, do="take-4")
    assert taken(page) == {"card_0": "4"}
    assert "Luis, toca una carta" in page_text(page)
    at_random = taken(sent(phone, match, card_0=4, card_1=0, do="all"))
    assert at_random["card_0"] == "4"
    assert at_random["card_1"] == "0"
    assert len(set(at_random.values())) == 3
    page = sent(phone, match, card_0=4, card_1=0, do="take-11")
    assert taken(page) == {"card_0": "4", "card_1": "0", "card_2": "11"}
    assert Sheet(match).seq == 0
    assert "Empezar así" in page_text(page)


def test_who_drew_highest_begins_nobody_changes_seats_and_the_log_has_the_cards(
    phone, match
):
    page = sent(phone, match, card_0=0, card_1=1, card_2=2)
    assert page.url == match.get_absolute_url()
    event = Sheet(match).steps[0].event
    now = board(match)
    first = min(
        event.cards, key=lambda seat: drawing_pack(now.ruleset).index(event.cards[seat])
    )
    assert now.order == (0, 1, 2)
    assert now.lead == first
    assert now.dealer == (first - 1) % 3
    line = text_on(phone, "log", match)
    assert re.search(
        rf"Sorteo: Ana .+\. Reparte {unmarked_text(Sheet(match).names[now.dealer])}",
        line,
    )


@pytest.mark.parametrize("dealer", [0, 1])
def test_in_gin_the_highest_card_chooses_who_deals_and_nobody_changes_seats(
    phone, dealer
):
    match = start(phone, "Ana", "Luis", preset="gin")
    indices = {"card_0": 0, "card_1": 1}
    page = page_text(sent(phone, match, **indices, do="look"))
    assert re.search(r"(Ana|Luis) elige baraja y sitio, y quién reparte", page)
    assert "Reparte Ana" in page
    assert "Reparte Luis" in page
    for wrong in ({}, {"dealer": 7}):  # nobody, and who is not at the table
        refused = sent(phone, match, **indices, **wrong)
        assert refused.status_code == 422
        assert Sheet(match).seq == 0
        assert ("Falta decir quién reparte." in page_text(refused)) is (wrong == {})
        assert taken(refused) == {"card_0": "0", "card_1": "1"}
    sent(phone, match, **indices, dealer=dealer)
    assert board(match).order == (0, 1)
    assert board(match).dealer == dealer


def test_an_old_draw_is_told_as_one_of_seats(phone, match):
    cards = {"0": "3o", "1": "12c", "2": "7b"}
    play(phone, match, load({"type": "draw", "pack": "spanish-40", "cards": cards}))
    assert "Sorteo de sitios: Ana" in text_on(phone, "log", match)


def test_what_is_no_draw_is_refused_and_writes_nothing(phone, match):
    two = {"card_0": 0, "card_1": 1}
    for odd in (
        two,
        {"card_0": 0, "card_1": 0, "card_2": 1},
        *(two | {"card_2": card} for card in (99, "x", -1)),
        *(two | {"card_2": 2, "fan": fan} for fan in ("", "x" * 65)),
    ):
        page = sent(phone, match, **odd)
        assert page.status_code == 422, odd
        assert Sheet(match).seq == 0
