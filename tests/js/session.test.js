// One match on a phone: every case as a whole record, and random evenings of three phones with a server of few lines.

import assert from "node:assert/strict";
import { env } from "node:process";
import { test } from "node:test";

import * as session from "../../static/js/sync/session.js";

const NAMES = [
  [0, "Ana"],
  [1, "Luis"],
];
const hand = (points) => ["hand", { closer: 0, deadwood: { 1: points } }];
const entry = (key, points = 5) => [...hand(points), 1000, key];
const documentOf = (entries, version = entries.length) => ({ code: "m", version, seen: `${version}.2`, names: NAMES, entries });
const line = (key, more = {}) => ({ key, at: 1000, entry: hand(5), names: { 1: "Luis" }, told: `hand ${key}`, action: "score-hand", ...more });
const mutation = (key, more = {}) => ({ key, at: 1000, entry: hand(5), names: { 1: "Luis" }, ...more });
const stop = (key, why, since = []) => ({ key, why, reasons: ["No."], since });
const theirs = (key) => ({ key, kind: "hand", told: "Mano 1", by: "Loli" });
const answer = (written, entries, more = {}) => ({
  written: written.map((key, index) => [key, index]),
  stopped: null,
  entries,
  version: 9,
  seen: "9.2",
  names: NAMES,
  faces: [],
  uids: [],
  totals: [],
  ...more,
});
const known = (entries = [entry("k0")], ...lines) => lines.reduce((record, one) => session.enqueued(record, one), session.withDocument(session.blank("m"), documentOf(entries), "tag", "v"));
const keys = (record) => record.lines.map(({ key }) => key);
const first = (record) => session.batch(record);
const stoppedAs = (why, since = []) => ({ why, reasons: ["No."], since });

test("what others wrote comes behind the last entry that is known, and nowhere else", () => {
  const record = known();
  const news = { entries: [entry("x"), entry("y")], version: record.document.version + 2, seen: "9.2" };
  const heard = session.heard(record, news);
  assert.deepEqual(heard, { ...record, document: { ...record.document, entries: [entry("k0"), entry("x"), entry("y")], version: news.version, seen: "9.2" }, etag: null, seen: "y" });
  assert.equal(session.heard(heard, news), undefined);
  assert.equal(session.heard(session.blank("m"), news), undefined);
});

test("a match that nobody has looked at yet", () => {
  assert.deepEqual(session.blank("m"), { code: "m", document: null, etag: null, app: "", seen: "", lines: [] });
});

test("whoever is shown a board has seen its last entry", () => {
  const record = known([entry("k0"), entry("k1")]);
  assert.deepEqual(record, { code: "m", document: documentOf([entry("k0"), entry("k1")]), etag: "tag", app: "v", seen: "k1", lines: [] });
});

test("a hand waits and is sent with what its writer has seen", () => {
  const record = known(undefined, line("a"), line("b", { target: "k0" }));
  assert.deepEqual(keys(record), ["a", "b"]);
  assert.deepEqual(first(record), { seen: "k0", mutations: [mutation("a"), mutation("b", { target: "k0" })] });
});

test("a second tap stores nothing, and neither does a hand that is in the log", () => {
  const record = known(undefined, line("a"));
  assert.equal(session.enqueued(record, line("a")), record);
  assert.equal(session.enqueued(record, line("k0")), record);
});

test("a hand typed on an older board is asked about", () => {
  const record = session.enqueued(known([entry("k0"), entry("x")]), line("a"), "k0");
  assert.equal(first(record).seen, "k0");
});

test("what the server wrote waits no longer", () => {
  const record = known(undefined, line("a"), line("b"));
  const after = session.answered(record, first(record), answer(["a", "b"], [entry("a"), entry("b")]));
  const document = { ...documentOf([entry("k0"), entry("a"), entry("b")], 9), seen: "9.2", faces: [], uids: [] };
  assert.deepEqual(after, { code: "m", document, etag: null, app: "v", seen: "b", lines: [] });
});

