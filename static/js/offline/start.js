// On every page: the worker that keeps pages, how old a kept one is, and a newer version of the app.

const shown = document.documentElement.dataset;
const lost = document.getElementById("lost");
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 0]];

// A clock that was set back makes nothing younger than now.
function ago(when) {
  const seconds = Math.max(0, (Date.now() - when) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size);
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(-Math.floor(seconds / (size || 1)), unit);
}

if (shown.kept) {
  lost.textContent = `${lost.dataset.kept} ${ago(shown.kept)}.`;
  lost.hidden = false;
}

// Whoever hears an answer of ours tells of which version it is.
document.addEventListener("version", ({ detail }) => {
  if (detail !== shown.version) document.getElementById("newer").hidden = false;
});

// A hotel's login is no answer, and not to be drawn in a board's place.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const version = detail.xhr.getResponseHeader("X-Reenganche");
  if (version) {
    document.dispatchEvent(new CustomEvent("version", { detail: version }));
  } else if (detail.shouldSwap) {
    detail.shouldSwap = false;
    detail.isError = true;
  }
});
for (const nothing of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(nothing, () => (lost.hidden = false));
document.addEventListener("htmx:afterOnLoad", ({ detail }) => (lost.hidden = !detail.failed));

// Hands may wait only where one was put to wait before, or is now in another tab.
async function lookForHands() {
  new BroadcastChannel("outbox").addEventListener("message", () => import("./outbox.js").catch(() => {}));
  const all = await indexedDB.databases();
  if (all.some(({ name }) => name === "outbox")) await import("./outbox.js");
}

// The worker does not see the page that brings it.
async function bringWorker() {
  const { serviceWorker } = navigator;
  const wasThere = serviceWorker.controller;
  await serviceWorker.register("/sw.js");
  if (!wasThere) (await serviceWorker.ready).active.postMessage(location.pathname);
}

if (window.isSecureContext) {
  lookForHands().catch(() => {}); // a browser that keeps nothing
  // A stranger has nothing that could be kept.
  if (navigator.serviceWorker && "known" in shown) addEventListener("load", () => bringWorker().catch(() => {}));
}
