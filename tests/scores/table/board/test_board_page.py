"""The match page: what it shows to each role, and saving hands and answers from it."""

import re

import pytest
from django.urls import reverse

from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import (
    answer,
    board,
    buttons,
    forms,
    lines,
    page_at,
    page_of,
    page_text,
    play,
    post,
    rebuys,
    redo,
    refusal,
    score,
    tap,
    totals,
    undo,
    won_by_ana,
)


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva", "Pepe")


def test_what_else_a_match_has_is_in_one_sheet_for_whoever_may_do_it(phone, match):
    names = [
        "Imprevistos",
        "Pasar una hoja de papel",
        "Borrar",
        "Historial",
        "Marcador grande",
    ]

    def offered(client):
        text = page_text(page_of(client, match)).partition("Más Esta partida")[2]
        return [name for name in names if name in text]

    assert offered(phone) == names
    assert offered(phone_with(Role.SCORE, match)) == [*names[:2], *names[3:]]
    watcher = phone_with(Role.WATCH, match)
    assert offered(watcher) == names[3:]
    language = [reverse("set_language")]
    assert [one.action for one in forms(page_of(watcher, match))] == language
    sheet = page_at(phone, "scoresheet", match)
    assert [name for name in names if name in page_text(sheet)] == []


def test_who_closed_the_last_hand_is_marked_and_asked_for_anew_with_a_word(
    phone, match
):
    play(phone, match, hand(0, 23, 7, 45))
    html = page_of(phone, match).text
    marks = re.findall(r'<span class="last( closed)?', html)
    assert marks == [" closed", "", "", ""]
    assert html.count(">cambiar<") == 4


# Asked


@pytest.fixture
def asked(phone):
    """Luis (103) and Eva (105) have gone past the limit and are asked; Ana and Pepe go on."""
    match = start(
        phone,
        "Ana",
        "Luis",
        "Eva",
        "Pepe",
        rebuy_choice="ask",
        stake="100",
        rebuy_stake="50",
    )
    play(phone, match, hand(0, 53, 60, 40), hand(0, 50, 45, 8))
    return match


def test_who_is_asked_is_asked_before_anything_else(phone, asked):
    page = page_of(phone, asked)
    for name in ("Luis", "Eva"):
        assert f"¿Se reengancha {name} en 48 por 50 fichas?" in page_text(page)
    assert "Guardar" not in buttons(page)
    refused = score(phone, asked, hand(0, None, None, 5))
    assert "Lo que estaba escrito: Cierra Ana, con todo ligado · Pepe 5" in page_text(
        refused
    )
    assert "Antes tienen que decir si se reenganchan: Luis y Eva." in refusal(refused)
    # where it costs nothing
    free = start(phone, "Ana", "Luis", "Eva", rebuy_choice="ask")
    play(phone, free, hand(0, 60, 40), hand(0, 45, 8))
    assert "¿Se reengancha Luis en 48?" in page_text(page_of(phone, free))


def test_each_answers_for_himself(phone, asked):
    before = board(asked)
    page = page_of(phone, asked)
    for _time in range(2):  # twice is one answer
        assert tap(phone, page, "Sí, se reengancha").status_code == 302
        assert (totals(asked), rebuys(asked)) == ([-20, 48, 105, 48], [0, 1, 0, 0])
    assert board(asked).seats_asked == (2,)
    undo(phone, asked)
    assert board(asked) == before
    redo(phone, asked)
    tap(phone, page_of(phone, asked), "No")
    assert totals(asked) == [-20, 48, None, 48]
    assert rebuys(asked) == [0, 1, 0, 0]
    assert board(asked).seats_asked == ()
    assert "Guardar" in buttons(page_of(phone, asked))
    assert "bote 450" in page_text(page_of(phone, asked))


def test_a_yes_after_a_no_of_another_phone_is_told_so(phone, asked):
    page = page_of(phone, asked)
    answer(phone, asked, 1, "no")
    late = tap(phone, page, "Sí, se reengancha")
    assert "Luis no se reengancha" in refusal(late, 409)
    assert rebuys(asked) == [0] * 4


def test_an_answer_is_yes_or_no_of_a_seat(phone, asked):
    address = f"{asked.get_absolute_url()}answer/"
    for answered in ("1/maybe", "1/YES", "-1/yes", "9" * 5_000 + "/yes", "²/yes"):
        sent = phone.post(f"{address}{answered}/", {"seq": 2, "client_key": "k"})
        assert sent.status_code == 404, answered
    assert len(lines(asked)) == 2


# The end


def test_the_winner_is_named_and_a_rematch_offered(phone):
    match = won_by_ana(phone, stake="100")
    page = page_of(phone, match)
    for words in (
        "¡Gana Ana!",
        "Fin de la partida",
        "Ana +100",
        "Luis fuera en la mano 1 · −100",
    ):
        assert words in page_text(page)
    assert "Guardar" not in buttons(page)
    assert (
        tap(phone, page, "Revancha").url
        == Match.objects.get(previous=match).get_absolute_url()
    )


def test_a_hand_typed_while_another_phone_ended_the_match_is_told_what_was_written(
    phone,
):
    match = won_by_ana(phone)
    page = score(phone, match, hand(0, 33), seq=0)
    assert page.status_code == 409
    assert len(lines(match)) == 1
    assert "Cierra Ana, con todo ligado · Luis 60" in page_text(page)
    assert "Lo que estaba escrito: Cierra Ana, con todo ligado · Luis 33" in page_text(
        page
    )


SECOND = "Deshecha la mano 2: Cierra Luis, con todo ligado · Ana 12 · Eva 9 · Pepe 8"
THIRD = "Rehecha la mano 3: Cierra Ana, con todo ligado · Luis 1 · Eva 2 · Pepe 3"


@pytest.mark.parametrize(
    ("way", "wrong", "right", "now"),
    [("undo", 0, 1, SECOND), ("redo", 1, 2, THIRD)],
)
def test_an_undo_and_a_redo_move_no_other_entry_than_the_one_that_they_name(
    phone, match, way, wrong, right, now
):
    hands = hand(0, 23, 7, 45), hand(12, 0, 9, 8, closer=1), hand(0, 1, 2, 3)
    play(phone, match, *hands)
    undo(phone, match)
    refused = refusal(post(phone, way, match, target=wrong))
    why = "No se ha hecho nada, porque ya no es lo último. Ahora sería: "
    assert why + now in refused
    assert len(lines(match)) == 4
    assert post(phone, way, match, target=right).status_code == 302
