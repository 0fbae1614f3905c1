"""The form of a hand: odd input gets a clear error beside its field, and nothing typed is changed or lost."""

import re

import pytest

from rules.events import Close, HandScored
from scores.core.matches.scoresheet import Sheet
from scores.fields import hand_fields
from scores.table.hand_entry.form import HandForm, parsed_points
from scores.table.hand_entry.questions import why_fewer_chips
from tests.rules.support.table import gin, hand, new, nobody_closed
from tests.scores.support.factories import start, write
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    errors,
    form,
    form_fields,
    lines,
    match_now,
    page_at,
    page_of,
    page_text,
    played,
    post,
    score,
    send_to,
    tap,
    text_at,
    totals,
)


@pytest.fixture
def match(phone):
    """Ana has 20, Luis 60, Eva 99."""
    return seated(phone, "chinchon")


def seated(phone, game):
    if game == "chinchon":
        return played(phone, "Ana", "Luis", "Eva", nobody_closed(20, 60, 99))
    if game == "pairs":
        return start(phone, "Ana", "Luis", "Eva", "Paco", preset="gin", team_size="2")
    return start(phone, "Ana", "Luis", preset=game)


CLEAN = {"close": "clean", "deadwood_1": "23", "deadwood_2": "1"}
NO_CLOSER = "¿Quién cerró? Toca su nombre, o «Nadie cerró»."
NOT_SO = "Con estas reglas no se puede cerrar así."
NO_SUM = "Asegúrese de que este valor tenga menos de 40 caracteres (tiene 10000)."
HOW = "¿Cómo cerró? Elige una opción."
WHO = "¿Quién se quedó sin cartas? Toca su nombre, o «Se acabó el mazo»."
TOO_MANY = "Cada mano es contra uno solo, y del otro bando: sobran los puntos de {}."


