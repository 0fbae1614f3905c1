"""The standings of a night follow it by themselves, and ask for nothing once it is over."""

from playwright.sync_api import expect

from tests.browser.support.routes import asked_by
from tests.browser.support.steps import expect_text, expect_whole_text
from tests.scores.support.nights import ended, open_night, persons, published, reported

LINES_OF_TEXT = """cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length;
}"""


def test_results_show_by_themselves_each_rank_in_one_line_and_no_poll_after_the_end(
    phone_of, owner, match
):
    """Ranks from ten on too."""
    night = published(open_night(match.circle, *persons(16)))
    page = phone_of(owner, 320, 640)
    page.clock.install()
    page.goto(f"/n/{night.code}/")
    expect_text(page, ".lead", "4 mesas no han terminado")
    for table in range(1, 5):
        reported(night, 1, 2, 2, 4, table=table)
    page.clock.run_for(11_000)
    ranks = page.locator("tbody .ordinal")
    expect(ranks.last).to_have_text("13=")
    lines = [rank.evaluate(LINES_OF_TEXT) for rank in ranks.all()]
    assert lines == [1] * 16
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
