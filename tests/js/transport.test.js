// Sending, over a network that loses, repeats and delays answers, to a server that says to come later or not at all.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { blank, enqueued } from "../../static/js/sync/session.js";
import { Phone } from "./tabs.js";

const settled = async () => {
  for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const HEADERS = { "X-Reenganche": "v", "Content-Type": "application/json", "X-CSRF-Token": "fresh" };
const reply = (status, said, more = {}) => ({ status, headers: new Headers({ ...HEADERS, ...more }), json: async () => structuredClone(said) });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const line = (key) => ({ key, at: 1, entry: ["hand", {}], names: {}, told: key, action: "score-hand" });
const documentOf = (code, entries = []) => ({ code, version: entries.length, names: [], entries, players: [] });
const START = { key: "s", at: 1, facts: { players: [], previous: "" }, told: "" };

// A server of few lines: a log by code, which takes every mutation once.
class Server {
  logs = new Map([["m", []]]);
  starts = new Map(); // the code that a start gets, by its key
  requests = [];
  faults = []; // what happens to the next requests: a function of the answer
  fetch = async (address, { method = "GET", body, headers = {} }) => {
    this.requests.push(`${method} ${address}`);
    const fault = this.faults.shift() ?? ((answer) => answer());
    return fault(() => this.answer(method, address.split("/")[2], body && JSON.parse(body), headers));
  };
  answer(method, code, body) {
    if (method === "PUT") return this.start(code, body);
    if (code === "document") return reply(200, {});
    const log = this.logs.get(code);
    if (!log) return reply(404, { reasons: ["No."] });
    if (method === "GET") return reply(200, documentOf(code, log), { ETag: `"${log.length}"` });
    for (const { key, entry, at } of body.mutations) if (!log.some((one) => one[3] === key)) log.push([...entry, at, key]);
    return this.pushed(log, body);
  }
  pushed(log, { seen, mutations }, stopped = null) {
    const written = mutations.map(({ key }) => [key, log.findIndex((one) => one[3] === key)]).filter(([, seq]) => seq >= 0);
    return reply(200, { written, stopped, entries: log.slice(log.findIndex((one) => one[3] === seen) + 1), version: log.length, seen: "", names: [], faces: [], uids: [], totals: [] });
  }
  start(code, { key }) {
    const given = this.starts.get(key) ?? code;
    if (!this.logs.has(given)) this.logs.set(given, []);
    return reply(201, { code: given, version: 0 });
  }
  log = (code = "m") => this.logs.get(code)?.map((entry) => entry[3]);
  count = (request) => this.requests.filter((one) => one === request).length;
}

async function evening(tabs = 1) {
  mock.timers.reset(); // those of the evening before
  mock.timers.enable({ apis: ["setTimeout"] });
  const phone = new Phone();
  const server = new Server();
  globalThis.fetch = server.fetch;
  const [store, ...transports] = [await phone.tab("store"), ...(await Promise.all(Array.from({ length: tabs }, () => phone.tab("transport"))))];
  const type = async (key, code = "m") => {
    await store.change(code, (record) => enqueued(record ?? { ...blank(code), document: documentOf(code) }, line(key)));
    transports[0].wake();
    await settled();
  };
  const waits = async () => (await store.all()).flatMap(({ lines }) => lines.map(({ key, stopped }) => (stopped ? `${key} ${stopped.why}` : key)));
  const pass = async (ms) => {
    mock.timers.tick(ms);
    await settled();
  };
  return { phone, server, store, transport: transports[0], type, waits, pass };
}

test("a hand is sent once it is stored", async () => {
  const { server, type, waits } = await evening();
  await type("a");
  await type("b");
  assert.deepEqual([server.log(), await waits(), server.count("POST /m/m/push/")], [["a", "b"], [], 2]);
});

test("hands that waited for the signal are one push", async () => {
  const { server, type, waits, pass } = await evening();
  server.faults = [lost, lost, lost];
  for (const key of ["a", "b", "c"]) await type(key);
  assert.deepEqual(await waits(), ["a", "b", "c"]);
  await pass(70_000);
  assert.deepEqual([server.log(), await waits()], [["a", "b", "c"], []]);
});

test("the pauses between attempts become longer, up to a minute", async () => {
  const { server, type, pass } = await evening();
  server.faults = Array(12).fill(lost);
  await type("a");
  const attempts = []; // in which second
  for (let second = 0, before = server.requests.length; second < 300; second++, before = server.requests.length) {
    await pass(1000);
    if (server.requests.length > before) attempts.push(second);
  }
  const pauses = attempts.map((second, index) => second - (attempts[index - 1] ?? 0));
  for (const [index, due] of [2, 4, 8, 16, 32, 60, 60].entries()) assert.ok(Math.abs(pauses[index] - due) <= 1 + due / 4, `${index}: ${pauses}`);
});

test("an answer that is lost is found out, and nothing is written twice", async () => {
  const { server, type, waits, pass } = await evening();
  server.faults = [async (answer) => (answer(), lost())];
  await type("a");
  assert.deepEqual([server.log(), await waits()], [["a"], ["a"]]);
  await pass(3000);
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("an answer that is torn counts as none", async () => {
  const { server, type, waits, pass } = await evening();
  server.faults = [async (answer) => ({ ...answer(), json: async () => JSON.parse('{"writ') })];
  await type("a");
  assert.deepEqual(await waits(), ["a"]);
  await pass(3000);
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("an answer of a hotel's login page is none of ours", async () => {
  const { server, type, waits } = await evening();
  server.faults = [async () => new Response("<h1>Hotel</h1>", { status: 404 })];
  await type("a");
  assert.deepEqual(await waits(), ["a"]);
});

test("an answer that comes late changes nothing that is known since", async () => {
  const { server, store, transport, type, waits } = await evening();
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  server.faults = [async (answer) => ((answer = answer()), await late, answer)];
  await type("a");
  server.logs.get("m").push(["hand", {}, 1, "x"]);
  await transport.pull("m");
  arrive();
  await settled();
  assert.deepEqual([(await store.read("m")).document.entries.map((entry) => entry[3]), await waits()], [["a", "x"], []]);
});

test("a hand that is typed while another is on its way is sent behind it", async () => {
  const { server, type, waits } = await evening();
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  server.faults = [async (answer) => (await late, answer())];
  await type("a");
  await type("b");
  arrive();
  await settled();
  assert.deepEqual([server.log(), await waits()], [["a", "b"], []]);
});

test("a hand that is stored while the browser takes the lock back is sent at once", async () => {
  const { phone, server, type, waits } = await evening();
  const taken = [];
  phone.lock = async (act) => {
    const isDone = await act({});
    await new Promise((resolve) => taken.push(resolve));
    return isDone;
  };
  await type("a");
  await type("b");
  for (let turn = 0; turn < 2; turn++) {
    taken.shift()?.();
    await settled();
  }
  assert.deepEqual([server.log(), await waits()], [["a", "b"], []]);
});

test("a hand that is thrown away while it is on its way stays away", async () => {
  const { server, store, type, waits } = await evening();
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  server.faults = [async (answer) => ((answer = answer()), await late, answer)];
  await type("a");
  await store.change("m", (record) => ({ ...record, lines: [] }));
  arrive();
  await settled();
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("a server that is busy says when to come again", async () => {
  const { server, transport, type, waits, pass } = await evening();
  const { now } = performance;
  performance.now = () => 0.9;
  server.faults = [async () => reply(429, { reasons: [] }, { "Retry-After": "100" })];
  await type("a");
  await transport.wake();
  await pass(90_000);
  assert.equal(server.requests.length, 1);
  performance.now = () => 100_000; // browsers cut the fraction of a delay
  await pass(15_000);
  performance.now = now;
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("a server that is down is asked again", async () => {
  const { server, type, waits, pass } = await evening();
  server.faults = [async () => reply(503, { reasons: [] })];
  await type("a");
  await pass(3000);
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("the limit of an hour stops no hand for good", async () => {
  const { server, type, waits, pass } = await evening();
  const limit = { key: "a", why: "limit", reasons: [], since: [] };
  server.faults = Array(2).fill(async () => server.pushed([], { seen: "", mutations: [] }, limit));
  await type("a");
  assert.deepEqual(await waits(), ["a"]);
  assert.ok(server.requests.length <= 4);
  await pass(3000);
  assert.deepEqual([server.log(), await waits()], [["a"], []]);
});

test("a token that the server does not know is fetched anew, once", async () => {
  const { server, type, waits } = await evening();
  server.faults = [async () => reply(403, { reasons: [] })];
  await type("a");
  assert.deepEqual([server.requests, await waits()], [["POST /m/m/push/", "GET /new/document/", "POST /m/m/push/"], []]);
  server.faults = [async () => reply(403, {}), async () => reply(200, {}), async () => reply(403, {})];
  await type("b");
  assert.deepEqual(await waits(), ["b"]);
});

test("a hand that is stopped waits with its reasons, and the document is fetched", async () => {
  const { server, type, waits, pass } = await evening();
  const stopped = { key: "a", why: "stale", reasons: ["No."], since: [{ key: "x", kind: "hand", told: "", by: "" }] };
  server.logs.set("m", [["hand", {}, 1, "x"]]);
  server.faults = [async () => server.pushed(server.logs.get("m"), { seen: "", mutations: [] }, stopped)];
  await type("a");
  await type("b");
  await pass(100_000);
  assert.deepEqual([server.requests, await waits()], [["POST /m/m/push/", "GET /m/m/document/", "POST /m/m/push/"], ["a stale"]]);
});

test("without a right to the match its hands stay, and without hands it goes", async () => {
  const { server, store, transport, type, waits } = await evening();
  server.logs.delete("m");
  await type("a");
  assert.deepEqual(await waits(), ["a gone"]);
  await store.change("n", () => blank("n"));
  await transport.pull("n");
  assert.equal(await store.read("n"), undefined);
});

test("one hand that the server cannot read stops none of those before it", async () => {
  const { server, type, waits, pass } = await evening();
  const unreadable = async () => reply(400, { reasons: ["No."] });
  server.faults = [lost, lost, lost, unreadable, (answer) => answer(), unreadable, (answer) => answer(), unreadable];
  for (const key of ["a", "b", "c"]) await type(key);
  await pass(70_000);
  assert.deepEqual([server.log(), await waits()], [["a", "b"], ["c illegal"]]);
});

test("one match that cannot be answered holds up no other", async () => {
  const { server, type, waits } = await evening();
  server.logs.set("n", []);
  server.faults = [async () => reply(200, { nonsense: true })];
  await type("a");
  await type("b", "n");
  assert.deepEqual([server.log("n"), await waits()], [["b"], []]);
});

test("a match is made before its hands are sent, and a rematch after those of the match before", async () => {
  const { server, store, waits } = await evening();
  const made = (code, after) => () => ({ ...enqueued({ ...blank(code), document: documentOf(code) }, line(`hand of ${code}`)), start: { ...START, key: code, after } });
  server.faults = [lost];
  await store.change("a-rematch", made("a-rematch", "match"));
  await store.change("match", made("match"));
  await settled();
  mock.timers.tick(3000);
  await settled();
  const writes = server.requests.filter((one) => !one.startsWith("GET"));
  assert.deepEqual(writes.slice(-4), ["PUT /m/match/", "POST /m/match/push/", "PUT /m/a-rematch/", "POST /m/a-rematch/push/"]);
  assert.deepEqual([server.log("match"), server.log("a-rematch"), await waits()], [["hand of match"], ["hand of a-rematch"], []]);
});

test("a match that gets another code takes its hands along", async () => {
  const { server, store, transport, waits } = await evening();
  const news = [];
  document.addEventListener("answer", ({ detail: { code, moved } }) => moved && news.push([code, moved]));
  server.starts.set("s", "other");
  await store.change("mine", () => ({ ...enqueued({ ...blank("mine"), document: documentOf("mine") }, line("a")), start: START }));
  await settled();
  assert.deepEqual([server.log("other"), server.log("mine"), await waits(), news], [["a"], undefined, [], [["mine", "other"]]]);
  assert.equal((await store.read("mine")).moved, "other");
  assert.equal(server.count("GET /m/other/document/"), 1);
  await transport.pull("mine");
  assert.equal(server.count("GET /m/mine/document/"), 0);
});

test("nobody asks for a match that is not made yet", async () => {
  const { server, store, transport } = await evening();
  server.faults = [lost];
  await store.change("mine", () => ({ ...blank("mine"), start: START }));
  await settled();
  await transport.pull("mine");
  assert.deepEqual(server.requests, ["PUT /m/mine/"]);
});

test("a match that is thrown away while it is on its way stays away", async () => {
  const { server, store } = await evening();
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  server.starts.set("s", "other");
  server.faults = [async (answer) => ((answer = answer()), await late, answer)];
  await store.change("mine", () => ({ ...enqueued(blank("mine"), line("a")), start: START }));
  await settled();
  await store.change("mine", () => null);
  arrive();
  await settled();
  assert.deepEqual([await store.read("mine"), await store.waiting()], [undefined, []]);
});

test("a page that nobody looks at leaves the network in peace", async () => {
  const { server, type, pass } = await evening();
  server.faults = [lost];
  await type("a");
  document.hidden = true;
  await pass(70_000);
  assert.equal(server.requests.length, 1);
});

test("a start that is refused says why, and its hands wait", async () => {
  const { server, store } = await evening();
  server.faults = [async () => reply(422, { reasons: ["No."] })];
  await store.change("mine", () => ({ ...enqueued(blank("mine"), line("a")), start: START }));
  await settled();
  assert.deepEqual((await store.read("mine")).start.stopped, { why: "illegal", reasons: ["No."], since: [] });
});

test("two tabs send one after the other, and a hand is sent once", async () => {
  const { server, type, waits } = await evening(2);
  for (const key of ["a", "b", "c"]) await type(key);
  assert.deepEqual([server.log(), await waits(), server.count("POST /m/m/push/")], [["a", "b", "c"], [], 3]);
});

test("a tab that cannot send leaves the other tab in peace", async () => {
  const { server, type } = await evening(2);
  server.faults = Array(20).fill(async () => server.pushed([], { seen: "", mutations: [] }, { key: "a", why: "limit", reasons: [], since: [] }));
  await type("a");
  assert.ok(server.requests.length <= 6, String(server.requests.length));
});

test("what the server has is stored, and asked for only if it is newer", async () => {
  const { server, store, transport } = await evening();
  server.logs.get("m").push(["hand", {}, 1, "x"]);
  await transport.pull("m");
  const { document, etag, app, seen } = await store.read("m");
  assert.deepEqual([document, etag, app, seen], [documentOf("m", [["hand", {}, 1, "x"]]), '"1"', "v", "x"]);
  server.faults = [async () => reply(304, null, { "X-Reenganche": "w" })];
  await transport.pull("m");
  assert.equal((await store.read("m")).app, "w");
  server.requests.length = 0;
  await transport.pullOld();
  await transport.pullOld();
  assert.deepEqual(server.requests, ["GET /m/m/document/"]);
});

test("a document that lacks what was seen is fetched", async () => {
  const { server, store } = await evening();
  server.logs.get("m").push(["hand", {}, 1, "x"]);
  await store.change("m", () => ({ ...enqueued({ ...blank("m"), document: documentOf("m") }, line("a")), seen: "x" }));
  await settled();
  assert.deepEqual((await store.read("m")).document.entries.map((entry) => entry[3]), ["x", "a"]);
});

test("every answer of the server says its version, and after a failure the hands go at once", async () => {
  const { server, type, waits } = await evening();
  const versions = [];
  document.addEventListener("version", ({ detail }) => versions.push(detail));
  server.faults = [lost];
  await type("a");
  document.dispatchEvent(new CustomEvent("version", { detail: "poll" }));
  await settled();
  assert.deepEqual([versions, await waits()], [["poll", "v"], []]);
});

test("what a tab stored that was closed before it told goes with a poll, a minute later", async (t) => {
  const { store, waits } = await evening();
  t.mock.method(BroadcastChannel.prototype, "postMessage", () => {});
  await store.change("m", () => enqueued({ ...blank("m"), document: documentOf("m") }, line("a")));
  const poll = () => document.dispatchEvent(new CustomEvent("version", { detail: "poll" }));
  const now = performance.now();
  t.mock.method(performance, "now", () => now + 61_000);
  poll();
  await settled();
  assert.deepEqual(await waits(), []);
});

test("the signal comes back, or somebody looks at the page", async () => {
  for (const event of [(phone) => phone.page.dispatchEvent(new Event("online")), () => document.dispatchEvent(new Event("visibilitychange"))]) {
    const { phone, server, type, waits } = await evening();
    server.faults = [lost];
    await type("a");
    event(phone);
    await settled();
    assert.deepEqual(await waits(), []);
  }
});
