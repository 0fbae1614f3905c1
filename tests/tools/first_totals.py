"""How long a tap on Save takes to show totals: `python -m tests.tools.first_totals [--hands 30]`.

Starts the app, opens a board in Chromium with its main thread throttled to a quarter, and saves hands on
lines with 300 ms and 3 s of latency: of a tap after the line to read aloud has said the hand, and of one
200 ms after the last number was typed, as quick as a thumb is. Prints the median and the 95th percentile of
the milliseconds from the tap to the new totals, and to the end of the frame that shows them; then of the
parts: waiting (until the first listener runs), scripts (until the totals are in the page), frame (style,
layout and paint).
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from playwright.sync_api import Browser, expect

from tests.browser.support.pocket import IS_STORED, OPTIONS, comes_true
from tests.browser.support.table import Table
from tests.support import chromium
from tests.support.servers import Served, serving
from tests.support.wire import Phone

LATENCIES = (300, 3000)  # milliseconds, for each request
THROTTLING = 4
QUICK_MS = 200  # from the last number to Save
PREPARE = "url => import(url).then(({ prepare }) => prepare())"
# The times of one save: of the tap, of its first listener, of the first change of a total (or another board),
# and of the end of the frame after it.
WATCH = """() => {
  const watched = (window.watched = {});
  document.addEventListener("click", ({ target, timeStamp }) => {
    if (!target.closest(".save") || watched.tapped) return;
    Object.assign(watched, { tapped: timeStamp, handled: performance.now() });
  }, { capture: true });
  new MutationObserver((changes) => {
    if (!watched.handled || watched.shown) return;
    const element = ({ target }) => (target.closest ? target : target.parentElement);
    const isNew = changes.some((change) => element(change)?.closest("[data-total]"));
    if (!isNew && document.contains(watched.board)) return;
    watched.shown = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (watched.painted = performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
START = """() => {
  const board = document.getElementById("board");
  Object.assign(window.watched, { board, tapped: 0, handled: 0, shown: 0, painted: 0 });
}"""
IS_PAINTED = "() => window.watched.painted > 0"
TIMES = "() => ['tapped', 'handled', 'shown', 'painted'].map((name) => window.watched[name])"
IS_SHOWN = "before => document.getElementById('board').dataset.key.split(':')[1] > before"


class Save(NamedTuple):
    """The times of one save, in milliseconds since the page was opened."""

    tapped: float
    handled: float
    shown: float
    painted: float


PARTS: dict[str, Callable[[Save], float]] = {
    "totals": lambda save: save.shown - save.tapped,
    "painted": lambda save: save.painted - save.tapped,
    "waiting": lambda save: save.handled - save.tapped,
    "scripts": lambda save: save.shown - save.handled,
    "frame": lambda save: save.painted - save.shown,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.first_totals")
    parser.add_argument("--hands", type=int, default=30)
    hands = parser.parse_args().hands
    with chromium.opened() as browser, serving() as app:
        for latency, reads in product(LATENCIES, (True, False)):
            table = prepared(browser, app)
            when = "after the line" if reads else f"after {QUICK_MS} ms"
            print(
                f"latency {latency} ms, {when}: {summary(list(saves(table, latency, hands, reads)))}",
                flush=True,
            )
            table.page.context.close()
    return 0


def summary(saves: list[Save]) -> str:
    return ", ".join(f"{name} {both([part(save) for save in saves])}" for name, part in PARTS.items())


def both(taken: list[float]) -> str:
    late = sorted(taken)[math.ceil(len(taken) * 0.95) - 1]
    return f"{statistics.median(taken):.0f}/{late:.0f} ms"


def prepared(browser: Browser, app: Served) -> Table:
    """The board of a new match on a phone that has the engine. A longer match makes every tap slower."""
    page = browser.new_context(base_url=app.url, **OPTIONS).new_page()
    wire = Phone(int(app.url.rsplit(":", 1)[1]))
    address = wire.start("Ana", "Luis", "Eva", "Paco", limit="10000", rebuys="0")
    cookie = {"name": "phone", "value": wire.cookies["phone"], "url": app.url}
    page.context.add_cookies([{**cookie, "expires": time.time() + 3600}])
    table = Table.at(page, address)
    page.evaluate(PREPARE, app.static("js/phone/engine.js"))
    comes_true(page, IS_STORED, 0)
    page.evaluate(WATCH)
    return table


def saves(table: Table, latency: int, hands: int, reads: bool) -> Iterator[Save]:
    """Save hand after hand. Who `reads` taps once the line says it."""
    session = table.page.context.new_cdp_session(table.page)
    line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    for _hand in range(hands):
        before = int(table.key.split(":")[1])
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
        session.send("Network.emulateNetworkConditions", {**line, "latency": latency})
        table.fills(0, "knock-1", {1: 2, 2: 3, 3: 4})
        if reads:
            expect(table.page.locator("#line")).to_contain_text("Paco +4")
        else:
            table.page.wait_for_timeout(QUICK_MS)
        at = middle(table)
        table.page.evaluate(START)
        table.page.touchscreen.tap(*at)  # `tap` of a locator checks first, with scripts in the page
        comes_true(table.page, IS_PAINTED)
        yield Save(*table.page.evaluate(TIMES))
        comes_true(table.page, IS_SHOWN, before)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.send("Network.emulateNetworkConditions", {**line, "latency": 0})
        comes_true(table.page, IS_STORED, before + 1)


def middle(table: Table) -> tuple[float, float]:
    """Where a thumb taps Save, which stays at the lower edge of the screen."""
    box = table.save_button.bounding_box() or sys.exit("There is no Save on the board.")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


if __name__ == "__main__":
    sys.exit(main())