@pytest.mark.parametrize(
    ("game", "fields", "expected"),
    [
        ("chinchon", CLEAN | {"closer": "-1"}, NO_CLOSER),
        ("chinchon", CLEAN | {"closer": ["0", "1"]}, "Solo puede cerrar uno."),
        ("chinchon", CLEAN | {"close": ""}, HOW),
        ("chinchon", CLEAN | {"close": "gin"}, NOT_SO),
        ("chinchon", CLEAN | {"close": "knock-0"}, NOT_SO),
        (
            "chinchon",
            CLEAN | {"close": "knock-5"},
            "Para cerrar hacen falta 4 puntos o menos.",
        ),
        (
            "chinchon",
            {"closer": "2", "close": "knock-4", "deadwood_0": "1", "deadwood_1": "23"},
            "Eva no puede cerrar así: llegaría a 103 y se pasaría de 100.",
        ),
        (
            "chinchon",
            CLEAN | {"deadwood_1": "<script>"},
            "Luis: eso no es un número.",
        ),
        (
            "chinchon",
            CLEAN | {"deadwood_1": "−3"},
            "Los puntos de Luis no pueden ser negativos.",
        ),
        (
            "chinchon",
            CLEAN | {"deadwood_1": "99+2"},
            "Luis no puede tener 101: como mucho 100.",
        ),
        ("chinchon", CLEAN | {"deadwood_1": "1+" * 5_000}, NO_SUM),
        ("gin", {"closer": ""}, f"¿Quién cerró? Toca su nombre. {HOW}"),
        ("rummy", {"deadwood_1": "20"}, "¿Cómo salió? Elige una opción."),
        ("queen-city", {"value_1": "9"}, "Faltan los puntos de Ana."),
        ("rum-500", {"closer": ""}, WHO),
        (
            "rum-500",
            {"table_0": "5", "table_1": "7", "deadwood_1": ""},
            "Faltan los puntos de Luis.",
        ),
        (
            "chinaso",
            {"close": "out", "deadwood_1": "2", "buys_1": "3"},
            "Luis no puede tener 3: como mucho 2.",
        ),
        (
            "pairs",
            {"close": "gin", "deadwood_1": "9", "deadwood_3": "12"},
            TOO_MANY.format("Paco"),
        ),
        # a partner is no opponent
        (
            "pairs",
            {"close": "gin", "opponent": "2", "deadwood_2": "9"},
            TOO_MANY.format("Eva"),
        ),
        ("pairs", {"close": "gin"}, "Falta decir contra quién jugó, y sus puntos."),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_game_and_nothing_typed_is_lost(
    phone, game, fields, expected
):
    match = seated(phone, game)
    before = lines(match)
    page = post(phone, "score-hand", match, **{"closer": "0", **fields})
    assert page.status_code == 422
    assert " ".join(dict.fromkeys(errors(page))) == expected
    numbers = {name: text for name, text in fields.items() if name[-2:-1] == "_"}
    assert numbers.items() <= form(page, "Guardar").fields.items()
    assert lines(match) == before


def test_a_hand_without_its_hidden_fields_is_shown_again_and_then_saved(phone, match):
    for count, missing in enumerate(("seq", "client_key"), 1):
        fields = {**form_fields(match), "closer": "0", **CLEAN}
        del fields[missing]
        page = send_to(phone, "score-hand", match, **fields)
        assert (page.status_code, len(lines(match))) == (422, count)
        assert tap(phone, page, "Guardar").status_code == 302
        assert len(lines(match)) == count + 1


@pytest.mark.parametrize(
    ("text", "points"),
    [("0", 0), ("007", 7), ("12 + 7+ 5", 24), ("12+", 12), ("−3", -3), ("-3", -3)],
)
def test_a_count_is_read_as_people_write_it(text, points):
    assert parsed_points(text) == points


@pytest.mark.parametrize("text", ["", "+5", "5++5", "5+-3", "3-2", "doce", "1 2"])
def test_what_is_no_count_is_not_guessed(text):
    with pytest.raises(ValueError, match=r".*"):
        parsed_points(text)


def test_the_closers_own_field_does_not_count_and_where_nobody_closed_all_do(
    phone, match
):
    """The field is hidden: the loose points of the closer come from the close."""
    assert score(phone, match, hand(3, 23, 0), deadwood_0="55").status_code == 302
    assert totals(match) == [23, 83, 99]
    assert score(phone, match, nobody_closed(1, 2, 1)).status_code == 302
    assert totals(match) == [24, 85, 100]


def test_where_more_may_be_left_loose_than_chips_fit_it_is_typed_and_corrected(phone):
    match = start(phone, "Ana", "Luis", close_limit="20")
    page = page_of(phone, match)
    assert 'value="knock"' in page.text
    assert (
        score(phone, match, hand(15, 30), close="knock", deadwood_0="15").status_code
        == 302
    )
    assert totals(match) == [15, 30]
    fields = form(page_at(phone, "correct", match, 0), "Ver qué cambia").fields
    assert (fields["close"], fields["deadwood_0"]) == ("knock", "15")
    assert (
        score(phone, match, hand(25, 30), close="knock", deadwood_0="25").status_code
        == 422
    )


def test_where_anybody_melded_is_rewarded_a_0_says_whether_it_was_laid_off(
    phone, match
):
    row = match_now(match)
    row.ruleset = {**row.ruleset, "clean_for": "anyone"}
    row.save()
    assert 'name="melded_1"' in page_of(phone, match).text
    assert score(phone, match, hand(0, 0, 0), melded_1="on").status_code == 302
    assert totals(match) == [10, 50, 99]


def test_what_is_asked_is_explained_until_a_number_is_typed(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    for typed_so_far, hint in (
        ({}, "de 1 a 4, lo que le sobró"),
        ({"close": "clean"}, "con este cierre nadie coloca"),
        ({"close": "clean", "deadwood_1": "1"}, ""),
    ):
        sent = form_fields(match, closer="0", **typed_so_far)
        line = send_to(phone, "preview", match, **sent)
        assert hint in page_text(line)
        assert ('class="hint"' in line.text) is bool(hint)


def test_of_a_long_line_that_is_typed_the_first_and_the_last_sums_are_said(phone):
    """A dot in a name does not cut it."""
    match = start(phone, "Ana", "Luis", "Paco", "Eva", "Pepe · Bea", "Rosa")
    sent = form_fields(match, **hand_fields(hand(0, 1, 2, 3, 4, None)))
    line = send_to(phone, "preview", match, **sent)
    assert page_text(line) == (
        "Cierra Ana: −10, va con −10 · … · Eva +3 = 3 · Pepe · Bea +4 = 4"
    )
    assert '</span><bdi translate="no">Pepe · Bea</bdi> +4 = 4</p>' in line.text


def test_who_may_keep_fewer_points_than_the_others_is_told_why():
    board = new(start=(97, 0, 0))
    assert why_fewer_chips(board, {0: "Ana", 1: "Luis", 2: "Eva"}) == [
        (0, "Ana va con 97: si cierra con más de 3, se pasa.")
    ]


# Gin of more than two: whom the closer met, and who rests


def test_the_opponent_chosen_is_the_one_of_the_hand(phone, pairs):
    typed = {"close": "knock-5", "deadwood_3": "20", "deadwood_1": "9"}
    post(phone, "score-hand", pairs, closer="0", opponent="3", **typed)
    assert Sheet(pairs).log == [HandScored({0: 5, 3: 20}, 0, Close.KNOCK)]


def test_each_meets_the_next_of_the_table_unless_the_hand_says_another(phone, pairs):
    form = HandForm(sheet=Sheet(pairs))
    assert [form.meets(seat) for seat in range(4)] == ["1,3", "0,2"] * 2
    assert [form.due(seat) for seat in range(4)] == ["1", "0", "3", "2"]
    write(pairs, gin(0, 3, 12), phone=phone)
    form = HandForm(sheet=Sheet(pairs))
    assert [form.due(seat) for seat in range(4)] == ["", "2", "1", ""]


def test_a_pair_has_one_card_with_one_total_wherever_it_is_shown(phone, pairs):
    write(pairs, gin(0, 1, 12), phone=phone)
    for address in ("", "big/"):
        html = phone.get(f"{pairs.get_absolute_url()}{address}").text
        assert re.findall(r" data-total>([^<]*)<", html) == ["37", "0"]
    assert "Ana y Eva 37 · Luis y Paco 0" in text_at(phone, "/history/")
    assert "Ana y Eva 37 0" in page_text(
        post(phone, "correct", pairs, "0", act="remove")
    )


def test_with_three_the_two_who_do_not_rest_meet(phone):
    """Eva rests first."""
    three = start(phone, "Ana", "Luis", "Eva", preset="gin")
    form = HandForm(sheet=Sheet(three))
    assert [form.due(seat) for seat in range(3)] == ["1", "0", ""]
    assert plain(form.who_plays) == "Ana contra Luis; descansa Eva."
    text = text_at(phone, three.get_absolute_url())
    assert "descansa esta mano · 0 casillas" in text
