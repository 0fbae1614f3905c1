"""Partners, by tapping: in Gin who closed, against whom, how, the points; in Rum 500 what each has."""

from playwright.sync_api import expect

from tests.browser.hand_entry.test_taps import COUNT_PRESSES, hidden, too_small
from tests.browser.support.steps import expect_text, expect_whole_text

PAIRS = {"preset": "gin", "team_size": "2"}
FOUR = ("Ana", "Luis", "Eva", "Paco")


def test_in_pairs_the_next_at_the_table_is_met_unless_another_is_tapped_which_a_reload_keeps(
    evening,
):
    table = evening(*FOUR, **PAIRS).scorer(360, 560)
    table.page.evaluate(COUNT_PRESSES)
    expect_text(table.page, "h1", "partida de Ana y Luis")
    table.closes(0)
    expect(table.form.locator("#opponent-1")).to_be_checked()
    assert (hidden(table), too_small(table.page)) == ([], [])
    table.name(3).tap()
    table.chip("knock-5").tap()
    table.expect_active(3)
    table.tap_keys("20")
    assert (hidden(table), too_small(table.page)) == ([], [])
    assert table.page.evaluate("window.presses") == 5
    table.page.reload()
    expect(table.form.locator("#opponent-3")).to_be_checked()
    table.expect_typed(3, "20")
    expect(table.field(1)).to_be_hidden()
    table.saves()
    table.expect_totals(15, 0, 15, 0)
    expect_text(table.page, "h1", "partida de Luis y Eva")
    table.scores(1, "gin", {2: 30})
    table.expect_totals(15, 55, 15, 55)
    table.page.goto(f"{table.page.url}correct/0/")
    table.name(1).tap()  # another opponent keeps the number
    table.expect_typed(1, "20")
    table.save_button.tap()
    expect_text(table.page, "main", "Paco — (antes: 20)")


def test_partners_are_seats_of_one_card_and_are_asked_in_the_order_of_the_table(
    evening,
):
    table = evening(*FOUR, preset="rum-500-pairs").scorer(360, 640)
    heights = [
        table.row(seat).evaluate("({ offsetHeight }) => offsetHeight")
        for seat in range(4)
    ]
    assert min(heights) >= 48
    table.closes(1)
    table.types_table({0: (50, 4), 1: (60, None), 2: (20, 3), 3: (10, 2)})
    table.saves()
    expect_whole_text(table.board, ".total", ["63", "68"])
