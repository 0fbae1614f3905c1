// Polls the server for changes of the board while the page is visible, and shows what others wrote. No connection
// stays open, so that sleep, lost signal and a restarted server need no special handling.

import "../offline/connection.js";
import { emit, on } from "../events.js";
import { guardTaps, isTyping, signalSave, speakLine } from "./signals.js";

const POLL_MS = 1500; // for boards of older versions, which have no data-poll
const TIMEOUT_MS = 5000;
const FAILURES_BEFORE_WARNING = 2;
const NOT_TYPED = ["seq", "client_key"];

const board = () => document.getElementById("board");
const number = (tag) => Number.parseInt(tag, 10);

let timer = 0;
let request = null; // the AbortController of the poll under way
let announcedTag = ""; // of a board that was announced but not shown, because a hand was being typed
let failures = 0;
let shownTag = board().dataset.seen;

// An error page in place of the board has no data-pulse: it stays until the user leaves it.
const mayPoll = () => !document.hidden && Boolean(board()?.dataset.pulse);

function schedulePoll() {
  clearTimeout(timer);
  if (mayPoll()) timer = setTimeout(poll, Number(board().dataset.poll ?? POLL_MS));
}

// A request from before the phone slept may never be answered: start another.
function pollNow() {
  request?.abort();
  request = null;
  poll();
}

async function poll() {
  clearTimeout(timer);
  if (request || !mayPoll()) return;
  const controller = new AbortController();
  request = controller;
  const timeout = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const answer = await fetchBoard(controller.signal);
    // An error page that replaced the board meanwhile stays.
    if (request === controller && mayPoll()) handleAnswer(answer);
  } catch {
    if (request === controller) countFailure();
  }
  clearTimeout(timeout);
  if (request !== controller) return;
  request = null;
  schedulePoll();
}

