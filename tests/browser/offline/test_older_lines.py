"""Lines that a phone stored with 0.5.0 or 0.6.0 are sent once, in order, and none of them is lost."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scores.table.new_match.setup import code_of
from tests.browser.offline.test_offline import board_of
from tests.browser.support.pocket import comes_true, expect_waiting, log
from tests.browser.support.table import Table
from tests.support.servers import Served

pytestmark = pytest.mark.long

PLAIN = "/manifest.webmanifest"  # no script of ours runs there
STORE = """async ([name, version, lines]) => {
  const asked = indexedDB.open("outbox", version);
  asked.onupgradeneeded = () => {
    const known = { code: lines[0]?.match ?? "", etag: null, app: "0.6.0", document: { entries: [] } };
    if (version === 2) asked.result.createObjectStore("documents", { keyPath: "code" }).put(known);
    const store = asked.result.createObjectStore(name, { keyPath: "id", autoIncrement: true });
    for (const line of lines) store.put(line);
  };
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  asked.result.close();
}"""
ADD = """async (line) => {
  const asked = indexedDB.open("outbox");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  const work = asked.result.transaction("lines", "readwrite");
  work.objectStore("lines").put(line);
  await new Promise((resolve) => { work.oncomplete = resolve; });
  asked.result.close();
}"""
CALL = """async ([script, ...drop]) => {
  const { dropOlder, olderLines, sendOlder } = await import(script);
  await (drop.length ? dropOlder(...drop) : sendOlder());
  return olderLines();
}"""
DATABASES = (
    "async () => (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'outbox')"
)
FIRST, SECOND = "Cierra Ana, limpio · Luis 23 · Eva 7", "Cierra Ana, limpio · Luis 12 · Eva 8"


def line(
    match: str, action: str, path: str, fields: list[list[str]], seq: int, **more: object
) -> dict[str, object]:
    """A line as 0.6.0 stored it."""
    return {
        "match": match,
        "board": f"/m/{match}/",
        "post": f"/m/{match}/{path}",
        "action": action,
        "fields": fields,
        "key": uuid4().hex,
        "seq": seq,
        "at": "2026-11-24T20:00:00.000Z",
        "entry": None,
        "told": action,
        **more,
    }


def hand(match: str, seq: int, luis: int, eva: int) -> dict[str, object]:
    fields = [["closer", "0"], ["close", "clean"], ["deadwood_1", str(luis)], ["deadwood_2", str(eva)]]
    return line(match, "score-hand", "hand/", fields, seq, number=str(seq + 1), points={})


def stored(table: Table, version: int, *lines: dict[str, object]) -> str:
    """Leave the board with such lines in the storage of the phone; the address of the board."""
    address = table.page.url
    table.page.goto(PLAIN)
    table.page.evaluate(STORE, ["hands" if version == 1 else "lines", version, list(lines)])
    return address


def code(address: str) -> str:
    return address.rstrip("/").split("/")[-1]


def sends(page: Page, app: Served) -> list[dict[str, object]]:
    """What is left after everything was sent that can be."""
    return page.evaluate(CALL, [app.static("js/sync/older_lines.js")])


def drops(page: Page, app: Served, id: object) -> list[dict[str, object]]:
    return page.evaluate(CALL, [app.static("js/sync/older_lines.js"), id])


@pytest.mark.parametrize("version", [1, 2])
def test_a_board_opened_over_the_hands_of_an_older_version_sends_each_once(pocket, line, version):
    table = board_of(pocket())
    hands = [hand(code(table.page.url), *each) for each in ((0, 23, 7), (1, 12, 8))]
    if version == 1:
        for each in hands:
            del each["action"], each["entry"]
    address = stored(table, version, *hands)
    line.cut()
    table.page.goto(address)
    expect_waiting(table.page, 2)
    line.mend()
    table.page.goto(address)
    table.expect_totals(-20, 35, 15)
    expect_waiting(table.page, 0)
    comes_true(table.page, f"async () => !(await ({DATABASES})()).length")
    table.page.goto(address)
    assert log(table.page, address) == [FIRST, SECOND]


def test_the_hands_corrections_and_undos_that_version_0_6_0_stored_are_sent_once(pocket, app):
    table = board_of(pocket())
    match = code(table.page.url)
    entry = {"type": "hand", "closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 12, "2": 8}}
    changed = json.dumps([{"at": 0, "entry": entry}])
    lines = [
        hand(match, 0, 23, 7),
        line(match, "correct", "correct/0/", [["changes", changed], ["act", "save"]], 1),
        hand(match, 2, 30, 30),
        line(match, "undo", "undo/", [["target", "2"]], 3),
    ]
    address = stored(table, 2, *lines)
    assert sends(table.page, app) == []
    table.page.goto(address)
    table.expect_totals(-10, 12, 8)


def test_a_refused_hand_says_why_and_once_it_is_dropped_those_behind_it_go(pocket, app):
    table = board_of(pocket())
    match = code(table.page.url)
    table.scores(0, "clean", {1: 23, 2: 7})
    table.expect_totals(-10, 23, 7)
    lines = [
        hand(match, 0, 50, 50),
        hand(match, 1, 12, 8),
        line(match, "undo", "undo/", [["target", "0"]], 2),
    ]
    address = stored(table, 2, *lines)
    refused, *behind = sends(table.page, app)
    assert (refused["told"], len(behind), bool(refused["said"])) == ("score-hand", 2, True)
    assert sends(table.page, app) == [refused, *behind]
    assert drops(table.page, app, refused["id"]) == []
    assert log(table.page, address) == [FIRST, SECOND]


@pytest.mark.parametrize("is_moved", [False, True])
def test_a_match_that_was_started_is_made_and_its_hands_follow_it(pocket, app, is_moved):
    table = board_of(pocket())
    uid = uuid4()
    address = f"/m/{code_of(uid)}/"
    match = "nmatchcode" if is_moved else code_of(uid)
    rules = [["preset", "chinchon"], ["dealer", "0"], ["places", "3"], ["limit", "100"]]
    names = [[f"name_{seat}", name] for seat, name in enumerate(("Ana", "Luis", "Eva"))]
    start = line(match, "start", "", [["uid", uid.hex], *rules, *names], 0, start=True) | {"post": "/new/"}
    stored(table, 2, start, hand(match, 0, 23, 7))
    assert sends(table.page, app) == []
    table.page.goto(address)
    table.expect_totals(-10, 23, 7)


def test_a_hand_waits_until_the_question_of_its_board_is_answered(pocket, app):
    table = board_of(pocket(), preset="chinchon-fournier")
    for _hand in range(2):
        table.scores(0, "clean", {1: 60, 2: 7})
    yes = table.page.get_by_role("button", name="Sí, se reengancha")
    expect(yes).to_be_visible()
    address = stored(table, 2, hand(code(table.page.url), 3, 3, 8))
    other = hand("gone222222", 0, 1, 1) | {"post": "/m/gone222222/hand/"}
    table.page.evaluate(ADD, other)
    waits, refused = sends(table.page, app)
    assert (waits.get("said"), bool(refused["said"])) == (None, True)
    table.page.goto(address)
    yes.tap()
    expect(yes).to_have_count(0)
    table.page.goto(PLAIN)
    assert [line["match"] for line in sends(table.page, app)] == ["gone222222"]


def test_a_phone_without_such_lines_loses_only_the_old_documents(pocket, app):
    table = board_of(pocket())
    stored(table, 2)
    assert sends(table.page, app) == []
    assert table.page.evaluate(DATABASES) == []
