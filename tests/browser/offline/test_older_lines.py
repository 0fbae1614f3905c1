"""Lines that a phone stored with 0.5.0 or 0.6.0 are sent once, in order, and none of them is lost."""

import json
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from scores.table.new_match.setup import code_of
from tests.browser.offline.test_evening import NAMES
from tests.browser.offline.test_offline import board_of, wire
from tests.browser.support.phones import SAVES_DATA
from tests.browser.support.pocket import comes_back, comes_true, expect_waiting, log
from tests.browser.support.table import Table
from tests.support import extent

__all__ = ["wire"]

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
CALL = """async ([script, ...drop]) => {
  const { dropOlder, olderLines, sendOlder } = await import(script);
  await (drop.length ? dropOlder(...drop) : sendOlder());
  return olderLines();
}"""
DATABASES = """async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.filter((name) => name === 'outbox');
}"""
GONE = "gone222222"  # a match that is not there


def older_line(match, action, path, fields, seq, **more):
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


def hand(match, seq, luis, eva):
    fields = [
        ["closer", "0"],
        ["close", "clean"],
        ["deadwood_1", str(luis)],
        ["deadwood_2", str(eva)],
    ]
    return older_line(
        match, "score-hand", "hand/", fields, seq, number=str(seq + 1), points={}
    )


def stored(page, version, *lines):
    """Leave the board with such lines in the storage of the phone."""
    page.goto(PLAIN)
    page.evaluate(STORE, ["hands" if version == 1 else "lines", version, list(lines)])


def code(address):
    return address.rstrip("/").split("/")[-1]


def sends(page, app):
    """What is left after everything was sent that can be."""
    return page.evaluate(CALL, [app.static("js/sync/older_lines.js")])


def drops(page, app, id):
    return page.evaluate(CALL, [app.static("js/sync/older_lines.js"), id])


@pytest.mark.parametrize("version", [extent.night_param("signal", 1), 2])
def test_a_board_opened_over_the_lines_of_an_older_version_sends_each_once(
    pocket, wire, line, version
):
    address = wire.start(*NAMES)
    table = board_of(pocket, wire, address)
    match = code(address)
    lines = [hand(match, 0, 23, 7), hand(match, 1, 12, 8)]
    totals = (-20, 35, 15)
    if version == 1:
        for each in lines:
            del each["action"], each["entry"]
    else:
        entry = {
            "type": "hand",
            "closer": 0,
            "close": "clean",
            "deadwood": {"0": 0, "1": 12, "2": 8},
        }
        changed = json.dumps([{"at": 0, "entry": entry}])
        lines.append(
            older_line(
                match,
                "correct",
                "correct/0/",
                [["changes", changed], ["act", "save"]],
                2,
            )
        )
        lines += [
            hand(match, 3, 30, 30),
            older_line(match, "undo", "undo/", [["target", "3"]], 4),
        ]
        totals = (-20, 24, 16)
    stored(table.page, version, *lines)
    line.cut()
    table.page.goto(address)
    expect_waiting(table.page, len(lines))
    comes_back(line, table.page)
    expect_waiting(table.page, 0)
    table.page.goto(address)
    table.expect_totals(*totals)
    comes_true(table.page, f"async () => !(await ({DATABASES})()).length")


def started(uid, match):
    """The lines of a match that was started without a signal, under the code that the phone gave it."""
    rules = [["preset", "chinchon"], ["dealer", "0"], ["places", "3"], ["limit", "100"]]
    names = [[f"name_{seat}", name] for seat, name in enumerate(NAMES)]
    start = older_line(
        match, "start", "", [["uid", uid.hex], *rules, *names], 0, start=True
    )
    return [start | {"post": "/new/"}, hand(match, 0, 23, 7)]


@extent.by_night("signal")
def test_a_refused_hand_says_why_one_waits_for_an_answer_and_all_others_go(
    pocket, wire, app
):
    board = wire.start(*NAMES)
    asks = wire.start(*NAMES, preset="chinchon-fournier")
    for match, number, luis in ((board, 0, 23), (asks, 0, 60), (asks, 1, 60)):
        wire.save(match, number, luis, 7)
    uids = uuid4(), uuid4()
    page = pocket(before=SAVES_DATA).continues(wire, board).page
    one = code(board)
    other = code(asks)
    undo = older_line(one, "undo", "undo/", [["target", "0"]], 2)
    lines = [
        hand(one, 0, 50, 50),
        hand(one, 1, 12, 8),
        undo,
        hand(other, 3, 3, 8),
        hand(GONE, 0, 1, 1),
    ]
    stored(
        page,
        2,
        *started(uids[0], code_of(uids[0])),
        *started(uids[1], "nmatchcode"),
        *lines,
    )
    left = sends(page, app)
    assert [(line["match"], bool(line.get("said"))) for line in left] == [
        (one, True),
        (one, False),
        (one, False),
        (other, False),
        (GONE, True),
    ]
    assert sends(page, app) == left
    assert [line["match"] for line in drops(page, app, left[0]["id"])] == [other, GONE]
    assert log(page, board) == [
        f"Cierra Ana, con todo ligado · Luis {luis} · Eva {eva}"
        for luis, eva in ((23, 7), (12, 8))
    ]
    for uid in uids:
        Table.at(page, f"/m/{code_of(uid)}/").expect_totals(-10, 23, 7)
    page.goto(asks)
    yes = page.get_by_role("button", name="Sí, se reengancha")
    yes.tap()
    expect(yes).to_have_count(0)
    page.goto(PLAIN)
    assert [line["match"] for line in sends(page, app)] == [GONE]
    assert drops(page, app, left[-1]["id"]) == []
    assert page.evaluate(DATABASES) == []  # of no more use, with the old documents
