"""The pages of corrections, as a phone without JavaScript uses them."""

import json
import re

import pytest

from rules.events import Close, HandScored
from scores.core.matches.scoresheet import Sheet
from scores.fields import hand_fields
from scores.models import Match, Result
from scores.table.corrections import draft
from scores.table.corrections.pages import next_page_or_sheet
from scores.table.hand_entry.writing import Outcome
from tests.rules.support.table import hand
from tests.scores.support.factories import sheet_of, start
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    answer,
    board,
    buttons,
    errors,
    form,
    happen,
    lines,
    page_at,
    page_text,
    play,
    played,
    post,
    rebuys,
    refusal,
    send_to,
    tap,
    totals,
    undo,
)

SEE = "Ver qué cambia"
SAVE = "Guardar la corrección"
REMOVE = "Quitar esta anotación"
INSERT = "Poner antes una mano olvidada"


def correct(phone, match, ref):
    """The page that corrects a line."""
    page = page_at(phone, "correct", match, ref)
    assert page.status_code == 200
    return page


def retype(phone, page, scored):
    """Type another hand into the form and send it."""
    return tap(phone, page, SEE, **hand_fields(scored))


def save(phone, page):
    """Save the correction from the page of the review."""
    assert SAVE in buttons(page), page_text(page)
    saved = tap(phone, page, SAVE)
    assert saved.status_code == 302


def review(page):
    """What the table of differences shows: before and after."""
    rows = plain(page.context["differences"])
    return {what: (before, after) for what, before, after in rows}


@pytest.fixture
def match(phone):
    """Ana has 3, Luis 23, Eva 7."""
    return played(phone, "Ana", "Luis", "Eva", hand(3, 23, 7))


# A plain correction


def test_what_changes_is_shown_before_it_is_saved(phone, match):
    play(phone, match, hand(12, 0, 5, closer=1))
    page = correct(phone, match, 0)
    assert hand_fields(hand(3, 23, 7)).items() <= form(page, SEE).fields.items()
    page = retype(phone, page, hand(3, 300, 7))  # what the rules refuse stays as typed
    assert page.status_code == 422
    assert errors(page)[0] == "Luis no puede tener 300: como mucho 100."
    assert form(page, SEE).fields["deadwood_1"] == "300"
    same = retype(phone, page, hand(3, 23, 7))
    assert review(same) == {}
    assert "El marcador queda igual." in page_text(same)
    page = retype(phone, page, hand(3, 32, 7))
    assert page.status_code == 200
    assert lines(match) == [(0, "hand"), (1, "hand")]
    assert review(page) == {"Luis": ("13", "22")}
    for _time in range(2):  # saved twice it is one line
        save(phone, page)
        assert lines(match) == [(0, "hand"), (1, "hand"), (2, "amend")]
        assert totals(match) == [15, 22, 12]


# Inserted and removed lines


def test_a_forgotten_hand_is_put_in_where_it_was_played(phone, match):
    play(phone, match, hand(12, 0, 5, closer=1))
    page = tap(phone, correct(phone, match, 1), INSERT)
    assert page.status_code == 200
    assert "Mano olvidada" in page_text(page)
    page = retype(phone, page, hand(30, 2, 0, closer=2))
    assert review(page) == {
        "Ana": ("15", "45"),
        "Luis": ("13", "15"),
        "Eva": ("12", "2"),
        "Reparte": ("Eva", "Ana"),
    }
    save(phone, page)
    assert totals(match) == [45, 15, 2]
    assert board(match).hands == 3
    assert board(match).dealer == 0


def test_a_hand_that_a_correction_put_in_is_corrected_from_the_scoresheet(phone, match):
    save(
        phone,
        retype(phone, tap(phone, correct(phone, match, 0), INSERT), hand(1, 2, 3)),
    )
    address = address_of("correct", match, "1.0")
    assert address in page_at(phone, "scoresheet", match).text
    save(phone, retype(phone, correct(phone, match, "1.0"), hand(1, 20, 3)))
    assert totals(match) == [4, 43, 10]
    page = tap(phone, correct(phone, match, "1.0"), REMOVE)
    for _time in range(2):  # the second time its line is there no more
        save(phone, page)
    assert totals(match) == [3, 23, 7]
    assert board(match).hands == 1


def test_a_newcomer_whose_joining_is_taken_out_leaves_no_result(phone):
    match = start(phone, "Ana", "Luis")
    happen(phone, match, "join", name="Eva", position=2)
    play(phone, match, hand(3, 23, 7))
    assert Result.objects.count() == 3
    page = tap(phone, correct(phone, match, 0), REMOVE)
    assert "Con el cambio, esta mano ya no encaja" in page_text(page)
    page = retype(phone, page, hand(3, 23))
    save(phone, page)
    assert totals(match) == [3, 23]
    assert Result.objects.count() == 2