async function fetchBoard(signal) {
  const tag = (isTyping() && announcedTag) || board().dataset.seen;
  const answer = await fetch(board().dataset.pulse, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store", signal });
  return {
    status: answer.status,
    version: answer.headers.get("X-Reenganche"),
    page: answer.status === 200 ? new DOMParser().parseFromString(await answer.text(), "text/html") : null,
  };
}

// An answer without our version header comes from a hotel's login page or from a proxy.
function handleAnswer({ status, version, page }) {
  const fresh = page?.getElementById("board");
  if (!version || (status !== 304 && !fresh && status !== 404)) return countFailure();
  failures = 0;
  document.getElementById("lost").hidden = true;
  emit("version", version);
  if (status === 404) return leaveBoard();
  if (fresh) show(page, fresh);
}

function countFailure() {
  failures += 1;
  if (failures >= FAILURES_BEFORE_WARNING) document.getElementById("lost").hidden = false;
}

function leaveBoard() {
  if (isSaving()) return; // its answer will say the same, and show what was typed
  if (!isTyping()) return location.reload();
  showNews(board().dataset.gone);
  delete board().dataset.pulse;
}

// What this phone is saving will replace the board. The preview of a hand replaces nothing.
const isSaving = () => document.querySelector(".htmx-request:not([data-preview]), #board [aria-busy]") !== null;

// Whether a board is newer than the one shown: a poll may be answered after this phone has saved something.
function isNewer(tag) {
  const seen = board().dataset.seen;
  return tag !== seen && number(tag) >= number(seen);
}

function show(page, fresh) {
  if (isSaving() || !isNewer(fresh.dataset.seen)) return;
  if (!emit("board:news", fresh)) return; // lines wait: they are drawn on what the server has
  if (isTyping()) return announce(fresh);
  // A phone that may write from now on needs scripts that a page for watching leaves out.
  if (fresh.querySelector("[data-hand-form]") && !window.htmx) return location.reload();
  swap(page, fresh);
}

function swap(page, fresh) {
  document.title = page.title;
  const old = board();
  keepOpenDetails(old, fresh);
  const hadFocus = old.contains(document.activeElement);
  keepPosition(() => {
    keepBelow(old, fresh);
    old.replaceWith(fresh);
  });
  guardTaps();
  storeBoard().catch(() => {}); // storage is forbidden or full
  markChangedRows(old, fresh);
  window.htmx?.process(fresh);
  emit("board:shown", { hadFocus });
  speakLine();
  boardShown();
}

function keepOpenDetails(old, fresh) {
  const freshDetails = fresh.querySelectorAll("details");
  for (const [index, details] of old.querySelectorAll("details").entries()) {
    if (freshDetails[index]) freshDetails[index].open = details.open;
  }
}

// What is below the fold stays until below.js has loaded it anew. htmx does the same by hx-preserve.
function keepBelow(old, fresh) {
  const shown = old.querySelector("#below");
  if (shown) fresh.querySelector("#below")?.replaceWith(shown);
}

// A hand is being typed: the board stays, and a message says what others wrote.
function announce(fresh) {
  const news = fresh.dataset.since;
  if (announcedTag !== fresh.dataset.seen && news) showNews(news);
  announcedTag = fresh.dataset.seen;
}

function showNews(text) {
  const news = document.querySelector("[data-news]");
  if (!news) return;
  news.querySelector("[data-news-text]").textContent = text;
  news.hidden = false;
  signalSave();
}

const totalOf = (row) => row.querySelector("[data-total]")?.textContent;
const totals = (shownBoard) => new Map([...shownBoard.querySelectorAll("[data-seat]")].map((row) => [row.dataset.seat, totalOf(row)]));

function markChangedRows(old, fresh) {
  const before = totals(old);
  for (const row of fresh.querySelectorAll("[data-seat]")) {
    row.classList.toggle("changed", before.get(row.dataset.seat) !== totalOf(row));
  }
}

// A new board keeps the scroll position of whoever reads below it. Hands are added at the top of the sheet, so the
// bottom of a section is what stays in place.
const bottom = (section) => section.getBoundingClientRect().bottom;

function readingPosition() {
  const sections = [...document.querySelectorAll("#links, #below > [id]")];
  const read = sections.find((section) => bottom(section) >= innerHeight / 2);
  return scrollY > 0 && read ? { id: read.id, bottom: bottom(read) } : null;
}

export function keepPosition(change) {
  const position = readingPosition();
  change();
  const section = position && document.getElementById(position.id);
  if (section) scrollBy(0, bottom(section) - position.bottom);
}

// Right after the swap: htmx settles it some time later.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && board() && guardTaps());

// After the board changed, whether this phone or another one saved.
function boardShown() {
  const tag = board().dataset.seen;
  if (!tag) return;
  if (number(tag) > number(shownTag)) signalSave();
  shownTag = tag;
  announcedTag = "";
  board().dataset.arrived = ""; // and was not loaded with the page
  importModules();
}

// What only some boards need. A module that is imported again does not run again, but listens for new boards.
const importModules = () => document.querySelectorAll("[data-module]").forEach((part) => import(part.dataset.module).catch(() => {}));

// Put the board as it is shown now into the cached page, which opens without a signal.
export async function storeBoard() {
  const shown = board().cloneNode(true);
  for (const button of shown.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled"); // marks of the moment
  const pages = (await caches.keys()).find((name) => name.startsWith("pages "));
  const cache = await caches.open(pages);
  const cached = await cache.match(location.pathname);
  if (!cached || shown.querySelector(".trouble, .error")) return;
  const page = new DOMParser().parseFromString(await cached.text(), "text/html");
  page.title = document.title;
  page.getElementById("board").replaceWith(shown);
  const headers = new Headers(cached.headers);
  headers.set("X-Kept", Date.now());
  await cache.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (![event.target.id, event.detail.target?.id].includes("board")) return;
  storeBoard().catch(() => {});
  boardShown();
  schedulePoll(); // no poll is scheduled while an error page stands in place of the board
});
// The engine in the phone drew the board.
on("board:drawn", (page) => {
  if (!board()) return;
  const fresh = page.getElementById("board");
  const isMoved = isTyping() && moveDraft(board().dataset.hand, fresh.dataset.hand ?? "");
  swap(page, fresh);
  schedulePoll();
  if (isMoved) showNews(board().querySelector("[data-read-aloud]").textContent.trim());
});

// Another tab wrote the hand with the number of the one that is typed here, or took one back. Whether it was moved.
function moveDraft(from, to) {
  if (from === to) return false;
  const typed = [...new FormData(document.querySelector("[data-hand-form]"))].filter(([name]) => !NOT_TYPED.includes(name));
  try {
    localStorage.setItem(`hand:${to}`, JSON.stringify(typed)); // hand_form.js takes what a draft has
  } catch {
    return false; // storage is forbidden
  }
  return true;
}

// The module of what is below the fold is loaded when that is seen. The part stays when the board is replaced.
const seen = new IntersectionObserver(([{ isIntersecting, target }]) => isIntersecting && import(target.dataset.seenModule).catch(() => {}));
for (const part of document.querySelectorAll("#below")) seen.observe(part);
on("below:shown", importModules);
document.addEventListener("visibilitychange", pollNow);
addEventListener("pageshow", (event) => event.persisted && pollNow());
addEventListener("online", pollNow);
// After Back the browser shows the page as it was loaded: poll at once.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") pollNow();
else schedulePoll();
importModules();
