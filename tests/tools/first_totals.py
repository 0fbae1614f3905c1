"""How long a tap on Save takes to show totals: `python -m tests.tools.first_totals [--hands 20]`.

Starts the app, opens a board in Chromium with the processor throttled to a quarter, and saves hands on lines
with 300 ms and 3 s of latency. Prints the median and the 95th percentile of the milliseconds from the tap to
the change of the totals: of a tap after the line to read aloud has said the hand, and of one at once.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.support.pocket import IS_STORED, OPTIONS, comes_true
from tests.browser.support.table import Table
from tests.support import chromium
from tests.support.servers import Served, serving
from tests.support.wire import Phone

LATENCIES = (300, 3000)  # milliseconds, for each request
THROTTLING = 4
PREPARE = "url => import(url).then(({ prepare }) => prepare())"
# From the tap to the first change of a total, or to another board.
WATCH = """() => {
  const watched = (window.watched = { tapped: null, shown: null });
  document.addEventListener("click", ({ target }) => {
    if (target.closest(".save") && watched.tapped === null) watched.tapped = performance.now();
  }, { capture: true });
  new MutationObserver((changes) => {
    if (watched.tapped === null || watched.shown !== null) return;
    const element = ({ target }) => (target.closest ? target : target.parentElement);
    const isNew = changes.some((change) => element(change)?.closest("[data-total]"));
    if (isNew || !document.contains(watched.board)) watched.shown = performance.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
START = """() => {
  Object.assign(window.watched, { tapped: null, shown: null, board: document.getElementById("board") });
}"""
TAKEN = "() => window.watched.shown && window.watched.shown - window.watched.tapped"
IS_SHOWN = "before => document.getElementById('board').dataset.key.split(':')[1] > before"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.first_totals")
    parser.add_argument("--hands", type=int, default=20)
    hands = parser.parse_args().hands
    with started() as (page, app):
        table = prepared(page, app)
        for latency, reads in product(LATENCIES, (True, False)):
            taken = sorted(times(table, latency, hands, reads))
            late = taken[int(len(taken) * 0.95) - 1]
            when = "after the line" if reads else "at once"
            print(
                f"latency {latency} ms, {when}: median {statistics.median(taken):.0f} ms, p95 {late:.0f} ms"
            )
    return 0


@contextmanager
def started() -> Iterator[tuple[Page, Served]]:
    path = chromium.find() or sys.exit(chromium.MISSING)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        app = stack.enter_context(serving(folder / "data"))
        launched = stack.enter_context(sync_playwright()).chromium
        browser = stack.enter_context(launched.launch(executable_path=path, args=chromium.ALONE))
        yield browser.new_context(base_url=app.url, **OPTIONS).new_page(), app


def prepared(page: Page, app: Served) -> Table:
    """A board whose phone has the engine."""
    wire = Phone(int(app.url.rsplit(":", 1)[1]))
    address = wire.start("Ana", "Luis", "Eva", "Paco", limit="10000", rebuys="0")
    cookie = {"name": "phone", "value": wire.cookies["phone"], "url": app.url}
    page.context.add_cookies([{**cookie, "expires": time.time() + 3600}])
    table = Table.at(page, address)
    page.evaluate(PREPARE, app.static("js/phone/engine.js"))
    comes_true(page, IS_STORED, 0)
    page.evaluate(WATCH)
    return table


def times(table: Table, latency: int, hands: int, reads: bool) -> Iterator[float]:
    """Milliseconds from the tap to the totals, hand after hand. Who `reads` taps once the line says it."""
    session = table.page.context.new_cdp_session(table.page)
    line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    for _hand in range(hands):
        before = int(table.key.split(":")[1])
        table.fills(0, "knock-1", {1: 2, 2: 3, 3: 4})
        if reads:
            expect(table.page.locator("#line")).to_contain_text("Paco +4")
        table.page.evaluate(START)
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
        session.send("Network.emulateNetworkConditions", {**line, "latency": latency})
        table.save_button.tap()
        comes_true(table.page, TAKEN)
        yield table.page.evaluate(TAKEN)
        comes_true(table.page, IS_SHOWN, before)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.send("Network.emulateNetworkConditions", {**line, "latency": 0})
        comes_true(table.page, IS_STORED, before + 1)


if __name__ == "__main__":
    sys.exit(main())
