"""The standings of a night follow it by themselves, and ask for nothing once it is over."""

from playwright.sync_api import expect

from rules.night.events import At, Ended, Reported, TableResult
from scores.night.log import sheet_of
from tests.scores.support.nights import open_night, published, told


def test_a_result_shows_by_itself_and_nobody_asks_after_the_end(phone_of, owner, match):
    night = published(open_night(match.circle))
    page = phone_of(owner)
    page.clock.install()
    page.goto(f"/n/{night.code}/")
    expect(page.locator(".lead")).to_contain_text("1 mesa no ha terminado")
    seats = sheet_of(night).rounds[0].tables[0].seats
    told(
        night,
        Reported(
            At(1, 1), TableResult(dict(zip(seats, (1, 2, 3, 4), strict=True))), ""
        ),
    )
    page.clock.run_for(11_000)
    expect(page.locator("tbody tr").first).to_contain_text("12")
    expect(page.locator(".lead")).to_have_text("Ronda 1")
    told(night, Ended())
    page.clock.run_for(11_000)
    expect(page.locator("#live")).not_to_have_attribute(
        "data-poll", f"/n/{night.code}/version/"
    )
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert asked == []
