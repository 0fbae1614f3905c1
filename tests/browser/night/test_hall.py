"""The screen of the hall counts down what the server says is left, whatever its own clock says."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from tests.scores.support.factories import write
from tests.scores.support.nights import open_night, played, published
from tests.scores.support.table import hand, update_row
from tests.support import extent

LEFT = timedelta(minutes=12, seconds=30)
COUNTS_TONES = """
const begin = AudioScheduledSourceNode.prototype.start;
let tones = 0;
AudioScheduledSourceNode.prototype.start = function (...when) {
  document.documentElement.dataset.tones = String(++tones);
  return begin.apply(this, when);
};
"""
# The next poll asks for it again.
CUTS_ONE_PAGE = """
const load = fetch;
let isCut = false;
window.fetch = async (address, ...options) => {
  if (isCut || !address.endsWith("/hall/")) return load(address, ...options);
  isCut = true;
  return new Response(new ReadableStream({ start: (page) => page.error(new Error("cut")) }));
};
"""


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            extent.night_param("wrong clocks", wrong)
            for wrong in (timedelta(), timedelta(minutes=17), timedelta(days=-2))
        ),
        timedelta(minutes=-13),
    ],
    ids=str,
)
def test_the_clock_of_the_hall_is_that_of_the_server_though_the_phone_has_another(
    phone_of, owner, match, wrong
):
    night = published(open_night(match.circle))
    write(played(night), hand(0, 1, 2, 3))
    update_row(night, clock_ends_at=timezone.now() + LEFT)
    page = phone_of(owner)
    page.clock.install(time=datetime.now() + wrong)
    page.goto(f"/n/{night.code}/hall/")
    assert LEFT - shown(page) < timedelta(seconds=20)
    # it is set while the page is shown
    page.clock.set_system_time(datetime.now() + timedelta(hours=3))
    page.clock.run_for(9_000)
    assert timedelta() < LEFT - shown(page) < timedelta(seconds=30)


def shown(page):
    minutes, seconds = page.locator("#clock").inner_text().split(":")
    return timedelta(minutes=int(minutes), seconds=int(seconds))


def test_the_last_hand_is_written_large_in_the_hall_and_sounds_where_it_was_allowed(
    phone_of, owner, match
):
    night = published(open_night(match.circle))
    update_row(night, clock_ends_at=timezone.now() + LEFT)
    page = phone_of(owner, 1920, 1080)
    page.add_init_script(COUNTS_TONES)
    page.add_init_script(CUTS_ONE_PAGE)
    page.clock.install()
    page.goto(f"/n/{night.code}/hall/")
    sound = page.locator("#sound")
    last = page.locator(".hall-last")

    def ends_in(left):
        ends_at = timezone.now() + left
        update_row(night, clock_ends_at=ends_at, version=F("version") + 1)
        page.clock.fast_forward(LEFT.total_seconds() * 1000)

    ends_in(timedelta())
    expect(last).to_have_text("Última mano")
    assert last.bounding_box()["height"] > 1080 / 5
    expect(sound).not_to_be_checked()
    root = page.locator("html")
    assert root.get_attribute("data-tones") is None
    ends_in(LEFT)
    expect(last).to_have_count(0)
    sound.check()
    expect(root).to_have_attribute("data-tones", "4")  # how it will sound
    ends_in(timedelta())
    expect(root).to_have_attribute("data-tones", "8")
    expect(last).to_be_visible()
    expect(sound).to_be_checked()
