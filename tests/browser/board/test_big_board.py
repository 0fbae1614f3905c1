"""The big board, on a tablet in the middle of the table or on a television: to be read from three metres."""

from playwright.sync_api import expect

from tests.browser.support.clock import A_MINUTE, with_a_clock
from tests.rules.support.table import hand

FOUR = ("Ana", "Luis", "Eva", "Paco")
EIGHT = (*FOUR, "Rosa", "Xènia", "Águeda", "Maximiliano de la Santísima Trinidad")
TABLETS = [(1024, 768), (768, 1024), (1280, 800), (1920, 1080)]
# The height of the digits themselves, without the space that a font leaves around them.
DIGITS = """total => {
  const text = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(total);
  text.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return text.measureText("1").actualBoundingBoxAscent;
}"""
CUT = """() => [...document.querySelectorAll(".row")].filter((row) => {
  const [card, total] = [row, row.querySelector(".total")].map((part) => part.getBoundingClientRect());
  return Math.min(total.left - card.left, card.right - total.right, total.top - card.top,
    card.bottom - total.bottom) < 0;
}).map((row) => row.textContent)"""


def test_the_big_board_of_eight_fits_the_screen_is_legible_and_tells_its_end_whole(evening):
    table = evening(*EIGHT, limit="20", rebuys="0")
    table.plays(hand(0, *[8] * 7))
    page = table.big()
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        digits = [total.evaluate(DIGITS) for total in page.locator(".total").all()]
        assert min(digits) >= min(width, height) / 12
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#board").bounding_box()["height"] <= height
    table.plays(hand(0, *[60] * 7))  # all the others go out at once
    expect(page.locator("h1")).to_contain_text("¡Gana ")
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []
        for row in page.locator(".row").all():
            box, name = row.bounding_box(), row.locator(".name").bounding_box()
            assert box["y"] <= name["y"]
            assert name["y"] + name["height"] <= box["y"] + box["height"]


def test_what_was_just_written_is_said_large_for_some_seconds(evening):
    table = evening(*FOUR)
    page = with_a_clock(table.big())
    line = page.locator("[data-read-aloud]")
    small = line.bounding_box()
    expect(page.locator(".join svg")).to_be_visible()
    table.plays(hand(0, 8, 42, 7))
    page.clock.run_for(2_000)
    expect(line).to_contain_text("Ana −10")
    assert line.bounding_box()["width"] > 1.2 * small["width"]
    page.clock.run_for(A_MINUTE)
    assert line.bounding_box()["height"] == small["height"]
