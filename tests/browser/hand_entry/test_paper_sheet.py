"""A paper sheet that is typed on a phone."""

from playwright.sync_api import expect

# More than the last row has room for.
PASTES = """(cell) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", "7\\t8\\n9");
  cell.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData }));
}"""


def test_what_stands_in_the_cells_is_said_as_soon_as_the_sheet_has_totals(
    phone_of, owner, match
):
    page = phone_of(owner, 360, 640)
    page.goto(f"{match.get_absolute_url()}sheet/")
    points = page.get_by_text("Los puntos de cada uno en la mano.")
    totals = page.get_by_text("Lo que llevaba cada uno después de la mano")
    for is_ticked in (False, True):
        expect(points).to_be_visible(visible=not is_ticked)
        expect(totals).to_be_visible(visible=is_ticked)
        # a total may be below 0, and the keys of a number have no minus on iPhones
        modes = page.locator(".paper input").evaluate_all(
            "all => all.map((one) => one.inputMode)"
        )
        assert set(modes) == {"text" if is_ticked else "numeric"}
        page.get_by_text("Mi hoja lleva totales").tap()
    cells = page.locator(".paper tr:last-child input")
    cells.first.press("Enter")
    expect(cells.nth(1)).to_be_focused()
    cells.first.evaluate(PASTES)
    expect(cells.nth(1)).to_have_value("8")
    expect(page.locator("#not-pasted")).to_be_visible()