test("an answer is heard once, however often it comes", () => {
  const record = known(undefined, line("a"));
  const body = first(record);
  const once = session.answered(record, body, answer(["a"], [entry("a")]));
  assert.deepEqual(session.answered(once, body, answer(["a"], [entry("a")])), once);
});

test("an answer that comes late takes back nothing that is known since", () => {
  const record = known(undefined, line("a"));
  const newer = documentOf([entry("k0"), entry("a"), entry("x")], 10);
  const pulled = session.withDocument(record, newer, "tag2", "v");
  assert.deepEqual(session.answered(pulled, first(record), answer(["a"], [entry("a")])), pulled);
});

test("a hand whose answer was lost is found in the next document", () => {
  const record = session.withDocument(known(undefined, line("a"), line("b")), documentOf([entry("k0"), entry("a")]), "tag2", "v");
  assert.deepEqual(first(record), { seen: "a", mutations: [mutation("b")] });
});

test("a hand whose answer was lost is not asked about when another phone has written behind it", () => {
  const record = session.withDocument(known(undefined, line("a"), line("b")), documentOf([entry("k0"), entry("a"), entry("x")]), "tag2", "v");
  assert.deepEqual(first(record), { seen: "a", mutations: [mutation("b")] });
});

test("what another phone wrote is not seen as long as something waits", () => {
  const record = session.withDocument(known(undefined, line("a")), documentOf([entry("k0"), entry("x")]), "tag2", "v");
  assert.equal(first(record).seen, "k0");
});

test("an older document replaces no newer one, nor a shorter one of the same version", () => {
  const record = known([entry("k0"), entry("k1")]);
  assert.equal(session.withDocument(record, documentOf([entry("k0")], 1), "old", "v"), record);
  assert.equal(session.withDocument(record, documentOf([entry("k0")], 2), "old", "v"), record);
});

test("lines behind a stopped one wait", () => {
  const record = known(undefined, line("a"), line("b"), line("c"));
  const since = [theirs("x")];
  const after = session.answered(record, first(record), answer(["a"], [entry("a"), entry("x")], { stopped: stop("b", "stale", since) }));
  assert.deepEqual(after.lines, [line("b", { stopped: stoppedAs("stale", since) }), line("c")]);
  assert.equal(first(after), null);
  assert.deepEqual(after.lines.map((one) => session.standing(one, after)), ["stopped", "behind"]);
  assert.deepEqual(session.stateOf(after).mutations, []);
});

test("an answer of the server that is heard again asks nothing that was decided", () => {
  const record = known(undefined, line("a"));
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) });
  const decided = session.resolved(session.answered(record, first(record), said), "a", "both");
  assert.deepEqual(session.answered(decided, first(record), said), decided);
});

test("they are two hands: it goes behind hers, for the names that the seats have now", () => {
  const record = known(undefined, line("a", { names: { 1: "Luis", 2: "Eva (2)", "@k": "Dora" }, totals: [[0, "−10"]] }), line("b", { totals: [[0, "−20"]] }));
  const names = [[0, "Ana"], [1, "Luisa"], [2, "Eva"], [3, "Eva"]];
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]), names });
  const decided = session.resolved(session.answered(record, first(record), said), "a", "both");
  assert.deepEqual(first(decided), { seen: "x", mutations: [mutation("a", { names: { 1: "Luisa", 2: "Eva (2)", "@k": "Dora" } }), mutation("b")] });
  assert.deepEqual(decided.lines.map(({ totals }) => totals), [undefined, undefined], "the totals that were shown lack hers");
});

test("hers counts: mine goes", () => {
  const record = known(undefined, line("a"), line("b"));
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) });
  const decided = session.dropped(session.answered(record, first(record), said), ["a"]);
  assert.deepEqual(first(decided), { seen: "x", mutations: [mutation("b")] });
});

