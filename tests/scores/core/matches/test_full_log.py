"""A match with as many entries as it may have: what is refused and how, and what is still possible."""

import pytest

from rules.match import log_json
from scores.fields import hand_fields
from scores.models import Player
from tests.rules.support.table import hand
from tests.scores.support.table import (
    address_of,
    form_fields,
    happen,
    lines,
    page_at,
    page_text,
    played,
    post,
    redo,
    refusal,
    score,
    tap,
    totals,
    undo,
)

FULL = "En esta partida no cabe nada más: como mucho 2 apuntes."


@pytest.fixture
def match(phone, monkeypatch):
    monkeypatch.setattr(log_json, "MOST_LINES", 2)
    return played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7), hand(0, 4, 8))


def reviewed(phone, match):
    """The review of a correction of the first hand."""
    page = page_at(phone, "correct", match, "0")
    return tap(phone, page, "Ver qué cambia", **hand_fields(hand(0, 30, 7)))


def test_one_hand_more_is_refused_and_stays_in_the_form(phone, match):
    page = score(phone, match, hand(0, 5, 19))
    assert FULL in refusal(page)
    assert 'value="19"' in page.text
    assert lines(match) == [(0, "hand"), (1, "hand")]


def test_it_can_still_be_undone_corrected_and_finished(phone, match):
    before = list(match.entries.values())
    undo(phone, match)
    redo(phone, match)
    page = reviewed(phone, match)
    assert tap(phone, page, "Guardar la corrección").status_code == 302
    assert totals(match) == [-20, 34, 15]
    happen(phone, match, "finish")
    assert list(match.entries.values())[:2] == before  # no line is edited
    assert [kind for _seq, kind in lines(match)[2:]] == [
        "undo",
        "redo",
        "amend",
        "finish",
    ]


def test_nobody_joins_a_table_that_is_full(phone, match, monkeypatch):
    monkeypatch.setattr(log_json, "MOST_LINES", 10)
    monkeypatch.setattr(log_json, "MOST_SEATS", 3)
    page = post(phone, "happen", match, "join", name="Paco", position=0)
    assert "En una partida no caben más de 3, contando a quien ya se fue." in page_text(
        page
    )
    assert page.status_code == 422
    assert match.seats.count() == 3
    assert Player.objects.filter(name="Paco").count() == 0


def test_a_correction_with_more_changes_than_a_log_has_room_for_is_not_read(
    phone, match
):
    changes = '[{"at":0,"entry":null}' + ',{"at":0,"entry":null}' * 2000 + "]"
    page = post(phone, "correct", match, "0", act="save", changes=changes)
    assert page.status_code == 404
    assert len(lines(match)) == 2


def test_a_correction_for_which_there_is_no_room_is_listed_and_not_saved(
    phone, match, monkeypatch
):
    monkeypatch.setattr(log_json, "SPARE_LINES", 0)
    page = reviewed(phone, match)
    page = tap(phone, page, "Guardar la corrección")
    assert FULL in refusal(page, 409)
    assert "Luis 30 (antes: 3)" in page_text(page)
    assert totals(match) == [-20, 7, 15]


def test_the_paper_sheet_says_it_too_and_writes_none_of_its_hands(phone, match):
    fields = {"rows": "10", "0.deadwood_1": "5", "0.deadwood_2": "9", "do": "look"}
    page = phone.post(address_of("paper", match), form_fields(match, **fields))
    assert FULL in refusal(page)
    assert len(lines(match)) == 2