# Lines made illegal by a correction


def test_a_correction_that_keeps_somebody_in_asks_for_the_points_of_his_later_hands(
    phone,
):
    match = start(phone, "Ana", "Luis", "Eva", rebuys="0")
    play(
        phone,
        match,
        hand(0, 54, 20),
        hand(5, 50, 0, closer=2),
        hand(2, None, 30),
        hand(0, None, 5),
    )
    page = retype(phone, correct(phone, match, 0), hand(0, 45, 20))
    for number, points in ((3, "1"), (4, "2")):
        assert errors(page)[0] == "Faltan los puntos de Luis."
        assert f"Corregir la mano {number}" in page_text(page)
        page = tap(phone, page, SEE, deadwood_1=points)
    assert review(page) == {"Luis": ("104 fuera", "98"), "Reparte": ("Eva", "Luis")}
    save(phone, page)
    assert len(lines(match)) == 5
    assert totals(match) == [-13, 98, 45]


def test_a_correction_that_ends_the_match_earlier_offers_to_take_away_the_rest(phone):
    match = start(phone, "Ana", "Luis", limit="100", rebuys="0")
    play(phone, match, hand(0, 45), hand(0, 50), hand(2, 3), hand(4, 0, closer=1))
    page = retype(phone, correct(phone, match, 0), hand(0, 54))
    assert "La partida ya habría terminado." in page_text(page)
    assert "Luis 3" in page_text(page)
    assert "Ana 4" in page_text(page)
    page = tap(phone, page, "Quitar lo que sigue")
    assert review(page)["Gana"] == ("nadie todavía", "Ana")
    save(phone, page)
    assert len(lines(match)) == 5
    assert board(match).winners == (0,)
    assert Match.objects.get().finished_at == match.entries.get(seq=1).happened_at


def test_a_bust_by_a_penalty_is_said_after_it(phone):
    match = played(phone, "Ana", "Luis", "Eva", hand(0, 60, 50))
    happen(phone, match, "penalty", player=1, points=45)
    page = retype(phone, correct(phone, match, 0), hand(0, 50, 50))
    assert plain(page.context["busts"]) == ["Luis: +45 de castigo · Luis ya no se pasa"]


def test_an_answer_is_turned_round(phone):
    match = played(
        phone, "Ana", "Luis", "Eva", hand(0, 60, 20), hand(0, 50, 3), rebuy_choice="ask"
    )
    answer(phone, match, 1, "no")
    play(phone, match, hand(0, None, 3))
    page = tap(phone, correct(phone, match, 2), "Fue al revés")
    assert errors(page)[0] == "Faltan los puntos de Luis."
    page = tap(phone, page, SEE, deadwood_1="4")
    assert review(page)["Luis"] == ("110 fuera", "27 ↻1")
    save(phone, page)
    assert totals(match) == [-30, 27, 26]
    assert rebuys(match) == [0, 1, 0]


# Two phones


def test_a_correction_saved_too_late_keeps_the_draft_and_tells_what_was_written(
    phone, match
):
    page = retype(phone, correct(phone, match, 0), hand(3, 32, 7))
    play(phone, match, hand(0, 1, 2))
    late = tap(phone, page, SAVE)
    assert late.status_code == 409
    assert len(lines(match)) == 2
    assert "Cierra Ana, con todo ligado · Luis 1 · Eva 2" in page_text(late)
    assert review(late) == {"Luis": ("24", "33")}
    save(phone, late)
    assert totals(match) == [-7, 33, 9]


@pytest.mark.parametrize("is_answered", [True, False])
def test_a_correction_of_its_own_lines_goes_on_when_a_line_came_between_two_steps(
    phone, is_answered
):
    match = played(
        phone, "Ana", "Luis", "Eva", hand(0, 60, 20), hand(0, 30, 3), rebuy_choice="ask"
    )
    page = retype(phone, tap(phone, correct(phone, match, 1), INSERT), hand(0, 50, 1))
    if is_answered:
        page = tap(phone, page, "Sí, se reengancha")
    play(phone, match, hand(0, 1, 2))
    save(phone, tap(phone, page, SAVE if is_answered else "Sí, se reengancha"))
    assert totals(match) == [-40, 52, 26]
    assert rebuys(match) == [0, 1, 0]


def test_a_correction_of_a_hand_undone_meanwhile_says_so_and_shows_what_was_typed(
    phone, match
):
    page = correct(phone, match, 0)
    review = retype(phone, page, hand(3, 77, 7))
    undo(phone, match)
    answer = retype(phone, page, hand(3, 77, 7))
    assert "77" in refusal(answer, 404)
    saved = tap(phone, review, SAVE)
    assert saved.status_code == 409
    assert len(lines(match)) == 2
    assert "Ese apunte ya no está." in page_text(saved)
    assert "Luis 77" in page_text(saved)


