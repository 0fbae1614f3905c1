"""Writing a hand with one thumb: the keypad, its comforts, and that nothing typed is ever lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_count,
    expect_role,
    expect_visible,
    tap_link,
)
from tests.browser.support.table import Table
from tests.scores.support.table import happen, lines, undo


@pytest.fixture
def table(owner, match, phone_of):
    """The board before hand 1, on the phone of its owner."""
    return Table.at(phone_of(owner, 360, 640), match.get_absolute_url())


# Who closed


def test_a_wrong_closer_or_nobody_is_changed_by_the_right_name_or_by_beginning_anew(
    table,
):
    table.closes(None)
    table.expect_active(0)
    back = table.form.locator(".said button[type=reset]")
    assert back.bounding_box()["height"] >= 44
    back.tap()
    table.closes(0, "clean")
    table.types({1: 23, 2: 31})
    table.name(0).tap()
    table.other_closed.tap()
    for _time in range(2):
        expect_count(table.form, "[name=closer]:checked", 0)
        assert table.typed(*range(4)) == [""] * 4
        table.page.reload()
    table.closes(0)
    expect(table.line).to_contain_text("Ana")
    table.name(2).tap()
    expect(table.closer(2)).to_be_checked()
    expect(table.line).to_contain_text("Eva")
    table.chip("clean").tap()
    table.types({0: 23, 1: 7})
    table.name(2).tap()  # who closed is tapped again: how
    table.total(1).tap()
    table.chip("clean").tap()
    expect(table.closer(1)).to_be_checked()
    table.expect_typed(0, "23")  # what the others had stays
    table.types({2: 12, 3: 45})
    table.saves()
    table.expect_totals(23, -10, 12, 45)
    table.scores(None, "", {0: 12, 1: 23, 2: 31, 3: 45})
    table.expect_totals(35, 13, 43, 90)


# Moving on by itself


def test_it_moves_on_where_no_larger_number_begins_so_and_an_arrow_skips_nobody(
    table,
):
    table.closes(0, "clean")
    table.expect_active(1)
    table.tap_keys("23")
    table.expect_active(2)
    table.digit("next").tap()
    table.expect_active(2)
    table.digit("next").tap()  # pressed again it is meant
    table.expect_active(3)
    table.name(2).tap()
    table.tap_keys("7")
    table.expect_active(2)  # 70 may follow
    table.digit("next").tap()
    table.expect_active(3)
    table.tap_keys("0")  # nothing begins with 0
    table.expect_active(None)


def test_a_hundred_typed_straight_is_one_number_and_the_line_says_so(
    table,
):
    hint = table.page.locator("#larger")
    table.closes(0, "clean")
    table.tap_keys("10")
    expect(hint).to_have_text("¿100 o más? Otro 0, o toca otra vez su fila.")
    expect(table.line).to_be_hidden()
    table.tap_keys("0")
    expect(hint).to_have_text("Luis: 100. ¿Eran 10 y 0? Toca otra vez su fila.")
    expect(hint).to_have_attribute("role", "status")
    table.expect_active(2)
    table.tap_keys("10")
    table.digit("next").tap()  # by habit, before a number that is 0
    table.tap_keys("0")
    expect(hint).to_be_empty()
    expect(table.line).to_be_visible()
    assert table.typed(1, 2, 3) == ["100", "10", "0"]
    table.name(3).tap()
    table.tap_keys("10")
    table.expect_active(3)  # tapped again it may become 100
    table.name(2).tap()
    table.digit("erase").tap()
    table.digit("erase").tap()
    table.name(3).tap()
    table.tap_keys("23")
    table.tap_keys("10")
    table.expect_active(None)
    table.tap_keys("0")  # after the last player, too
    table.expect_typed(2, "100")


def test_where_numbers_go_far_beyond_a_hundred_no_third_digit_is_lost_in_silence(
    evening,
):
    table = evening("Ana", "Luis", "Eva", "Paco", preset="chinchon-french").scorer(
        360, 640
    )
    hint = table.page.locator("#larger")
    table.closes(0, "clean")
    table.tap_keys("105")
    expect(hint).to_have_text("¿105? Toca otra vez la fila de Luis.")
    assert table.typed(1, 2) == ["10", "5"]
    table.digit("next").tap()
    table.tap_keys("12")
    table.tap_keys("5")  # nobody is left to whom it could belong
    table.expect_typed(3, "125")


def test_rows_are_tapped_in_any_order_and_typed_anew_and_a_blank_is_not_zero(
    table, match
):
    table.closes(0, "clean")
    table.name(3).tap()
    table.tap_keys("45")
    table.expect_active(1)
    table.total(2).tap()
    table.tap_keys("31")
    table.expect_active(1)
    table.tap_keys("23")
    table.expect_active(None)
    table.name(1).tap()
    table.tap_keys("33")
    table.name(2).tap()
    table.tap_keys("+5")
    table.name(3).tap()
    table.digit("erase").tap()
    table.tap_keys("2")
    assert table.typed(1, 2, 3) == ["33", "36", "42"]
    table.expect_active(None)
    for left in ("4", ""):  # when all is filled it takes from the last
        table.digit("erase").tap()
        table.expect_typed(3, left)
        table.expect_active(3)
    table.save_button.tap()
    expect(table.row(3)).to_contain_text("Faltan los puntos")
    assert (lines(match), table.field(1).input_value()) == ([], "33")
    table.types({3: 0})
    table.saves()
    table.expect_totals(-10, 33, 36, 0)


def test_plus_adds_returns_right_after_moving_on_and_takes_along_what_was_said(
    table,
):
    table.closes(0, "clean")
    table.tap_keys("+5++3")  # alone or twice it writes nothing
    table.expect_typed(1, "5+3")
    table.name(2).tap()
    table.tap_keys("12")
    table.expect_active(3)
    table.tap_keys("+7+5")
    assert table.typed(2, 3) == ["12+7+5", ""]
    table.expect_active(2)
    expect(table.line).to_contain_text("Eva +24 = 24")
    table.types({3: 45})
    table.name(1).tap()
    table.tap_keys("10+99")
    table.save_button.tap()
    expect_visible(table.row(1), ".error")
    table.name(1).tap()
    table.tap_keys("10")
    expect_count(table.form, ".row .error, .row.wrong, [aria-invalid]", 0)
    expect(table.line).to_contain_text("Luis +10 = 10")
    table.tap_keys("+3")
    table.digit("next").tap()
    table.expect_typed(1, "13")  # once another row is typed


# The closer and the way


def test_what_was_said_of_a_closer_goes_with_the_closer(table):
    before = table.line.inner_text()
    table.closes(0, "clean")
    expect(table.line).to_contain_text("Cierra Ana")
    asked = []
    table.page.route("**/preview/", lambda route: asked.append(route))
    table.name(0).tap()
    while not asked:
        table.page.wait_for_timeout(20)
    answer = asked[0].fetch()
    table.other_closed.tap()
    expect(table.line).to_have_text(before)
    asked[0].fulfill(response=answer)  # too late
    table.page.evaluate("() => new Promise((painted) => setTimeout(painted, 100))")
    assert table.line.inner_text() == before


def test_a_chinchon_that_wins_is_asked_once_more_and_does_not_come_back_when_undone(
    table, owner, match
):
    table.closes(1)
    table.chip("chinchon").tap()
    expect(table.chip("chinchon")).to_contain_text("?")
    assert lines(match) == []
    table.chip("chinchon").tap()
    expect(table.headline).to_contain_text("Luis")
    assert len(lines(match)) == 1
    undo(owner, match)
    table.page.reload()
    expect(table.nobody).to_be_visible()


# Nothing typed is lost


def test_half_a_hand_survives_back_a_reload_a_closed_page_and_what_others_write(
    table, owner, match
):
    half_filled = ["23", "31", ""]
    table.page.goto("/")
    tap_link(table.page, "Seguir en la mano")
    table.closes(1, "knock-2")
    table.types({0: 23, 2: 31})
    table.page.go_back()
    expect_role(table.page, "link", "Seguir en la mano")
    table.page.go_forward()
    table.expect_active(3)
    assert table.typed(0, 2, 3) == half_filled
    table.page.reload()
    table.expect_active(3)
    assert table.typed(0, 2, 3) == half_filled
    address = table.page.url
    context = table.page.context
    table.page.close()
    happen(owner, match, "penalty", player=1, points=99)
    again = Table.at(context.new_page(), address)
    # the way of closing is asked again: 101 is over 100
    expect(again.chip("clean")).to_be_visible()
    expect(again.chip("knock-2")).to_be_hidden()
    why = again.form.locator("[data-why]").filter(visible=True)
    expect(why).to_have_text(["Luis va con 99: si cierra con más de 1, se pasa."])
    again.name(0).tap()
    expect(again.chip("knock-2")).to_be_visible()
    expect(why).to_have_count(0)
    again.name(1).tap()
    again.chip("clean").tap()
    assert again.typed(0, 2, 3) == half_filled
    again.types({3: 45})
    again.saves()
    again.expect_totals(23, 89, 31, 45)


# Saving


# As the engine of a phone, or another tab, has the board drawn anew: whether the board is another one.
DRAWS_ANEW = """() => {
  const board = document.getElementById("board");
  const html = document.documentElement.outerHTML.replace(/ style="[^"]*"/g, "");
  const page = new DOMParser().parseFromString(html, "text/html");
  document.dispatchEvent(new CustomEvent("board:drawn", { detail: page }));
  return !board.isConnected;
}"""


def test_a_number_that_is_half_typed_goes_on_in_a_board_that_is_drawn_anew(table):
    table.closes(0, "clean")
    table.tap_keys("2")
    assert table.page.evaluate(DRAWS_ANEW)
    table.tap_keys("3")
    table.expect_active(2)
    table.tap_keys("10")
    assert table.page.evaluate(DRAWS_ANEW)
    table.tap_keys("0")  # the third digit of the same number
    table.expect_active(3)
    assert table.typed(1, 2, 3) == ["23", "100", ""]


def test_a_double_tap_writes_one_hand_that_is_not_shown_again_and_undo_stays_in_view(
    table, match
):
    table.fills(0, "clean", {1: 23, 2: 31, 3: 45})
    table.save_button.dblclick()
    table.expect_totals(-10, 23, 31, 45)
    table.page.goto("/")
    table.page.go_back()
    table.expect_totals(-10, 23, 31, 45)
    expect(table.nobody).to_be_visible()
    assert lines(match) == [(0, "hand")]
    expect(table.undo_button).to_be_in_viewport()
    table.undoes()
    table.expect_totals(0, 0, 0, 0)
    expect(table.redo_button).to_be_in_viewport()
    table.redoes()
    table.expect_totals(-10, 23, 31, 45)
    assert [kind for _seq, kind in lines(match)] == ["hand", "undo", "redo"]
    table.closes(0, "clean")
    table.expect_typed(1, "")