test("what another page has decided is not decided again", () => {
  const record = known(undefined, line("a"), line("b"));
  const stopped = session.answered(record, first(record), answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) }));
  for (const [decided, key] of [[session.dropped(stopped, ["a"]), "a"], [session.resolved(stopped, "a", "both"), "a"], [stopped, "s"]]) {
    for (const choice of ["mine", "both"]) assert.equal(session.resolved(decided, key, choice, line("m")), undefined);
  }
});

test("mine counts: a correction of hers takes its place", () => {
  const record = known(undefined, line("a"), line("b"));
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) });
  const correction = line("c", { entry: ["amend", { changes: [{ of: "x" }] }] });
  const decided = session.resolved(session.answered(record, first(record), said), "a", "mine", correction);
  assert.deepEqual(keys(decided), ["c", "b"]);
  assert.equal(first(decided).seen, "x");
});

test("if mine counts, what corrects mine corrects hers", () => {
  const ofMine = line("b", { entry: ["amend", { changes: [{ of: "a", entry: { type: "void" } }] }] });
  const record = known(undefined, line("a"), ofMine);
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) });
  const correction = line("c", { entry: ["amend", { changes: [{ of: ["x", 1] }] }] });
  const decided = session.resolved(session.answered(record, first(record), said), "a", "mine", correction);
  const ofHers = { ...ofMine, entry: ["amend", { changes: [{ of: ["x", 1], entry: { type: "void" } }] }] };
  assert.deepEqual(decided.lines, [correction, ofHers]);
});

test("two phones typed the same hand: it counts once, and what names mine names hers", () => {
  const undo = line("b", { entry: ["undo", {}], target: "a" });
  const seat = line("c", { entry: ["hand", { closer: "@a", deadwood: { "@a": 3 } }], names: { "@a": "Dora" } });
  const record = known(undefined, line("a"), undo, seat);
  const after = session.answered(record, first(record), answer([], [entry("x")], { stopped: stop("a", "same", [theirs("x")]) }));
  const hers = { ...seat, entry: ["hand", { closer: "@x", deadwood: { "@x": 3 } }], names: { "@x": "Dora" } };
  assert.deepEqual(after.lines, [{ ...undo, target: "x" }, hers]);
  assert.deepEqual([after.seen, after.notice], ["x", "same"]);
});

test("an answer about entries that are not known here waits for the next document", () => {
  const record = { ...known(undefined, line("a")), seen: "newer" };
  const after = session.answered(record, first(record), answer(["a"], [entry("a")]));
  assert.deepEqual([after.document, after.lines], [record.document, []]);
});

test("a server with the data of a backup has the last word, and what it lost is asked about", () => {
  const record = known([entry("k0"), entry("k1"), entry("k2")], line("a"));
  const said = answer([], [entry("k0"), entry("x")], { version: 2, stopped: stop("a", "stale", [theirs("k0"), theirs("x")]) });
  const asked = session.answered({ ...record, document: { ...record.document, version: 9 } }, first(record), said);
  assert.deepEqual(asked.document.entries, [entry("k0"), entry("x")]);
  assert.equal(first(session.resolved(asked, "a", "both")).seen, "x");
});

test("the good news is shown until the next hand", () => {
  const record = { ...known(), notice: "same" };
  assert.equal("notice" in session.enqueued(record, line("a")), false);
});

test("too much in an hour is no refusal", () => {
  const record = known(undefined, line("a"), line("b"));
  const after = session.answered(record, first(record), answer(["a"], [entry("a")], { stopped: stop("b", "limit") }));
  assert.deepEqual(first(after), { seen: "a", mutations: [mutation("b")] });
});

test("the answer to a question goes before the hand that was stopped by it, which goes on", () => {
  const record = known(undefined, line("a"), line("b"));
  const asked = session.answered(record, first(record), answer([], [], { stopped: stop("a", "asked") }));
  const after = session.enqueued(asked, line("c", { action: "answer" }));
  assert.deepEqual(first(after).mutations, [mutation("c"), mutation("a"), mutation("b")]);
  const newer = session.withDocument(asked, documentOf([entry("k0"), entry("x")], 10), "tag2", "v"); // perhaps the same hand
  assert.deepEqual(first(session.enqueued(newer, line("c", { action: "answer" }))), { seen: "x", mutations: [mutation("c")] });
});