def test_an_answer_that_no_longer_applies_is_taken_away_before_anybody_is_asked(phone):
    match = start(phone, "Ana", "Luis", "Eva", "Paco", rebuy_choice="ask")
    play(phone, match, hand(0, 50, 60, 5), hand(0, 60, 50, 5))
    answer(phone, match, 1, "yes")
    answer(phone, match, 2, "no")
    stuck = retype(phone, correct(phone, match, 0), hand(0, 20, 60, 5))
    assert REMOVE in page_text(stuck)
    assert "¿Se reengancha" not in page_text(stuck)
    save(phone, tap(phone, stuck, REMOVE))
    assert totals(match) == [-20, 80, None, 10]
    assert rebuys(match) == [0, 0, 0, 0]


# Invalid input


def test_what_no_screen_asks_for_is_refused_and_writes_nothing(phone):
    match = played(phone, "Ana", "Luis", hand(3, 23))
    for ref in ("1", "x", "0.0", "9" * 5_000):
        assert phone.get(f"{match.get_absolute_url()}correct/{ref}/").status_code == 404
    for act in ("save", "", "yes-1", "yes-" + "9" * 5_000, "swap"):
        assert post(phone, "correct", match, "0", act=act).status_code == 404
    for changes in NO_CHANGES:
        for act in ("save", "replace"):
            answer = post(phone, "correct", match, "0", changes=changes, act=act)
            assert answer.status_code in (404, 409), (changes, act)
    below_0 = '[{"at": 0, "entry": {"type": "hand", "deadwood": {"0": 0, "1": -1}}}]'
    answer = post(phone, "correct", match, "0", changes=below_0, act="save")
    assert answer.status_code == 422
    assert lines(match) == [(0, "hand")]


# JSON that is none, is too deep or has a number of no screen is refused where it is read (test_validators).
NO_CHANGES = [
    "",
    "null",
    "[{}]",
    '[{"at": 0}]',
    *(f'[{{"at": {at}, "entry": null}}]' for at in ('{"a": 1}', "7")),
    '[{"at": 0, "insert": {"type": "join", "player": 2, "position": 99999999999999999999}}]',
    *(
        f'[{{"at": 0, "entry": {{"type": {entry}}}}}]'
        for entry in (
            '"undo"',
            '"join", "player": 7',
            '"rules", "options": {"packs": [[4, 1]]}',
        )
    ),
]


def chances_changed(page):
    """The chances before and after, as the review says them."""
    return re.findall(r"antes (\d+)\s% → después (\d+)\s%", page_text(page))


def test_who_shows_the_chances_also_sees_how_a_correction_changes_them(phone):
    match = played(phone, "Ana", "Luis", hand(0, 13))
    assert chances_changed(retype(phone, correct(phone, match, 0), hand(0, 90))) == []
    send_to(phone, "forecast-show", match, on="1")
    (before, after), (other_before, other_after) = chances_changed(
        retype(phone, correct(phone, match, 0), hand(0, 90))
    )
    assert int(before) < int(after)
    assert int(other_before) > int(other_after)


@pytest.mark.parametrize(
    ("key", "rules", "hands", "money"),
    [
        (
            "chinchon",
            {"stake": 2, "rebuy_stake": 1, "limit": 50},
            (hand(0, 60, 7), hand(0, 23, 7)),
            ["Bote: 7 €, 6 €"],
        ),
        (
            "chinaso",
            {"buy_fee": 3},
            [HandScored({1: 5, 2: 5}, 0, Close.OUT, buys={1: n}) for n in (1, 2)],
            ["Ana, en dinero: +3 €, +6 €", "Luis, en dinero: −3 €, −6 €"],
        ),
    ],
)
def test_money_that_changes_is_said_with_its_currency(key, rules, hands, money):
    boards = [sheet_of(key, one, **rules).board for one in hands]
    changed = draft.differences(*boards, {0: "Ana", 1: "Luis", 2: "Eva"}, "€")
    said = [f"{what}: {before}, {now}" for what, before, now in changed if "€" in now]
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in said] == money


def test_a_line_that_is_undone_while_its_correction_is_saved_is_gone(phone, match):
    changes = json.dumps([{"at": 0, "entry": None}])
    posted = {"act": "save", "changes": changes, "seq": "1", "client_key": "k"}

    def save_too_late(sheet, form):
        undo(phone, match)
        return Outcome(sheet.read_again(), 409)

    page = next_page_or_sheet(Sheet(match), "0", posted, save_too_late)
    assert page.template == "scores/corrections/gone.html"
    assert page.status == 409
