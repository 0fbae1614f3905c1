"""The standings of a night follow it by themselves, and ask for nothing once it is over."""

from playwright.sync_api import expect

from rules.night.events import At, Reported, TableResult
from scores.night.log import sheet_of
from tests.browser.support.routes import asked_by
from tests.browser.support.steps import expect_text, expect_whole_text
from tests.scores.support.nights import ended, open_night, published, told

LINES_OF_TEXT = """cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length;
}"""


def test_a_rank_from_ten_on_stands_in_one_line(phone_of, owner, match):
    night = published(open_night(match.circle, *(f"Jugador {at}" for at in range(16))))
    for table in sheet_of(night).rounds[0].tables:
        ranks = dict(zip(table.seats, (1, 2, 2, 4), strict=True))
        told(night, Reported(At(1, table.number), TableResult(ranks)))
    page = phone_of(owner)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/n/{night.code}/")
    ranks = page.locator("tbody .ordinal")
    expect(ranks.last).to_have_text("13=")
    lines = [rank.evaluate(LINES_OF_TEXT) for rank in ranks.all()]
    assert lines == [1] * 16


def test_a_result_shows_by_itself_and_nobody_asks_after_the_end(phone_of, owner, match):
    night = published(open_night(match.circle))
    page = phone_of(owner)
    page.clock.install()
    page.goto(f"/n/{night.code}/")
    expect_text(page, ".lead", "1 mesa no ha terminado")
    seats = sheet_of(night).rounds[0].tables[0].seats
    told(
        night,
        Reported(
            At(1, 1), TableResult(dict(zip(seats, (1, 2, 3, 4), strict=True))), ""
        ),
    )
    page.clock.run_for(11_000)
    expect(page.locator("tbody tr").first).to_contain_text("12")
    expect_whole_text(page, ".lead", "Ronda 1")
    ended(night)
    page.clock.run_for(11_000)
    expect(page.locator("#live")).not_to_have_attribute(
        "data-poll", f"/n/{night.code}/version/"
    )
    asked = asked_by(page)
    page.clock.run_for(60_000)
    assert asked == []