test("what is typed on the board goes before what is stopped", () => {
  const record = known(undefined, line("a"));
  const said = answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) });
  const after = session.enqueued(session.answered(record, first(record), said), line("c"));
  assert.deepEqual(keys(after), ["c", "a"]);
  assert.deepEqual(first(after), { seen: "x", mutations: [mutation("c")] });
});

test("what has been seen is not forgotten by a later decision", () => {
  const record = known(undefined, line("a"));
  const asked = session.answered(record, first(record), answer([], [entry("x")], { stopped: stop("a", "stale", [theirs("x")]) }));
  const more = session.enqueued(asked, line("c"));
  const written = session.answered(more, first(more), answer(["c"], [entry("c")], { version: 10 }));
  assert.equal(first(session.resolved(written, "a", "both")).seen, "c");
});

test("without a right to the match the lines stay", () => {
  const record = session.refused(known(undefined, line("a"), line("b")), 404, ["No."]);
  assert.deepEqual(record.lines, [line("a", { stopped: stoppedAs("gone") }), line("b")]);
  assert.deepEqual(first(session.resolved(record, "a", "again")).mutations, [mutation("a"), mutation("b")]);
});

test("whoever drops a line drops only that", () => {
  const record = known(undefined, line("a"), line("b"), line("c"));
  assert.deepEqual(keys(session.dropped(record, ["a", "b"])), ["c"]);
});

test("a push is not longer than the server takes", () => {
  const many = Array.from({ length: 60 }, (_all, index) => line(`k${index + 1}`));
  assert.equal(first(known(undefined, ...many)).mutations.length, 50);
  const large = many.map((one) => ({ ...one, entry: ["note", { text: "x".repeat(30_000) }] }));
  assert.equal(first(known(undefined, ...large)).mutations.length, 2);
});

const start = { key: "s", at: 1, facts: { players: [{ uid: "u", name: "Ana" }], previous: "p", circle: "c" }, told: "Rematch", after: "p" };
const rematch = (...lines) => ({ ...known([], ...lines), start });

test("a match is made before its hands are sent", () => {
  assert.equal(first(rematch(line("a"))), null);
  assert.deepEqual(first(session.started(rematch(line("a")), "m")), { seen: "", mutations: [mutation("a")] });
});

test("a rematch waits for the hands of the match before", () => {
  const before = { ...session.blank("p"), lines: [line("z")] };
  assert.equal(session.opening(rematch(), [before]), null);
  assert.deepEqual(session.opening(rematch(), [session.blank("p")]), { key: "s", at: 1, facts: start.facts });
});

test("the match before may have got another code", () => {
  const moved = { ...session.blank("p"), moved: "q" };
  assert.equal(session.opening(rematch(), [moved, { ...session.blank("q"), lines: [line("z")] }]), null);
  assert.equal(session.opening(rematch(), [moved, session.blank("q")]).facts.previous, "q");
  assert.equal(session.opening(rematch(), [moved]).facts.previous, "q");
});

test("a rematch that exists already gets the hands, which have seen none of its", () => {
  const there = session.withDocument(session.blank("q"), { ...documentOf([entry("x")]), code: "q" }, "t", "v");
  const after = session.started(rematch(line("a")), "q", there);
  assert.deepEqual([after.code, after.document.entries, first(after)], ["q", [entry("x")], { seen: "", mutations: [mutation("a")] }]);
  assert.equal(session.started(rematch(line("a")), "q").document.code, "q");
});

test("hands that wait there already go first, and the others are asked about", () => {
  const there = session.enqueued(session.blank("q"), line("z"));
  const after = session.started(rematch(line("a"), line("b")), "q", there);
  assert.deepEqual(keys(after), ["z", "a", "b"]);
  assert.deepEqual(after.lines[1].stopped, { why: "stale", reasons: [], since: [{ key: "z", kind: "hand", told: "hand z", by: "" }] });
});

