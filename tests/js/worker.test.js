// The service worker: which pages and files it caches, on a cache and a network that are made here.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SITE = "https://cards.example";
const template = (name) => readFileSync(new URL(`../../templates/scores/offline/${name}.js`, import.meta.url), "utf8");
const POSTED = { pattern: "^/m/[^/]+/rematch/$", maker: "rematch" };
const ADDRESSES = { "no-signal": "/no-signal/", home: "/", "circles-document": "/new/document/", import: "/import/" };
const TABLE = { FILES: [], ENGINE: [], ALWAYS_KEPT: ["/no-signal/", "/", "/new/document/", "/help/"], PAGES: [] };
const WITH_SERVER = "_with_server";
const scriptOf = (edition) =>
  template("worker")
    .replace(/{% if without_server %}.*{% endif %}/, () => template(edition))
    .replaceAll(/{% url "([^"]+)" %}/g, (_tag, name) => ADDRESSES[name])
    .replaceAll(/{{ \w+ }}/g, "v1");
const MARK = "{{ table|escapejs }}";

/** The name of a file as chinchon_site/storage.py makes it. */
const hashed = (name, text, ending = "js") => `/static/js/${name}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${ending}`;
const asFile = (text, status = 200, type = "text/javascript") => () => new Response(text, { status, headers: { "Content-Type": type } });

const full = (address) => new URL(address.url ?? address, SITE).href;

function fakeCache() {
  const pages = new Map();
  return {
    pages,
    match: async (address) => pages.get(full(address))?.clone(),
    put: async (address, page) => void pages.set(full(address), page.clone()),
    delete: async (address) => pages.delete(full(address)),
    keys: async () => [...pages.keys()].map((url) => ({ url })),
  };
}

/** The worker, and what it asked the server for. Every answer is marked with the phone that the server knows by then. */
function worker(table = {}, edition = WITH_SERVER) {
  const script = scriptOf(edition).replace(MARK, JSON.stringify(JSON.stringify({ ...TABLE, ...table })).slice(1, -1));
  const stores = new Map();
  const asked = [];
  const site = { phone: "nobody.es", page: "<html></html>\n", status: 200 };
  const caches = {
    has: async (name) => stores.has(name),
    match: async (address) => (await Promise.all([...stores.values()].map((store) => store.match(address)))).find(Boolean),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    open: async (name) => stores.get(name) ?? stores.set(name, fakeCache()).get(name),
  };
  const fetch = async (wanted, { cache } = {}) => {
    const { pathname } = new URL(wanted.url ?? wanted, SITE);
    asked.push(pathname);
    if (site.isCut) throw new TypeError("no signal");
    if (site.files?.[pathname]) return site.files[pathname](cache);
    const answer = new Response(site.page, { status: site.status, headers: { "X-Keep": site.phone, "X-Reenganche": "v1" } });
    await site.holds?.[pathname];
    return answer;
  };
  const handlers = {};
  const digests = [];
  const subtle = { digest: (...given) => digests.push(given) && crypto.subtle.digest(...given) };
  const addEventListener = (kind, act) => (handlers[kind] = act);
  const clients = { claim: async () => {} };
  const world = { caches, clients, crypto: { subtle }, fetch, skipWaiting: async () => {}, location: new URL(SITE), addEventListener };
  new Function(...Object.keys(world), script)(...Object.values(world));
  const works = [];
  const asks = (path) => handlers.message({ data: path, waitUntil: (work) => works.push(work) });
  const gets = (path) => new Promise((respondWith) => handlers.fetch({ request: { url: SITE + path, mode: "cors" }, respondWith }));
  const opens = (path) =>
    new Promise((respondWith) => {
      const request = { url: SITE + path, mode: "navigate", method: "GET" };
      handlers.fetch({ request, respondWith, waitUntil: (work) => works.push(work) });
    });
  const posts = (path, body, type) =>
    new Promise((respondWith) => {
      const request = new Request(SITE + path, { method: "POST", body, headers: type ? { "Content-Type": type } : {} });
      const navigation = new Proxy(request, { get: (of, name) => (name === "mode" ? "navigate" : typeof of[name] === "function" ? of[name].bind(of) : of[name]) });
      handlers.fetch({ request: navigation, respondWith, waitUntil: (work) => works.push(work) });
    });
  const installs = () => new Promise((waitUntil) => handlers.install({ waitUntil }));
  const activates = () => new Promise((waitUntil) => handlers.activate({ waitUntil }));
  return { activates, asked, asks, digests, gets, opens, posts, installs, site, stores, done: () => Promise.all(works) };
}

