"""The rows of a board are as high as what they say."""

from tests.rules.support.table import hand

LOWER_THAN_THEIR_TEXT = """[...document.querySelectorAll(".row")]
  .filter((row) => row.querySelector(".who").scrollHeight > row.clientHeight)
  .map((row) => row.innerText)"""
LONG = ("Ana María", "Luis Alberto", "Evangelina", "Pepe")


def test_two_questions_with_a_price_cut_no_row_of_a_small_phone(evening):
    stakes = {"stake": "10", "rebuy_stake": "12,50", "currency": "€"}
    table = evening(*LONG, rebuy_choice="ask", limit="60", **stakes)
    table.plays(hand(0, 61, 62, 12))
    board = table.scorer(360, 640)
    assert board.asked() == ["Luis Alberto", "Evangelina"]
    assert board.page.evaluate(LOWER_THAN_THEIR_TEXT) == []
