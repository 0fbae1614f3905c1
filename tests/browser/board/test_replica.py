"""A watcher's board never goes back in time, though its polls come from a replica that is late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support import extent
from tests.support.replica import asked, has_caught_up, is_used, seated, with_replica
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import Server, programs

pytestmark = [
    extent.by_night("replica"),
    pytest.mark.long,
    pytest.mark.skipif(not programs(), reason="*** there is no PostgreSQL server to start ***"),
]
LATE = "10s"
SOON = 20_000  # milliseconds; from the primary, once the replica is left out
# Every board that the page shows from now on, by its version.
RECORD = """() => {
window.shown = [Number.parseInt(document.getElementById("board").dataset.seen, 10)];
new MutationObserver(() => {
    const version = Number.parseInt(document.getElementById("board").dataset.seen, 10);
    if (version !== window.shown.at(-1)) window.shown.push(version);
}).observe(document.body, {childList: true, subtree: true, attributes: true});
}
"""


def make_late(standby: Server) -> None:
    asked(standby, f"ALTER SYSTEM SET recovery_min_apply_delay = '{LATE}'")
    asked(standby, "SELECT pg_reload_conf()")


def watches(page: Page, url: str, watcher: Phone) -> None:
    """Open the board on the phone of the watcher, with two hands, and record what it shows from now on."""
    page.context.add_cookies([{"name": "phone", "value": watcher.cookies["phone"], "url": url}])
    page.goto(url)  # from the primary: the replica has a hand less
    expect(page.locator("h1")).to_have_text("Mano 3")
    page.evaluate(RECORD)


def polls(page: Page) -> int:
    """The status of the next poll."""
    with page.expect_response(lambda answer: "/pulse/" in answer.url) as answered:
        pass
    return answered.value.status


def test_no_board_goes_back_in_time_behind_a_replica_that_is_ten_seconds_late(phone, tmp_path):
    page = phone()
    with with_replica(tmp_path) as (app, primary, standby):
        scorer, watcher, match = seated(app)
        used = app, primary, standby, watcher, match
        wait_until(lambda: is_used(*used), "the replica is used")
        wait_until(lambda: has_caught_up(primary, standby), "the replica has everything")
        make_late(standby)
        assert scorer.save(match, 1, 30).status == 302
        watches(page, app.url + match, watcher)
        assert polls(page) == 304  # the replica's board is older than this one
        for hand in (3, 4):
            assert scorer.save(match, hand - 1, 30 + hand).status == 302
            expect(page.locator("h1")).to_have_text(f"Mano {hand + 1}", timeout=SOON)
        wait_until(lambda: has_caught_up(primary, standby), "the replica has everything again")
        wait_until(lambda: is_used(*used), "the replica is used again")
        assert polls(page) == 304
        shown = page.evaluate("window.shown")
        assert (shown, len(shown)) == (sorted(shown), 3)
