// What a phone stores, with a full phone, a browser that clears its storage, and two tabs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { IDBObjectStore, IDBTransaction } from "fake-indexeddb";

import { blank, enqueued } from "../../static/js/sync/session.js";
import { Phone, settled, withoutRoom } from "./tabs.js";

const line = (key) => ({ key, at: 1, entry: ["hand", {}], names: {}, told: "", action: "score-hand" });
const add = (key) => (record) => enqueued(record ?? blank("m"), line(key));
const keys = (record) => record?.lines.map(({ key }) => key);

async function tabs(count = 1) {
  const phone = new Phone();
  const stores = await Promise.all(Array.from({ length: count }, () => phone.tab("store")));
  return [phone, ...stores];
}

test("what is stored is there for the next page", async () => {
  const [phone, store] = await tabs();
  await store.change("m", add("a"));
  const next = await phone.tab("store");
  assert.deepEqual(await next.read("m"), { ...enqueued(blank("m"), line("a")), waits: 1 });
  assert.equal(await next.read("n"), undefined);
});

test("a change can store, leave and delete", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  await store.change("m", () => undefined);
  assert.deepEqual(keys(await store.read("m")), ["a"]);
  await store.change("m", () => null);
  assert.equal(await store.read("m"), undefined);
});

test("two tabs change the same match, and neither loses a hand", async () => {
  const [, store, other] = await tabs(2);
  await Promise.all([store.change("m", add("a")), other.change("m", add("b")), store.change("m", add("c"))]);
  assert.deepEqual(keys(await other.read("m")).sort(), ["a", "b", "c"]);
});

test("a match that gets another code is moved at once or not at all", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  const move = ([record, other]) => [null, { ...record, code: "n", seen: other?.code ?? "none" }];
  await assert.rejects(withoutRoom(() => store.changeAll(["m", "n"], move)), { name: "QuotaExceededError" });
  assert.deepEqual([keys(await store.read("m")), await store.read("n")], [["a"], undefined]);
  await store.changeAll(["m", "n"], move);
  assert.deepEqual([await store.read("m"), (await store.read("n")).seen], [undefined, "none"]);
});

test("every tab hears which match has changed", async () => {
  const [, store, other] = await tabs(2);
  const heard = [];
  store.onChange((code) => heard.push(`here ${code}`));
  other.onChange((code) => heard.push(`there ${code}`));
  await store.change("m", add("a"));
  await store.change("m", () => undefined);
  assert.deepEqual(heard.sort(), ["here m", "there m"]);
});

test("a full phone says so, and what was stored stays", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  await assert.rejects(withoutRoom(() => store.change("m", add("b"))), { name: "QuotaExceededError" });
  assert.deepEqual(keys(await store.read("m")), ["a"]);
});

test("a change that fails stores nothing", async () => {
  const [, store] = await tabs();
  const fail = () => {
    throw new RangeError("no");
  };
  await assert.rejects(store.change("m", fail), { name: "RangeError" });
  await store.change("m", add("a"));
  assert.deepEqual(keys(await store.read("m")), ["a"]);
});

for (const silent of [false, true]) {
  test(`what the browser clears is written again, ${silent ? "when it is noticed" : "at once"}`, async () => {
    const [phone, store, other] = await tabs(2);
    await store.change("m", add("a"));
    await other.read("m");
    phone.clear({ silent });
    if (!silent) await settled();
    await other.change("m", add("b"));
    await store.change("m", add("c"));
    assert.deepEqual(keys(await (await phone.tab("store")).read("m")), ["a", "b", "c"]);
  });
}

test("what waits is written again although nothing more is typed", async () => {
  const [phone, store] = await tabs();
  await store.change("m", add("a"));
  phone.clear();
  await settled();
  assert.deepEqual(keys(await (await phone.tab("store")).read("m")), ["a"]);
});

test("a line that another tab threw away does not come back when the browser clears its storage", async () => {
  const [phone, store, other] = await tabs(2);
  await store.change("m", add("a"));
  await store.change("m", add("b"));
  await other.change("m", (record) => ({ ...record, lines: record.lines.slice(1) }));
  phone.clear();
  await settled();
  assert.deepEqual(keys(await store.read("m")), ["b"]);
});

test("a tab that knows nothing of a match takes nothing from it after the storage was cleared", async () => {
  const [phone, store] = await tabs();
  await store.change("m", add("a"));
  const fresh = await phone.tab("store");
  phone.clear({ silent: true });
  await fresh.change("m", () => blank("m"));
  assert.deepEqual(keys(await store.read("m")), ["a"]);
});

test("a connection that is lost without a clearing brings nothing back", async () => {
  const [phone, store, other] = await tabs(2);
  await store.change("m", add("a"));
  phone.channels.clear(); // what the other tab says is not heard
  await other.change("m", () => null);
  phone.disconnect();
  await settled();
  assert.equal(await store.read("m"), undefined);
});

test("what the browser aborts while it is read is read again", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    IDBTransaction.prototype.commit = commit;
    this.abort();
  };
  assert.deepEqual(keys(await store.read("m")), ["a"]);
});

test("a page that is left aborts what is not finished", async () => {
  const [phone, store] = await tabs();
  await store.read("m");
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    queueMicrotask(() => phone.page.dispatchEvent(new Event("pagehide")));
    return get.call(this, key);
  };
  await assert.rejects(store.change("m", add("a")), { name: "AbortError" });
  IDBObjectStore.prototype.get = get;
  await store.change("m", add("b"));
  assert.deepEqual(keys(await store.read("m")), ["b"]);
});

test("only what waits is read on every page", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  await store.change("n", () => blank("n"));
  await store.change("o", () => ({ ...blank("o"), moved: "n" }));
  await store.change("p", () => ({ ...blank("p"), start: { key: "s", at: 1, facts: {}, told: "" } }));
  assert.deepEqual((await store.waiting()).map(({ code }) => code), ["m", "o", "p"]);
  assert.deepEqual((await store.all()).length, 4);
  await store.change("m", () => blank("m"));
  assert.deepEqual((await store.waiting()).map(({ code }) => code), ["o", "p"]);
});

test("the browser is asked once not to clear what waits", async () => {
  const [phone, store] = await tabs();
  await store.change("n", () => blank("n"));
  assert.equal(phone.persisted, 0);
  await store.change("m", add("a"));
  await store.change("m", add("b"));
  assert.equal(phone.persisted, 1);
});

test("a phone that the server does not know any more keeps only what waits, and what no server has", async () => {
  const [, store] = await tabs();
  await store.change("m", add("a"));
  await store.change("n", () => blank("n"));
  await store.change("o", () => ({ ...blank("o"), document: { code: "o", version: 0, entries: [], names: [], is_unsent: true } }));
  await store.change("u", () => ({ ...blank("u"), unread: "7" }));
  await store.forget();
  assert.deepEqual((await store.all()).map(({ code }) => code), ["m", "o", "u"]);
});

test("a phone that cannot store says so when it is asked", async () => {
  const [, store] = await tabs();
  await store.probe();
  await assert.rejects(withoutRoom(() => store.probe()));
});