test("a start without a right to the match before becomes a match of its own", () => {
  const stopped = session.refused(rematch(line("a")), 404, []);
  assert.equal(session.opening(stopped, []), null);
  assert.equal(session.standing(stopped.lines[0], stopped), "behind");
  const alone = session.resolved(stopped, "s", "again");
  assert.deepEqual(session.opening(alone, []), { key: "s", at: 1, facts: { players: [{ name: "Ana" }], previous: "", circle: "" } });
  assert.equal(session.dropped(stopped, ["s"]), null);
});

test("a start that was refused for another reason is sent as it was", () => {
  const again = session.resolved(session.refused(rematch(), 422, ["No."]), "s", "again");
  assert.deepEqual(again, rematch());
});

test("whoever drops a start drops the match", () => {
  assert.equal(session.dropped(rematch(line("a")), ["s"]), null);
});

test("the same log is the same state, written or waiting", () => {
  const record = known(undefined, line("a"));
  const written = session.answered(record, first(record), answer(["a"], [entry("a")], { faces: undefined, uids: undefined }));
  assert.equal(session.stateOf(record).id, `${session.stateOf(known()).id} a`);
  assert.equal(session.stateOf(written).id, session.stateOf(record).id);
  assert.notEqual(session.stateOf({ ...record, document: { ...record.document, names: [] } }).id, session.stateOf(record).id);
});

test("the strip counts what waits and names what is stopped", () => {
  const stopped = session.refused(known(undefined, line("a", { at: 2000 }), line("b", { at: 500 })), 404, []);
  const records = [rematch(), stopped];
  assert.deepEqual(session.waiting(records), { count: 3, stopped: 1, first: { ...stopped.lines[0], code: "m" } });
  assert.equal(session.waiting([rematch()]).first.told, "Rematch");
  assert.deepEqual(session.waiting([]), { count: 0, stopped: 0, first: undefined });
});

// Evenings of three phones: whatever they type, lose and decide, no key is in the log twice, nobody's hand is written over
// what they have not seen, and once all are heard nothing is lost.

function dice(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % count;
  };
}

// The server's side of a push, as the contract has it: the log is a list of [kind, payload, at, key].
function pushed(log, { seen, mutations }, shown) {
  let index = seen ? log.findIndex((one) => one[3] === seen) : -1;
  const [start, written] = [index, []];
  let stopped = null;
  for (const { key, entry: written_, at } of mutations) {
    const there = log.findIndex((one) => one[3] === key);
    const since = log.slice(index + 1).map((one) => ({ key: one[3], kind: one[0], told: "", by: "" }));
    if (there < 0 && since.length) {
      const isSame = since.length === 1 && JSON.stringify(log[index + 1].slice(0, 2)) === JSON.stringify(written_);
      stopped = { key, why: isSame ? "same" : "stale", reasons: [], since };
      break;
    }
    assert.ok(there >= 0 || log.every((one) => shown.has(one[3])), `${key} was written over what its writer has not seen`);
    if (there < 0) log.push([...written_, at, key]);
    shown.add(key);
    index = there < 0 ? log.length - 1 : there;
    written.push([key, index]);
  }
  return { written, stopped, entries: log.slice(start + 1), version: log.length, seen: "", names: [], faces: [], uids: [], totals: [] };
}

