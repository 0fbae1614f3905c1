// The service worker: serves cached pages where there is no signal. It caches only pages that the server marks with
// X-Keep, in a cache for the phone and the language of that mark; never an answer to a POST, never a link with a right.
// What differs where there is no server is in the file of the edition, at the end.
const VERSION = "{{ version }}";
// From the table of scores/table/offline/without_signal.py.
const { FILES, ENGINE, ALWAYS_KEPT, PAGES } = JSON.parse("{{ table|escapejs }}");
const ALWAYS = ALWAYS_KEPT.map((path) => new URL(path, location).href);
const NO_SIGNAL = new URL("{% url "no-signal" %}", location).href;
const OF_PHONE = [NO_SIGNAL, ...["{% url "home" %}", "{% url "circles-document" %}"].map((path) => new URL(path, location).href)];
const SHARED = new URL("{% url "import" %}?shared", location).href;
const STATIC = `static ${VERSION}`;
const HASHED = /\/static\/.*\.([0-9a-f]{12})\.(\w+)$/; // the name has a hash of the content, so that a cached file never expires
const TYPES = { js: "javascript", mjs: "javascript" }; // a part of the content type, where that has not the ending of the name
const WHOLE = /(<\/html>|})\s*$/; // how a page ends, or a document
const TIMEOUT_MS = 3000;
const PAGES_AT_MOST = 40;

const isPages = (name) => name.startsWith("pages ");
const addressOf = (url) => url.split(/[?#]/)[0];
const pageAt = (path) => PAGES.find(({ pattern }) => new RegExp(pattern).test(path)) ?? {};

async function install() {
  await Promise.all(FILES.map(cacheFile));
  await skipWaiting();
}

// Files of the previous version stay for pages that were cached then.
async function activate() {
  const versions = (await caches.keys()).filter((name) => name.startsWith("static ") && name !== STATIC);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
  await deletePagesExcept([STATIC, ...versions.slice(-1)].map((name) => name.split(" ")[1]));
  await clients.claim();
}

async function deletePagesExcept(versions) {
  for (const name of (await caches.keys()).filter(isPages)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      if (!versions.includes(page.headers.get("X-Reenganche"))) await cache.delete(request);
    }
  }
}

const mayCache = (url) => new URL(url).origin === location.origin && !new URL(url).pathname.startsWith("/l/");
const isKept = (answer) => answer?.status === 200 && answer.headers.has("X-Keep");

async function visit(address) {
  const number = ++requests;
  const answer = await ask(address).catch(() => null);
  if (isKept(answer)) await cachePage(address, answer, number);
}

// The engine with the texts of one language, and pages to read. Those of this version are not loaded again. The page that
// asked is told once all of it is there.
async function cacheForNoSignal(language, asker) {
  const texts = `/language_${language}.`;
  for (const file of ENGINE.filter((name) => !name.includes("/language_") || name.includes(texts))) await cacheFile(file);
  for (const page of ALWAYS) {
    if ((await cachedPage(page))?.headers.get("X-Reenganche") !== VERSION) await visit(page);
  }
  const pages = await Promise.all(ALWAYS.map(cachedPage));
  if (pages.every(Boolean)) asker?.postMessage("works without a signal");
}

async function cachedPage(address) {
  for (const name of (await caches.keys()).filter(isPages)) {
    const page = await (await caches.open(name)).match(address);
    if (page) return page;
  }
}

// Pages are cached one after the other: two at once would each find a new phone, and one would delete what the other copies.
let lastPage = Promise.resolve();
let requests = 0; // how many were begun
let newest = 0; // the one begun last of those whose answers were cached
async function cachePage(address, answer, number) {
  const body = await answer.blob(); // before it takes its turn: the connection may hang or be lost
  if (!WHOLE.test(await body.slice(-16).text())) return;
  const cached = lastPage.then(() => cacheNext(address, new Headers(answer.headers), body, number));
  lastPage = cached.catch(() => {});
  if (await cached) await Promise.all(OF_PHONE.filter((page) => page !== address).map(visit));
}

// Caches for another phone or language are deleted; an answer that was asked for before theirs is left. Gives whether this is
// the first page of a phone.
async function cacheNext(address, headers, body, number) {
  const name = `pages ${headers.get("X-Keep")}`;
  const isFirst = !(await caches.has(name));
  if (isFirst && number < newest) return false;
  newest = Math.max(newest, number);
  for (const other of (await caches.keys()).filter((other) => isPages(other) && other !== name)) {
    if (other === name.replace(/ .*\./, " nobody.")) await takeAlong(other, name);
    await caches.delete(other);
  }
  headers.delete("Content-Encoding");
  headers.set("X-Kept", Date.now());
  const cache = await caches.open(name);
  await cache.delete(address); // so that the newest page is the last
  await cache.put(address, new Response(body, { headers }));
  const all = (await cache.keys()).filter(({ url }) => !ALWAYS.includes(url) && !pageAt(new URL(url).pathname).isPromised);
  await Promise.all(all.slice(0, -PAGES_AT_MOST).map((old) => cache.delete(old)));
  return isFirst;
}

// The server knows the phone from now on. What was cached before is about nobody.
async function takeAlong(nobodys, name) {
  const [from, to] = await Promise.all([caches.open(nobodys), caches.open(name)]);
  for (const request of (await from.keys()).filter(({ url }) => !OF_PHONE.includes(url))) await to.put(request, await from.match(request));
}

// When a right is lost, delete all pages below the address. One without a code of a match or a group names no right.
async function deletePagesBelow(address) {
  if (!/^\/[^/]+\/[^/]+\//.test(new URL(address).pathname)) return;
  for (const name of (await caches.keys()).filter(isPages)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.startsWith(address)) await cache.delete(request);
    }
  }
}

