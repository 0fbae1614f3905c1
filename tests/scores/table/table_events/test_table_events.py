"""The forms of table events: penalties, joining, sitting out, change of rules and so on."""

import re

import pytest

from rules.events import BoughtBackIn, Declined, HandScored
from rules.match import log_json
from rules.match.corrections import Amended, Redone, Undone
from scores.models import Player, Result
from scores.table.table_events.forms import KINDS
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import (
    address_of,
    answer,
    board,
    errors,
    form,
    happen,
    lines,
    page_at,
    page_text,
    play,
    played,
    post,
    refusal,
    tap,
    text_at,
    totals,
    undo,
    update_row,
)

SAVE = "Guardar"


@pytest.fixture
def match(phone):
    """Ana has −10, Luis 23, Eva 7; Luis deals."""
    return played(phone, "Ana", "Luis", "Eva", hand(0, 23, 7))


def page_of(phone, match, kind):
    page = page_at(phone, "happen", match, kind)
    assert page.status_code == 200
    return page


def offered(phone, match):
    """The events on the list."""
    page = page_at(phone, "everyday", match).text
    return re.findall(rf'href="{match.get_absolute_url()}everyday/([\w-]+)/"', page)


def whom(page):
    """The seats that a form offers."""
    return re.findall(r'name="player" value="([^"]*)"', page.text)


# The saved events


def test_a_match_in_cents_changes_its_stakes_to_cents(phone):
    match = start(phone, "Ana", "Luis", stake="0,50", currency="€")
    happen(phone, match, "rules", rebuy_stake="0,20")
    assert match.entries.last().payload == {
        "options": {"rebuy_stake": 20, "cents": True}
    }
    assert board(match).next_ruleset.rebuy_stake == 20


@pytest.mark.parametrize("fields", [{"stake": "5"}, {}])
def test_a_match_in_whole_units_or_chips_stays_without_cents(phone, fields):
    match = start(phone, "Ana", "Luis", **fields)
    update_row(match, currency="€" if fields else "")
    page = post(phone, "happen", match, "rules", rebuy_stake="0,20")
    assert page.status_code == 422
    assert match.entries.count() == 0
    assert "En esta partida se juega sin céntimos." in page_text(page)


# Joining


def test_who_joins_is_offered_by_the_names_of_the_circle_that_do_not_play(phone, match):
    assert page_of(phone, match, "join").context["remembered"] == []
    start(phone, "Pepe", "Ana", circle=match.circle.code)
    assert page_of(phone, match, "join").context["remembered"] == ["Pepe"]


def test_one_whose_joining_was_undone_plays_no_part(phone, match):
    happen(phone, match, "join", name="Pepe", position=3)
    undo(phone, match)
    assert len(board(match).order) == 3
    assert Result.objects.count() == 3
    pages = match.get_absolute_url(), address_of("scoresheet", match)
    text = " ".join(text_at(phone, address) for address in pages)
    assert "Pepe" not in text.replace("Deshecho: Pepe se sienta a la mesa", "", 1)
    play(phone, match, hand(0, 1, 1))


# The list of events


# By the form of a hand, by what a board asks, and by the page of the log.
MADE_ELSEWHERE = {HandScored, BoughtBackIn, Declined, Amended, Undone, Redone}


def test_every_kind_of_entry_that_a_log_may_have_is_made_by_a_form(match):
    made = {type(kind.example(board(match), 0)) for kind in KINDS.values()}
    assert made | MADE_ELSEWHERE == {*log_json.KINDS}


def test_while_somebody_is_asked_only_the_rules_may_change(phone):
    match = played(
        phone, "Ana", "Luis", "Eva", hand(0, 60, 7), hand(0, 60, 7), rebuy_choice="ask"
    )
    assert offered(phone, match) == ["rules"]
    page = post(phone, "happen", match, "misdeal")
    assert "Antes tiene que decir si se reengancha: Luis." in refusal(page)
    happen(phone, match, "rules", limit=90)
    answer(phone, match, 1, "no")
    assert "join" in offered(phone, match)