test("a right that is lost takes the pages below it along, and an address cut short takes none", async () => {
  const { asks, opens, site, stores, done } = worker();
  site.phone = "k1.es";
  for (const path of ["/m/abc/", "/m/abc/log/", "/c/xyz/"]) asks(path);
  await done();
  const cached = () => [...stores.get("pages k1.es").pages.keys()].map((url) => new URL(url).pathname).filter((path) => /^\/[mc]\//.test(path));
  site.status = 404;
  await opens("/m/");
  await done();
  assert.deepEqual(cached().sort(), ["/c/xyz/", "/m/abc/", "/m/abc/log/"]);
  await opens("/m/abc/");
  await done();
  assert.deepEqual(cached(), ["/c/xyz/"]);
});

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

const KEYPAD = "export const keys = 12;";
const NAME = hashed("keypad", KEYPAD);
/** What a bad line may answer in place of the file. */
const WRONG = {
  "a login page": asFile("<h1>Wi-Fi</h1>", 200, "text/html"),
  "the file as another type": asFile(KEYPAD, 200, "text/html"),
  "half of the file": asFile(KEYPAD.slice(0, 9)),
  "the file of another version": asFile("export const keys = 13;"),
  "a part of the file": asFile(KEYPAD.slice(0, 9), 206),
  "all of the file as a part": asFile(KEYPAD, 206),
};
const cachedIn = async ({ stores }, name = "static v1") => (await stores.get(name)?.match(NAME))?.text();

for (const [what, answer] of Object.entries(WRONG)) {
  test(`${what} is not cached under its name, and the next answer is`, async () => {
    const phone = worker();
    phone.site.files = { [NAME]: answer };
    await phone.gets(NAME);
    assert.equal(await cachedIn(phone), undefined);
    phone.site.files = { [NAME]: asFile(KEYPAD) };
    assert.equal(await (await phone.gets(NAME)).text(), KEYPAD);
    assert.equal(await cachedIn(phone), KEYPAD);
  });

  test(`${what} that the browser's own cache has is asked for past it`, async () => {
    const phone = worker();
    phone.site.files = { [NAME]: (cache) => (cache === "reload" ? asFile(KEYPAD) : answer)() };
    assert.equal(await (await phone.gets(NAME)).text(), KEYPAD);
    assert.equal(await cachedIn(phone), KEYPAD);
  });

  test(`${what} that is cached is replaced`, async () => {
    const phone = worker();
    phone.stores.set("static v0", fakeCache()).set("static v1", fakeCache());
    for (const store of phone.stores.values()) await store.put(NAME, answer());
    phone.site.files = { [NAME]: asFile(KEYPAD) };
    assert.equal(await (await phone.gets(NAME)).text(), KEYPAD);
    phone.site.files = {};
    phone.asked.length = 0;
    assert.equal(await (await phone.gets(NAME)).text(), KEYPAD);
    assert.deepEqual(phone.asked, []);
  });

  test(`with ${what} for one of its files a worker is not installed`, async () => {
    const phone = worker({ FILES: [NAME] });
    phone.site.files = { [NAME]: answer };
    await assert.rejects(phone.installs(), /not intact/);
  });
}

test("files and pages of the release before, whose names have another hash, are there without a signal, and no older ones", async () => {
  const phone = worker();
  const older = "/static/js/keypad.0123456789ab.js";
  const { pages, ...cache } = fakeCache();
  phone.stores.set("pages k1.es", cache);
  for (const version of ["v8", "v9"]) {
    phone.stores.set(`static ${version}`, fakeCache());
    await cache.put(`/${version}/`, new Response("", { headers: { "X-Reenganche": version } }));
  }
  await phone.stores.get("static v9").put(older, asFile(KEYPAD)());
  await phone.activates();
  assert.deepEqual([...phone.stores.keys(), ...pages.keys()], ["pages k1.es", "static v9", `${SITE}/v9/`]);
  phone.site.files = { [older]: () => Promise.reject(new TypeError("no signal")) };
  assert.equal(await (await phone.gets(older)).text(), KEYPAD);
});

test("a file of the engine is compared once by a worker, and again once a page was given it damaged", async () => {
  const phone = worker({ ENGINE: [NAME] });
  phone.site.files = { [NAME]: asFile(KEYPAD) };
  const loadsEngine = async () => {
    phone.digests.length = 0;
    phone.asks({ language: "es" });
    await phone.done();
    return phone.digests.length;
  };
  assert.deepEqual([await loadsEngine(), await loadsEngine(), await loadsEngine()], [1, 0, 0]);
  await phone.stores.get("static v1").put(NAME, asFile("cut")());
  assert.equal(await (await phone.gets(NAME)).text(), KEYPAD);
  assert.deepEqual([await loadsEngine(), await loadsEngine()], [1, 0]);
  phone.stores.get("static v1").pages.clear(); // as browsers do when they need room
  assert.equal(await loadsEngine(), 1);
  assert.equal(await cachedIn(phone), KEYPAD);
});

test("half a page, or a part of one, is not cached", async () => {
  const { asks, site, stores, done } = worker();
  site.page = "<html><body>Mano 3";
  asks("/m/abc/");
  await done();
  [site.page, site.status] = ["<html></html>", 206];
  asks("/m/abc/");
  await done();
  assert.deepEqual([...stores.keys()], []);
});

test("a post that is no form of ours is passed on without fields, where no server answers", async () => {
  const { posts, site, asks, done } = worker({ PAGES: [POSTED] });
  asks("/no-signal/");
  await done();
  site.isCut = true;
  const attribute = async (...options) => / data-posted="([^"]*)"/.exec(await (await posts("/m/abc/rematch/", ...options)).text())?.[1];
  assert.equal(await attribute("name=Ana", "application/x-www-form-urlencoded"), "[[&quot;name&quot;,&quot;Ana&quot;]]");
  assert.equal(await attribute("name=Ana", "text/plain"), "[]");
});

