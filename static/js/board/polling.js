// An open board shows what others write: it asks every second and a half whether there is something new, while
// the page is seen. Nothing is kept open, so sleep, tunnels and a restarted server need no care.

import { notice } from "./notice.js";
import { speakTheLine } from "./speak.js";

const EVERY_MS = 1500;
const PATIENCE_MS = 5000;
const FAILURES_SHOWN = 2;
const RESTS_MS = 700;

const board = () => document.getElementById("board");
const number = (tag) => Number.parseInt(tag, 10);

let timer = 0;
let asking = null; // what is asked now, and can be broken off
let told = ""; // what was announced, but not shown, because a hand was being typed
let failures = 0;
let shown = board().dataset.seen;

// Only a board can be asked about; an error shown in its place stays for as long as it is read.
const mayAsk = () => !document.hidden && Boolean(board()?.dataset.pulse);

function again() {
  clearTimeout(timer);
  if (mayAsk()) timer = setTimeout(ask, EVERY_MS);
}

// What was asked before the phone slept may never be answered: ask anew.
function askNow() {
  asking?.abort();
  asking = null;
  ask();
}

async function ask() {
  clearTimeout(timer);
  if (asking || !mayAsk()) return;
  const patience = new AbortController();
  asking = patience;
  const late = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await asked(patience.signal);
    if (asking === patience) hear(answer);
  } catch {
    if (asking === patience) fail();
  }
  clearTimeout(late);
  if (asking !== patience) return;
  asking = null;
  again();
}

async function asked(signal) {
  const tag = (isTyping() && told) || board().dataset.seen;
  const answer = await fetch(board().dataset.pulse, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store", signal });
  return {
    status: answer.status,
    version: answer.headers.get("X-Reenganche"),
    page: answer.status === 200 ? new DOMParser().parseFromString(await answer.text(), "text/html") : null,
  };
}

// Between the phone and us may be somebody else who answers: a hotel's login, a proxy without its server.
function hear({ status, version, page }) {
  const fresh = page?.getElementById("board");
  if (!version || (status !== 304 && !fresh && status !== 404)) return fail();
  failures = 0;
  document.getElementById("lost").hidden = true;
  document.dispatchEvent(new CustomEvent("version", { detail: version }));
  if (status === 404) return gone();
  if (fresh) show(page, fresh);
}

function fail() {
  failures += 1;
  if (failures >= FAILURES_SHOWN) document.getElementById("lost").hidden = false;
}

function gone() {
  if (!isTyping()) return location.reload();
  meanwhile(board().dataset.gone);
  delete board().dataset.pulse;
}

// An answer to something this phone sent is on its way, and will be drawn.
const isBusy = () => document.querySelector(".htmx-request:not(#line)") !== null;

function isTyping() {
  const form = document.getElementById("record");
  return form !== null && [...form.elements].some((one) => (one.type === "text" && one.value) || (/^(radio|checkbox)$/.test(one.type) && one.checked));
}

// An answer may come after what this phone saved meanwhile was drawn.
function isNews(tag) {
  const seen = board().dataset.seen;
  return tag !== seen && number(tag) >= number(seen);
}

function show(page, fresh) {
  if (isBusy() || !isNews(fresh.dataset.seen)) return;
  if (isTyping()) return announce(fresh);
  // Whoever may write from now on needs what the page left out for one who only watched.
  if (fresh.querySelector("#record") && !window.htmx) return location.reload();
  swap(page, fresh);
}

function swap(page, fresh) {
  const place = reading();
  document.title = page.title;
  const old = board();
  keepUnfolded(old, fresh);
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  rest();
  keepAsDrawn().catch(() => {}); // where nothing can be kept
  markWhatChanged(old, fresh);
  returnTo(place);
  window.htmx?.process(fresh);
  document.dispatchEvent(new CustomEvent("board:shown", { detail: { hadFocus } }));
  speakTheLine();
  drawn();
}

function keepUnfolded(old, fresh) {
  const folds = fresh.querySelectorAll("details");
  for (const [place, fold] of old.querySelectorAll("details").entries()) {
    if (folds[place]) folds[place].open = fold.open;
  }
}

// Somebody is typing: the hand stays under the thumb, and what others wrote is said beside it.
function announce(fresh) {
  const news = fresh.dataset.since;
  if (told !== fresh.dataset.seen && news) meanwhile(news);
  told = fresh.dataset.seen;
}

function meanwhile(text) {
  const said = document.querySelector("#record .meanwhile");
  if (!said) return;
  said.querySelector(".what").textContent = text;
  said.hidden = false;
  notice();
}

const totals = (one) => new Map([...one.querySelectorAll(".row[data-seat]")].map((row) => [row.dataset.seat, row.querySelector(".total")?.textContent]));

function markWhatChanged(old, fresh) {
  const before = totals(old);
  for (const row of fresh.querySelectorAll(".row[data-seat]")) {
    row.classList.toggle("changed", before.get(row.dataset.seat) !== row.querySelector(".total")?.textContent);
  }
}

// Whoever reads further down goes on reading what was under the eyes. Hands are added at the top of the sheet, so
// what keeps its place is the end of a section.
const end = (section) => section.getBoundingClientRect().bottom;

function reading() {
  const sections = [...document.querySelectorAll("#board .below > [id]")];
  const read = sections.find((one) => end(one) >= innerHeight / 2);
  return scrollY > 0 && read ? { id: read.id, end: end(read) } : null;
}

function returnTo(place) {
  const same = place && document.getElementById(place.id);
  if (same) scrollBy(0, end(same) - place.end);
}

// A thumb that taps Save twice must not answer or undo what has come up under it. Keys know what they do.
function rest() {
  const writing = board().querySelectorAll(".ask button, [form=undo], [form=redo], [action$='/rematch/'] button");
  for (const button of writing) button.setAttribute("aria-disabled", "true");
  setTimeout(() => writing.forEach((button) => button.removeAttribute("aria-disabled")), RESTS_MS);
}

document.addEventListener("click", (event) => {
  if (event.detail && event.target.closest("[aria-disabled=true]")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// At once: it settles some time after it came up.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && board() && rest());

// However the board came to show something new: this phone saved it, or another one.
function drawn() {
  const now = board().dataset.seen;
  if (!now) return;
  if (number(now) > number(shown)) notice();
  shown = now;
  told = "";
}

// Without a signal the board opens as it was drawn last, not as it was when the page was loaded.
async function keepAsDrawn() {
  const drawn = board().cloneNode(true);
  const pages = (await caches.keys()).find((name) => name.startsWith("pages "));
  const cache = await caches.open(pages);
  const kept = await cache.match(location.pathname);
  if (!kept || drawn.querySelector(".trouble, .error")) return;
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  page.title = document.title;
  page.getElementById("board").replaceWith(drawn);
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", Date.now());
  await cache.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (![event.target.id, event.detail.target?.id].includes("board")) return;
  keepAsDrawn().catch(() => {});
  drawn();
  again(); // after an error stood in the board's place nothing was asked
});
// What waited on this phone went up; a half-typed hand is brought back to where it was.
document.addEventListener("board:sent", ({ detail }) => {
  const fresh = detail.getElementById("board");
  if (board() && isNews(fresh.dataset.seen)) swap(detail, fresh);
});
document.addEventListener("visibilitychange", askNow);
addEventListener("pageshow", (event) => event.persisted && askNow());
addEventListener("online", askNow);
// Whoever comes back by the button sees the page as it was when it was loaded.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") askNow();
else again();
