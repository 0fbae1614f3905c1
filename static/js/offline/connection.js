// On every page: registers the service worker, and shows how old a cached page is, a lost connection, a newer version.

import { cacheForNoSignal, emit, hasServer, holdPosition, on, onNoAnswer, OWN_PAGE, ownKey, part, root, tryStorage, waitingForms } from "../dom.js";

const page = document.documentElement.dataset;

// Another script of the page that did not come, or came damaged. app.css shows it, too, if this one does not run.
const broken = part("#broken");
broken.hidden = true;
addEventListener("error", ({ target, error }) => {
  if (!(error instanceof SyntaxError || /** @type {any} */ (target).localName === "script") || page.kept) return;
  broken.hidden = false;
  broken.style.visibility = "visible";
}, true);

// A group that this phone makes gets its time zone (scores/core/time_zones.py).
if (hasServer) document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

const DATABASES = ["reenganche", "outbox"]; // of ../sync/store.js, ../sync/older_lines.js
const lost = part("#lost");
const UNITS = /** @type {[unit: Intl.RelativeTimeFormatUnit, seconds: number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);

// Never in the future, even if the clock was set back.
function ago(/** @type {number} */ time) {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(-Math.floor(seconds / size), unit);
}

// Mark what needs a signal once it is lost.
const markWhatNeedsSignal = () => hasServer && import("./needs_signal.js").then(({ mark }) => mark()).catch(() => {});
new MutationObserver(() => lost.hidden || markWhatNeedsSignal()).observe(lost, { attributeFilter: ["hidden"] });
addEventListener("offline", markWhatNeedsSignal);

if (page.kept) {
  lost.lastChild.textContent = `: ${lost.dataset.kept} ${ago(Number(page.kept))}.`;
  lost.hidden = false;
}

// Every script that gets an answer of our server emits this event with its version.
on("version", (version) => {
  if (version !== page.version) part("#newer").hidden = false;
});

let keepPosition = () => {};

// An answer without our version header, such as a hotel's login page, must not replace a board.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const version = detail.xhr.getResponseHeader("X-Reenganche");
  if (version) emit("version", version);
  else if (detail.shouldSwap) Object.assign(detail, { shouldSwap: false, isError: true });
  keepPosition = holdPosition();
});
document.addEventListener("htmx:afterSwap", () => keepPosition());
if (hasServer) {
  onNoAnswer(() => (lost.hidden = false));
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => (lost.hidden = !detail.failed));
} else import("../without_server/edition.js").catch(() => {});

// The service worker cannot tell which site has sent a form. Those that no script sends have the key of this phone's own pages.
addEventListener("submit", ({ target, defaultPrevented }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  if (defaultPrevented || form.method !== "post" || !navigator.serviceWorker?.controller) return;
  form.addEventListener("formdata", ({ formData }) => formData.set(OWN_PAGE, ownKey() ?? ""), { once: true });
});

// What this phone has stored of matches: what waits, and the board with it.
async function loadSession() {
  if (hasServer) await import("./strip.js");
  if (part("#board[data-key]:not(.wide)")) await import("../board/live_board.js"); // it draws no big board
}

// At once if this phone has stored a match, or when another tab stores one. Firefox says what is stored since version 126:
// an older one always loads it.
async function loadStored() {
  new BroadcastChannel("reenganche").addEventListener("message", () => loadSession().catch(() => {}));
  const databases = await indexedDB.databases?.();
  if (waitingForms().length || !databases || databases.some(({ name = "" }) => DATABASES.includes(name))) await loadSession();
}

// The first page was loaded before there was a worker: ask the new worker to cache it.
async function registerWorker() {
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller;
  await serviceWorker.register(`${root}sw.js`);
  if (!hadWorker) (await serviceWorker.ready).active?.postMessage(location.pathname);
}

if (window.isSecureContext) {
  on("engine", () => loadSession().then(() => import("../new_match/start_offline.js")).catch(() => {}));
  on("waiting", () => import("./strip.js").catch(() => {}));
  loadStored().catch(() => {}); // storage is forbidden
  if (navigator.serviceWorker) addEventListener("load", () => registerWorker().catch(() => {}));
}

// Whether the engine (../phone/) may be loaded: a phone that saves data is asked on its first board.
const mayLoad = () => !navigator.connection?.saveData || tryStorage(() => localStorage.getItem("engine")) === "yes";

// It runs behind boards and the checker; behind the home page the worker caches its files, and says once all of it is there.
async function loadEngine() {
  const home = part("#ready");
  const question = part("#engine");
  if (!mayLoad()) return question && import(question.dataset.script); // it imports this file
  if (!home) return (await import("../phone/engine.js")).load();
  navigator.serviceWorker?.addEventListener("message", () => part("#ready").classList.add("yes"));
  cacheForNoSignal();
}

if (part("#board, #check, #ready")) addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(() => loadEngine().catch(() => {})));
