// The service worker: which pages it caches, on a cache and a network that are made here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SITE = "https://cards.example";
const TEMPLATE = readFileSync(new URL("../../templates/scores/offline/worker.js", import.meta.url), "utf8");
const ADDRESSES = { "no-signal": "/no-signal/", home: "/", "groups-document": "/new/document/" };
const TABLE = { FILES: [], ENGINE: [], ALWAYS_KEPT: ["/no-signal/", "/", "/new/document/", "/help/"], PAGES: [] };
const SCRIPT = TEMPLATE.replaceAll(/{% url "([^"]+)" %}/g, (_tag, name) => ADDRESSES[name])
  .replace("{{ table|escapejs }}", JSON.stringify(JSON.stringify(TABLE)).slice(1, -1))
  .replaceAll(/{{ \w+ }}/g, "v1");

function fakeCache() {
  const pages = new Map();
  return {
    pages,
    match: async (address) => pages.get(address.url ?? address)?.clone(),
    put: async (address, page) => void pages.set(address.url ?? address, page.clone()),
    delete: async (address) => pages.delete(address.url ?? address),
    keys: async () => [...pages.keys()].map((url) => ({ url })),
  };
}

/** The worker, and what it asked the server for. Every answer is marked with the phone that the server knows by then. */
function worker() {
  const stores = new Map();
  const asked = [];
  const site = { phone: "nobody.es" };
  const caches = {
    has: async (name) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    open: async (name) => stores.get(name) ?? stores.set(name, fakeCache()).get(name),
  };
  const fetch = async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const answer = new Response(url, { headers: { "X-Keep": site.phone, "X-Reenganche": "v1" } });
    await site.holds?.[pathname];
    return answer;
  };
  const handlers = {};
  const world = { caches, fetch, location: new URL(SITE), addEventListener: (kind, act) => (handlers[kind] = act) };
  new Function(...Object.keys(world), SCRIPT)(...Object.values(world));
  const works = [];
  const asks = (path) => handlers.message({ data: path, waitUntil: (work) => works.push(work) });
  return { asked, asks, site, stores, done: () => Promise.all(works) };
}

test("two pages at once ask only once for the pages of a new phone, and lose nothing that was cached before", async () => {
  const { asked, asks, site, stores, done } = worker();
  asks("/help/");
  await done();
  asked.length = 0;
  site.phone = "k1.es";
  asks("/m/abc/");
  asks("/m/abc/log/");
  await done();
  assert.deepEqual(asked.sort(), ["/", "/m/abc/", "/m/abc/log/", "/new/document/", "/no-signal/"]);
  assert.deepEqual([...stores.keys()], ["pages k1.es"]);
  const cached = [...stores.get("pages k1.es").pages.keys()].map((url) => new URL(url).pathname);
  assert.deepEqual(cached.sort(), ["/", "/help/", "/m/abc/", "/m/abc/log/", "/new/document/", "/no-signal/"]);
});

test("an answer from before the server knew the phone deletes nothing that was cached for the phone since", async () => {
  const { asks, site, stores, done } = worker();
  const held = Promise.withResolvers();
  site.holds = { "/help/": held.promise };
  asks("/help/");
  site.phone = "k1.es";
  asks("/m/abc/");
  await new Promise((resolve) => setTimeout(resolve, 20));
  held.resolve();
  await done();
  assert.deepEqual([...stores.keys()], ["pages k1.es"]);
  const cached = [...stores.get("pages k1.es").pages.keys()].map((url) => new URL(url).pathname);
  assert.deepEqual(cached.sort(), ["/", "/m/abc/", "/new/document/", "/no-signal/"]);
});
