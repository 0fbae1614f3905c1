"""Games that are not Chinchón, tapped on a phone: what each writes otherwise."""

from playwright.sync_api import expect

from tests.browser.hand_entry.test_taps import COUNT_PRESSES, hidden, too_small
from tests.browser.support.steps import expect_text, expect_whole_text, tap, tap_link
from tests.browser.support.table import Table, below

NAMES = ("Ana", "Luis", "Eva", "Paco")


def test_queen_city_pays_the_winners_hand(evening):
    table = evening(*NAMES, preset="queen-city").scorer(360, 640)
    table.closes(0)
    expect(table.line).to_contain_text("Rummy de Ana: ¿cuánto vale?")
    table.other_went_out.tap()
    table.closes(0)
    table.types_number(0, "value", 42)
    table.saves()
    table.expect_totals(126, -42, -42, -42)
    table.closes(3)
    table.types_number(3, "value", 7)
    table.saves()
    table.expect_totals(119, -49, -49, -21)


def test_chinaso_for_money_counts_the_buys_of_which_a_third_tap_takes_all_back(evening):
    fees = {"buy_fee": 5, "hand_fee": 10, "game_fee": 100}
    table = evening(*NAMES, preset="chinaso", **fees).scorer(360, 640)
    table.closes(0, "out")
    for shown in ("1", "2", "0"):
        table.buy_button(1).tap()
        expect_whole_text(table.buy_button(1), "b", shown)
    table.name(0).tap()
    table.other_closed.tap()
    table.fills(0, "out", {1: 10, 2: 10, 3: 10})
    table.buys({0: 1, 1: 1, 2: 2})
    table.saves()
    expect(table.board).to_contain_text(
        "En dinero: Ana +45 · Luis −15 · Eva −20 · Paco −10"
    )


def test_a_hand_of_rum_500_is_typed_over_a_reload_and_corrected_in_the_same_form(
    evening,
):
    table = evening("Ana", "Luis", preset="rum-500").scorer(360, 640)
    address = table.page.url
    table.closes(1)
    table.types_table({0: (145, 12)})
    table.page.reload()
    expect(table.field(0, "table")).to_have_value("145")
    table.types_table({1: (40, None)})
    table.saves()
    table.expect_totals(133, 40)
    tap_link(below(table.page), "Corregir la mano 1", exact=True)
    again = Table(table.page)
    expect(again.field(0, "table")).to_have_value("145")
    again.field(0, "table").tap()
    again.digit("erase").tap()
    again.tap_keys("0")
    again.save_button.tap()
    tap(table.page, "[name=act][value=save]")
    expect(table.page).to_have_url(address)
    table.expect_totals(128, 40)


# Partners: in Gin against whom, in Rum 500 what each of the four has


PAIRS = {"preset": "gin", "team_size": "2"}


def test_in_pairs_the_next_at_the_table_is_met_unless_another_is_tapped_and_kept(
    evening,
):
    table = evening(*NAMES, **PAIRS).scorer(360, 560)
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
    table = evening(*NAMES, preset="rum-500-pairs").scorer(360, 640)
    heights = [
        table.row(seat).evaluate("({ offsetHeight }) => offsetHeight")
        for seat in range(4)
    ]
    assert min(heights) >= 48
    table.closes(1)
    table.types_table({0: (50, 4), 1: (60, None), 2: (20, 3), 3: (10, 2)})
    table.saves()
    expect_whole_text(table.board, ".total", ["63", "68"])
