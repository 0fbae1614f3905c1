"""What a phone has stored to be sent."""

from __future__ import annotations

from tests.browser.offline.test_offline import FIRST, board_of
from tests.browser.support.pocket import expect_waiting, log

OLD_STORE = """async ([match, board]) => {
  const fields = [["closer", "0"], ["close", "clean"], ["deadwood_1", "23"], ["deadwood_2", "7"]];
  const hand = {
    match, board, fields, number: "1", post: `${board}hand/`, key: "k".repeat(32), seq: 0,
    at: new Date().toISOString(),
    points: {}, told: "Ana ✓ −10 · Luis 23 · Eva 7",
  };
  await new Promise((resolve) => { indexedDB.deleteDatabase("outbox").onsuccess = resolve; });
  const asked = indexedDB.open("outbox", 1);
  const as = { keyPath: "id", autoIncrement: true };
  asked.onupgradeneeded = () => asked.result.createObjectStore("hands", as).put(hand);
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  asked.result.close();
}"""


def test_a_hand_that_an_older_version_of_the_app_stored_is_sent(pocket, line):
    table = board_of(pocket())
    address = table.page.url
    table.page.goto("/check/")
    line.cut()
    table.page.evaluate(OLD_STORE, [address.rstrip("/").split("/")[-1], address])
    table.page.goto(address)
    expect_waiting(table.page, 1)
    line.mend()
    table.expect_totals(-10, 23, 7)
    assert log(table.page, address) == [FIRST]