def test_after_the_end_nothing_is_offered_and_nothing_is_written(phone, match):
    happen(phone, match, "finish")
    assert offered(phone, match) == []
    page = post(phone, "happen", match, "join", name="Pepe", position=1)
    assert "La partida ya" in refusal(page)
    assert len(lines(match)) == 2
    assert match.seats.count() == 3


def test_only_those_are_offered_to_whom_it_may_happen_and_another_is_refused_by_name(
    phone, match
):
    nobody = "Ahora no se puede. ¿Quién? Nadie."
    assert nobody in page_text(page_of(phone, match, "back"))
    happen(phone, match, "absent", player=1)
    found = {
        kind: whom(page_of(phone, match, kind))
        for kind in ("absent", "back", "retire", "dealer")
    }
    assert found == {
        "absent": ["0", "2"],
        "back": ["1"],
        "retire": ["0", "1", "2"],
        "dealer": ["0", "2"],
    }
    page = post(phone, "happen", match, "dealer", player=1)
    assert "Luis no está jugando esta mano." in refusal(page)


# Odd input


ODD = {
    "retire": [{"player": text} for text in ("", "9", "9" * 5_000)],
    "penalty": [{"points": "5"}, {"player": "1", "points": "1001"}],
    "join": [
        {"name": "Pepe", "position": "9"},
        *({"name": name, "position": 3} for name in ("\u200b", "M" * 41)),
    ],
    "reseat": [
        {"place_0": 1, "place_1": 1, "place_2": 3},
        {"place_0": 1, "place_1": 2},
        {"place_0": 0, "place_1": 2, "place_2": 9},
    ],
    "rules": [{}, {"rebuys": "-1"}],
}


@pytest.mark.parametrize("kind", ODD)
def test_what_cannot_be_is_refused_in_words_and_writes_nothing(phone, match, kind):
    for fields in ODD[kind]:
        page = post(phone, "happen", match, kind, **fields)
        assert page.status_code == 422, fields
        assert errors(page) != [] or 'class="trouble"' in page.text
    assert len(lines(match)) == 1
    assert match.seats.count() == 3


def test_a_thing_that_there_is_not_is_404(phone, match):
    for kind in ("x", "hand", "amend"):
        address = address_of("happen", match, kind)
        assert (phone.get(address).status_code, phone.post(address).status_code) == (
            404,
            404,
        )


def test_a_stale_form_keeps_what_was_typed_and_still_seats_behind_the_same_player(
    phone, match
):
    happen(phone, match, "reseat", place_0="3", place_1="1", place_2="2")
    page = post(phone, "happen", match, "join", seq=1, name="Pepe", position="1")
    assert page.status_code == 409
    assert (len(lines(match)), Player.objects.count()) == (2, 3)
    kept = {"name": "Pepe", "position": "3"}
    assert kept.items() <= form(page, SAVE).fields.items()
    assert "detrás de Ana" in page_text(page)
    assert tap(phone, page, SAVE).status_code == 302
    assert len(lines(match)) == 3
    assert board(match).order == (1, 2, 0, 3)
    assert totals(match) == [-10, 23, 7, 23]
    assert "Pepe" in page_text(page_at(phone, "match", match))


def test_the_page_says_that_in_an_open_ledger_who_joins_starts_at_0(phone):
    match = played(phone, "Ana", "Luis", hand(0, 23), ends="open")
    page = page_of(phone, match, "join")
    assert "Entra con 0 puntos." in page_text(page)


@pytest.mark.parametrize(("luis", "words"), [(60, "se pasan"), (20, "se pasa")])
def test_a_lower_limit_names_who_are_past_it_and_is_saved_by_a_second_tap(
    phone, luis, words
):
    match = played(phone, "Ana", "Luis", "Eva", hand(0, luis, 55))
    page = post(phone, "happen", match, "rules", limit=50)
    assert f"Con 50 de límite {words} en la próxima mano:" in refusal(page)
    assert "Eva (55)" in page_text(page)
    page = tap(phone, page, SAVE, limit="51")
    assert "Con 51 de límite" in refusal(page)
    assert len(lines(match)) == 1
    assert tap(phone, page, SAVE).status_code == 302
    assert board(match).next_ruleset.limit == 51