class Player {
  constructor(name, roll) {
    Object.assign(this, { name, roll, record: known([]), late: [], count: 0, typed: [], gone: new Set(), shown: new Set() });
  }
  type() {
    const key = `${this.name}${this.count++}`;
    const typed = line(key, { entry: hand(this.roll(3)), target: undefined });
    this.typed.push(key);
    // Now and then on a board that is older than what the phone knows.
    const entries = this.record.document.entries.map((one) => one[3]);
    const shown = entries.slice(0, entries.length - (this.roll(4) ? 0 : this.roll(2)));
    for (const one of shown) this.shown.add(one);
    this.record = session.enqueued(this.record, typed, shown.at(-1) ?? "");
  }
  push(log) {
    const body = session.batch(this.record);
    if (!body || this.roll(4) === 0) return; // the request is lost
    const answer = structuredClone(pushed(log, body, this.shown));
    this.late.push(() => this.answered(body, answer));
  }
  // What is on the server already, as another phone typed it, waits no longer.
  answered(body, answer) {
    const waited = keys(this.record);
    this.record = session.answered(this.record, body, answer);
    const { key, why, since } = answer.stopped ?? {};
    if (why !== "same" || !waited.includes(key) || keys(this.record).includes(key)) return;
    this.gone.add(key);
    this.shown.add(since[0].key);
  }
  pull(log) {
    const document = documentOf(structuredClone(log));
    this.late.push(() => (this.record = session.withDocument(this.record, document, null, "v")));
  }
  hear() {
    const index = this.roll(this.late.length || 1);
    const act = this.late[index];
    if (!act) return;
    act();
    if (this.roll(4)) this.late.splice(index, 1); // else it comes again
  }
  decide() {
    const stopped = this.record.lines.find((one) => one.stopped);
    if (!stopped) return;
    for (const { key } of stopped.stopped.since) this.shown.add(key);
    const choice = ["hers", "both", "again"][this.roll(3)];
    if (choice === "hers") this.gone.add(stopped.key);
    this.record = choice === "hers" ? session.dropped(this.record, [stopped.key]) : session.resolved(this.record, stopped.key, choice);
  }
  drop() {
    const one = this.record.lines[this.roll(this.record.lines.length || 1)];
    if (!one) return;
    this.gone.add(one.key);
    for (const { key } of one.stopped?.since ?? []) this.shown.add(key);
    this.record = session.dropped(this.record, [one.key]);
  }
}

function evening(seed) {
  const roll = dice(seed);
  const log = [];
  const players = ["a", "b", "c"].map((name) => new Player(name, roll));
  for (let step = 0; step < 80; step++) {
    const player = players[roll(3)];
    const act = ["type", "type", "push", "push", "pull", "hear", "hear", "decide", "drop"][roll(9)];
    player[act](log);
  }
  // The signal is back for good, and everybody decides.
  for (let round = 0; round < 100; round++) {
    for (const player of players) {
      const body = session.batch(player.record);
      if (body) player.answered(body, pushed(log, body, player.shown));
      player.record = session.withDocument(player.record, documentOf([...log]), null, "v");
      player.decide();
    }
  }
  const written = log.map((one) => one[3]);
  assert.equal(new Set(written).size, written.length, "twice");
  for (const player of players) {
    assert.deepEqual(player.record.lines, []);
    assert.equal(player.record.seen, written.at(-1) ?? "");
    assert.deepEqual(player.record.document.entries, log);
    assert.deepEqual(player.typed.filter((key) => !written.includes(key) && !player.gone.has(key)), [], "lost");
  }
}

const EVENINGS = Number(env.EVENINGS) || 300;

test(`${EVENINGS} evenings of three phones`, () => {
  for (let seed = 1; seed <= EVENINGS; seed++) {
    try {
      evening(seed);
    } catch (error) {
      error.message = `evening ${seed}: ${error.message}`;
      throw error;
    }
  }
});

test("what was judged is stored only while the match is as it was judged", () => {
  const record = known([entry("k0")], line("a"));
  const { id } = session.stateOf(record);
  const row = entry("b", 7);
  assert.deepEqual(session.withJudged(record, id, line("b")), session.enqueued(record, line("b")));
  const document = { ...record.document, version: record.document.version + 1, entries: [...record.document.entries, row] };
  assert.deepEqual(session.withJudged(record, id, line("b"), row), { ...record, document });
  assert.equal(session.withJudged(session.enqueued(record, line("c")), id, line("b")), undefined);
});
