"""Gin in pairs and with three, by tapping: who closed, against whom, how, the points; and who rests."""

from playwright.sync_api import expect

from tests.browser.support.table import Table

PAIRS = {"preset": "gin", "team_size": "2"}


def against(table: Table, seat: int):
    """The button of a possible opponent."""
    return table.form.locator(f"label[for=opponent-{seat}]")


def buttons(table: Table) -> list[str]:
    return table.form.locator(".against-panel label").filter(visible=True).all_inner_texts()


def play_pairs(table: Table) -> None:
    table.closes(0)
    assert buttons(table) == ["Luis", "Paco"]
    against(table, 3).tap()
    table.chip("knock-5").tap()
    table.expect_active(3)
    table.tap_keys("20")
    table.saves()
    table.expect_totals(15, 0, 15, 0)
    expect(table.form.locator(".who-panel .hint")).to_contain_text("Falta Luis contra Eva.")


def test_in_pairs_the_opponent_is_one_tap_and_the_second_one_is_known(evening):
    table = evening("Ana", "Luis", "Eva", "Paco", **PAIRS).scorer(360, 640)
    play_pairs(table)
    table.scores(1, "gin", {2: 30})
    table.expect_totals(15, 55, 15, 55)


def test_in_pairs_a_tap_on_the_name_chooses_another_opponent_and_keeps_the_number(evening):
    table = evening("Ana", "Luis", "Eva", "Paco", **PAIRS).scorer(390, 844)
    play_pairs(table)
    table.closes(1, "gin")
    table.types({2: 30})
    table.name(0).tap()
    expect(table.field(0)).to_have_value("30")
    table.saves()
    table.expect_totals(15, 55, 15, 55)
    expect(table.line).to_contain_text("Ana 30")


def test_with_three_the_two_who_play_are_known_and_the_loser_rests_next(evening):
    table = evening("Ana", "Luis", "Eva", preset="gin").scorer(360, 640)
    expect(table.row(2)).to_contain_text("descansa esta mano")
    table.scores(0, "gin", {1: 12})
    table.expect_totals(37, 0, 0)
    expect(table.row(1)).to_contain_text("descansa esta mano")
    expect(table.form.locator(".who-panel .hint")).to_contain_text("Ana contra Eva; descansa Luis.")


def test_with_three_the_table_may_say_that_another_one_played(evening):
    table = evening("Ana", "Luis", "Eva", preset="gin").scorer(390, 844)
    table.closes(2)
    assert buttons(table) == ["Ana", "Luis"]
    against(table, 1).tap()
    table.chip("gin").tap()
    table.tap_keys("12")
    table.saves()
    table.expect_totals(0, 0, 37)
    expect(table.row(1)).to_contain_text("descansa esta mano")
