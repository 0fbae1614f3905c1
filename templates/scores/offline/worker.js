// Shows what this phone saw before where there is no signal. Only pages that the server marked are kept, for the
// phone and the language that it marked them for; nothing that was sent, and no link that gives a right.
const VERSION = "{{ version }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const NO_SIGNAL = new URL("{% url "no-signal" %}", location).href;
const HOME = new URL("{% url "home" %}", location).href;
const STATIC = `static ${VERSION}`;
const HASHED = /^\/static\/.*\.[0-9a-f]{12}\./; // named by its content, so what was kept is right for ever
const PATIENCE_MS = 3000;
const PAGES_AT_MOST = 40;

const isPages = (name) => name.startsWith("pages ");
const addressOf = (url) => url.split(/[?#]/)[0];

async function install() {
  await (await caches.open(STATIC)).addAll(FILES);
  await skipWaiting();
}

// The files of the version before stay for pages that were kept then.
async function activate() {
  const versions = (await caches.keys()).filter((name) => name.startsWith("static ") && name !== STATIC);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
  await dropPagesBut([STATIC, ...versions.slice(-1)].map((name) => name.split(" ")[1]));
  await clients.claim();
}

async function dropPagesBut(versions) {
  for (const name of (await caches.keys()).filter(isPages)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      if (!versions.includes(page.headers.get("X-Reenganche"))) await cache.delete(request);
    }
  }
}

const mayKeep = (url) => new URL(url).origin === location.origin && !new URL(url).pathname.startsWith("/l/");

async function visit(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.headers.has("X-Keep")) await keep(address, answer);
}

async function kept(address) {
  for (const name of (await caches.keys()).filter(isPages)) {
    const page = await (await caches.open(name)).match(address);
    if (page) return page;
  }
}

// What was kept for another phone or in another language is nobody's any more.
async function keep(address, answer) {
  const name = `pages ${answer.headers.get("X-Keep")}`;
  const others = (await caches.keys()).filter((one) => isPages(one) && one !== name);
  await Promise.all(others.map((one) => caches.delete(one)));
  if (name === "pages nobody") return;
  const isFirst = !(await caches.has(name));
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("X-Kept", Date.now());
  const cache = await caches.open(name);
  await cache.delete(address); // so that the newest is the last
  await cache.put(address, new Response(await answer.blob(), { headers }));
  const all = (await cache.keys()).filter(({ url }) => url !== NO_SIGNAL && url !== HOME);
  await Promise.all(all.slice(0, -PAGES_AT_MOST).map((old) => cache.delete(old)));
  if (isFirst) await Promise.all([NO_SIGNAL, HOME].filter((one) => one !== address).map(visit));
}

// A right that was lost takes along whatever lies below the address.
async function forget(address) {
  for (const name of (await caches.keys()).filter(isPages)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.startsWith(address)) await cache.delete(request);
    }
  }
}

async function heard(event, address, answer) {
  const isOurs = answer.headers.has("X-Reenganche");
  if (!isOurs && answer.status >= 500) throw new Error("a proxy without its server");
  if (isOurs && (answer.status === 404 || answer.status === 403)) event.waitUntil(forget(address));
  if (answer.headers.has("X-Keep")) event.waitUntil(keep(address, answer.clone()).catch(() => {})); // a full disk
  return answer;
}

async function marked(page, mark) {
  const html = (await page.text()).replace("<html", `<html ${mark}`);
  return new Response(html, { headers: page.headers });
}

async function noSignal() {
  const page = await kept(NO_SIGNAL);
  return page ? marked(page, "data-missing") : Response.error();
}

const late = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

// A server that hangs is as good as none, once there is something to show.
async function page(event) {
  const address = addressOf(event.request.url);
  const asked = fetch(event.request).then((answer) => heard(event, address, answer));
  event.waitUntil(asked.catch(() => {}));
  const before = event.request.method === "GET" && (await kept(address));
  if (!before) return asked.catch(noSignal);
  const answer = await Promise.race([asked.catch(() => null), late()]);
  return answer ?? marked(before, `data-kept="${before.headers.get("X-Kept")}"`);
}

async function file(request) {
  const before = await caches.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(STATIC)).put(request, answer.clone()).catch(() => {});
  return answer;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A page that is not as it is kept: it was loaded before there was a worker, or what waited for it went up.
addEventListener("message", (event) => event.waitUntil(visit(new URL(event.data, location).href)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (!mayKeep(request.url)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (HASHED.test(new URL(request.url).pathname)) event.respondWith(file(request));
});