async function handleAnswer(event, address, answer, number) {
  const isOurs = answer.headers.has("X-Reenganche");
  if (!isOurs && answer.status >= 500) throw new Error("a proxy without its server");
  if (isOurs && (answer.status === 404 || answer.status === 403)) event.waitUntil(deletePagesBelow(address));
  if (isKept(answer)) event.waitUntil(cachePage(address, answer.clone(), number).catch(() => {})); // a full disk
  return answer;
}

async function withAttribute(page, attribute, script = "") {
  const html = (await page.text()).replace("<html", () => `<html ${attribute}`).replace("</head>", `${script}</head>`);
  return new Response(html, { headers: page.headers });
}

// What was posted to a match, as pairs; match_pages.js lets the engine in the phone judge it.
async function postedTo(request) {
  const fields = request ? [...(await request.formData().catch(() => []))] : []; // text/plain is no form of ours
  const text = JSON.stringify(fields.filter(([, value]) => typeof value === "string"));
  return request ? ` data-posted="${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"` : "";
}

async function noSignal({ method }, posted) {
  const page = (await cachedPage(NO_SIGNAL)) ?? (await ask(NO_SIGNAL).catch(() => null));
  const sent = method === "POST" ? " data-sent" : "";
  return page ? withAttribute(page, `data-missing${sent}${await postedTo(posted)}`) : Response.error();
}

const timeout = () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));

function cachedFor({ origin, pathname, search }) {
  const { readsQuery, keptAs } = pageAt(pathname);
  return search && !readsQuery ? null : cachedPage(origin + (keptAs ?? pathname));
}

// If the server does not answer in time, show the cached page.
async function page(event) {
  const address = addressOf(event.request.url);
  const posted = event.request.method === "POST" && pageAt(new URL(address).pathname).maker ? event.request.clone() : null;
  const number = ++requests;
  const network = ask(event.request).then((answer) => handleAnswer(event, address, answer, number));
  event.waitUntil(network.catch(() => {}));
  const cached = event.request.method === "GET" && (await cachedFor(new URL(event.request.url)));
  if (!cached) return network.catch(() => noSignal(event.request, posted));
  const answer = await Promise.race([network.catch(() => null), timeout()]);
  return answer ?? asShown(cached, address);
}

// Whether an answer is the file of that name: no login page, no other version of it, no part of it. Names without a hash are
// those of a server for developers.
async function isIntact(url, answer) {
  const [, hash, ending] = HASHED.exec(new URL(url, location).pathname) ?? [];
  if (answer.status !== 200 || !hash) return answer.status === 200;
  if (!answer.headers.get("Content-Type")?.includes(TYPES[ending] ?? ending)) return false;
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return hash === [...new Uint8Array(digest, 0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The file of the server, which is cached from then on: past the browser's own cache, if that has another. Null if the server's
// is not intact.
async function download(url) {
  for (const cache of ["default", "reload"]) {
    const answer = await fetch(url, { cache });
    if (await isIntact(url, answer.clone()).catch(() => false)) {
      await (await caches.open(STATIC)).put(url, answer.clone()).catch(() => {}); // a full disk
      return answer;
    }
    if (!answer.ok) break;
  }
  return null;
}

const cachedFile = async (url) => (await (await caches.open(STATIC)).match(url)) ?? caches.match(url);

const intact = new Set(); // paths of files that this worker has compared: once is enough, until a page is given one that is damaged

async function cacheFile(path) {
  const cached = await (await caches.open(STATIC)).match(path);
  const isThere = cached && (intact.has(path) || (await isIntact(path, cached)));
  if (!isThere && !(await download(path))) throw new Error(`not intact: ${path}`);
  intact.add(path);
}

// A cached file that is not intact is replaced. Until 1.0.0 names had another hash: those files are good while there is no signal.
async function file(request) {
  const { url } = request;
  const cached = await cachedFile(url);
  if (!cached) return (await download(url)) ?? fetch(request);
  if (await isIntact(url, cached.clone())) return cached;
  intact.delete(new URL(url).pathname);
  return (await Promise.race([download(url).catch(() => null), timeout()])) ?? cached;
}

// Files that were shared with the app wait until the page that imports shows them (shared_file.js). Any site can send some.
async function takeShared(request) {
  const posted = await request.formData().catch(() => new FormData());
  const files = posted.getAll("file").filter((file) => file.size); // a text has none
  await caches.delete("shared");
  const queue = await caches.open("shared");
  for (const [index, file] of files.entries()) await queue.put(`${SHARED}&${index}`, new Response(file, { headers: { "X-Name": encodeURIComponent(file.name) } }));
  return Response.redirect(SHARED, 303);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A page that has loaded the engine sends its language. Other scripts send the address of a page to cache anew: it was
// loaded before there was a worker, or a waiting hand was sent. Two pages at once would each load all files.
let filling = Promise.resolve();
addEventListener("message", (event) => {
  const { language } = event.data;
  if (!language) return event.waitUntil(visit(new URL(event.data, location).href));
  filling = filling.then(() => cacheForNoSignal(language, event.source)).catch(() => {});
  event.waitUntil(filling);
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (!mayCache(request.url)) return request.mode === "navigate" && event.respondWith(fetch(request).catch(() => noSignal(request)));
  if (request.method === "POST" && request.url === SHARED) event.respondWith(takeShared(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (HASHED.test(new URL(request.url).pathname)) event.respondWith(file(request));
  else if (isMadeHere(request.url)) event.respondWith(Response.error());
});
{% if without_server %}{% include "scores/offline/_without_server.js" %}{% else %}{% include "scores/offline/_with_server.js" %}{% endif %}
