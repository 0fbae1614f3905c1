"""Two phones that write on one board: nothing is lost, and the second is told what the first wrote."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_count,
    expect_hidden,
    tap_button,
    tap_link,
)
from tests.scores.support.table import hand
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva")


ANOTHER = "Es otra: guardarla"


def test_of_two_simultaneous_saves_the_second_waits_to_be_saved_changed_or_dropped(
    evening,
):
    table = evening(*NAMES)
    one = table.scorer()
    other = table.second()
    one.fills(0, "clean", {1: 3, 2: 7})
    other.fills(1, "knock-3", {0: 12, 2: 8})
    one.saves()
    other.saves()
    expect(other.trouble).to_contain_text("Cierra Ana")
    other.expect_typed(0, "12")
    tap_button(other.form, ANOTHER)
    other.expect_totals(2, 6, 15)
    one.expect_totals(2, 6, 15)
    other.fills(1, "knock-3", {0: 12, 2: 8})
    table.plays(hand(0, 3, 7))
    other.save_button.tap()
    tap_button(other.form, "Cambiar los números")
    other.row(2).tap()
    other.digit("erase").tap()
    other.tap_keys("9")
    other.saves()
    other.expect_totals(4, 12, 31)
    other.fills(1, "knock-3", {0: 12, 2: 8})
    table.plays(hand(0, 3, 7))
    other.saves()
    other.save_button.tap()  # the large one is harmless
    other.expect_totals(-6, 15, 38)
    expect_count(other.form, ":checked", 0)
    other.page.reload()
    expect_count(other.form, ":checked", 0)


def test_a_hand_being_typed_stays_while_others_write_which_is_said_beside_it(
    evening,
):
    table = evening(*NAMES)
    other = table.second()
    other.closes(1, "knock-3")
    other.tap_keys("12")
    table.plays(hand(0, 23, 7))
    expect(other.meanwhile).to_contain_text(
        "Cierra Ana, con todo ligado · Luis 23 · Eva 7"
    )
    other.expect_totals(0, 0, 0)
    other.expect_typed(0, "12")
    tap_link(other.meanwhile, "Borrar lo escrito")
    other.expect_totals(-10, 23, 7)
    other.closes(1)
    table.plays(hand(0, 23, 7))
    expect(other.meanwhile).to_contain_text("Cierra Ana")
    other.page.keyboard.press("Escape")
    other.expect_totals(-20, 46, 14)


IN_PLACE = """() => {
  const box = (part) => document.querySelector(`#record ${part}`).getBoundingClientRect();
  const said = box(".said");
  const isIn = ({ top, bottom }) => top >= said.top && bottom <= said.bottom + 1;
  return [isIn(box(".meanwhile")), isIn(box(".meanwhile .button"))];
}"""


@pytest.mark.parametrize(
    "size", [(360, 560), extent.night_param("other sizes", (844, 390))]
)
def test_a_long_message_of_what_others_wrote_covers_no_row_and_no_button(evening, size):
    names = ("Ana María", "Luis Alberto", "Eva", "Paco", "Inés", "Juan", "Rosa", "Pepa")
    table = evening(*names)
    other = table.second(*size)
    other.closes(1, "clean")
    table.plays(hand(0, 23, 7, 12, 45, 33, 21, 18))
    expect(other.meanwhile).to_contain_text("Pepa 18")
    assert other.page.evaluate(IN_PLACE) == [True, True]
    expect(other.line).to_be_hidden()
    expect_hidden(other.form, "[data-check]")
    other.meanwhile.get_by_role("button").tap()
    expect(other.line).to_be_visible()
