// On every page: registers the service worker, and shows how old a cached page is, a lost connection, a newer version.

// A browser without this is older than those of README, so it works as without JavaScript, and app.css shows it a line. Each
// script of a page imports this one: then none of them runs.
if (!CSS.supports("(width: 1lh) and selector(:has(a))")) {
  document.body.setAttribute("hx-disable", "");
  throw new Error("this browser is too old");
}

const page = document.documentElement.dataset;
const lost = document.getElementById("lost");
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 0]];

// Never in the future, even if the clock was set back.
function ago(time) {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size);
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(-Math.floor(seconds / (size || 1)), unit);
}

// Mark what needs a signal once it is lost.
const markWhatNeedsSignal = () => import("./needs_signal.js").catch(() => {});
new MutationObserver(() => lost.hidden || markWhatNeedsSignal()).observe(lost, { attributeFilter: ["hidden"] });
addEventListener("offline", markWhatNeedsSignal);

if (page.kept) {
  lost.lastChild.textContent = `: ${lost.dataset.kept} ${ago(page.kept)}.`;
  lost.hidden = false;
}

// Every script that gets an answer of our server dispatches this event with its version.
document.addEventListener("version", ({ detail }) => {
  if (detail !== page.version) document.getElementById("newer").hidden = false;
});

// An answer without our version header, such as a hotel's login page, must not replace a board.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const version = detail.xhr.getResponseHeader("X-Reenganche");
  if (version) {
    document.dispatchEvent(new CustomEvent("version", { detail: version }));
  } else if (detail.shouldSwap) {
    detail.shouldSwap = false;
    detail.isError = true;
  }
});
for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, () => (lost.hidden = false));
document.addEventListener("htmx:afterOnLoad", ({ detail }) => (lost.hidden = !detail.failed));

// Load the outbox only if hands were stored before, or when another tab stores one. Firefox says what is stored since
// version 126: an older one always loads it.
async function loadOutbox() {
  new BroadcastChannel("outbox").addEventListener("message", () => import("./outbox.js").catch(() => {}));
  const databases = await indexedDB.databases?.();
  if (!databases || databases.some(({ name }) => name === "outbox")) await import("./outbox.js");
}

// The first page was loaded before there was a worker: ask the new worker to cache it.
async function registerWorker() {
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller;
  await serviceWorker.register("/sw.js");
  if (!hadWorker) (await serviceWorker.ready).active.postMessage(location.pathname);
}

if (window.isSecureContext) {
  document.addEventListener("engine", () => import("./live_board.js").then(() => import("../new_match/start_offline.js")).catch(() => {}));
  loadOutbox().catch(() => {}); // storage is forbidden
  if (navigator.serviceWorker) addEventListener("load", () => registerWorker().catch(() => {}));
}

// Load the engine (../phone/) behind a board.
if (document.getElementById("board") && !navigator.connection?.saveData) {
  const load = () => import("../phone/idle.js").then((idle) => idle.load()).catch(() => {});
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(load));
}