test("what is promised without a signal stays while sixty other pages are opened, of which the newest stay", async () => {
  const { opens, site, stores, done } = worker({ PAGES: [{ pattern: "^/guide/([^/]+)$", isPromised: true }, { pattern: "^/n/([^/]+)/$", isPromised: true }] });
  site.phone = "k1.es";
  const promised = ["/guide/first", "/guide/no-signal", "/n/abc/", "/help/"];
  const others = Array.from({ length: 60 }, (_, number) => `/m/m${number}/`);
  for (const path of [...promised, ...others]) {
    await opens(path);
    await done();
  }
  const { pages } = stores.get("pages k1.es");
  assert.deepEqual([...promised, ...others].filter((path) => pages.has(SITE + path)), [...promised, ...others.slice(-40)]);
});

test("shared files wait in their order in the place of those before, and a share without a file leads to the page that says so", async () => {
  const { posts, stores } = worker();
  const shares = async (...names) => {
    const body = new FormData();
    body.append("file", "a text");
    for (const name of names) body.append("file", new File([name], name));
    return (await posts("/import/?shared", body)).headers.get("Location");
  };
  const waiting = async () => Promise.all([...stores.get("shared").pages.values()].map(async (one) => [decodeURIComponent(one.headers.get("X-Name")), await one.text()]));
  assert.equal(await shares("peña.jsonl", "b.json"), `${SITE}/import/?shared`);
  assert.deepEqual(await waiting(), [["peña.jsonl", "peña.jsonl"], ["b.json", "b.json"]]);
  assert.equal((await posts("/import/?shared", "file=b", "text/plain")).status, 303);
  assert.deepEqual(await waiting(), []);
  await shares("c.txt");
  await shares();
  assert.deepEqual(await waiting(), []);
});

test("without a server what the phone makes is asked of nobody, and a script that asks for it tries again", async () => {
  const { asked, gets, opens } = worker({ PAGES: [{ pattern: "^/m/[^/]+/$", maker: "board" }] }, "_without_server");
  await opens("/m/abc/");
  assert.deepEqual(asked, ["/no-signal/"]);
  assert.equal((await gets("/m/abc/")).type, "error");
});
