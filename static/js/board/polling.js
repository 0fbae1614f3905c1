// Polls the server for changes of the board while the page is visible, and shows what others wrote. No connection
// stays open, so that sleep, lost signal and a restarted server need no special handling.

import "../offline/connection.js";
import { board, emit, fieldsOf, on, parsed, part, parts, totalIn, tryStorage } from "../dom.js";
import { guardTaps, isTyping, signalSave } from "./signals.js";

const POLL_MS = 1500; // for boards of older versions, which have no data-poll
const TIMEOUT_MS = 5000;
const FAILURES_BEFORE_WARNING = 2;
const NOT_TYPED = ["seq", "client_key"];
const FRESH_MS = 6000; // on the big board, what another phone has just written is shown large

let timer = 0;
let request = /** @type {object | null} */ (null); // the poll under way
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
  request = null;
  poll();
}

async function poll() {
  clearTimeout(timer);
  if (request || !mayPoll()) return;
  const own = (request = {});
  await fetchBoard(own).catch(() => request === own && countFailure());
  if (request !== own) return;
  request = null;
  schedulePoll();
}

// An answer without our version header comes from a hotel's login page or from a proxy.
async function fetchBoard(/** @type {object} */ own) {
  const tag = (isTyping() && announcedTag) || board().dataset.seen;
  const options = { headers: { "If-None-Match": `"${tag}"` }, cache: /** @type {const} */ ("no-store"), signal: AbortSignal.timeout(TIMEOUT_MS) };
  const answer = await fetch(board().dataset.pulse, options);
  const { status } = answer;
  const page = parsed(status === 200 ? await answer.text() : "");
  const version = answer.headers.get("X-Reenganche");
  const fresh = part("#board", page);
  if (request !== own || !mayPoll()) return; // an error page that replaced the board meanwhile stays
  if (!version || (status !== 304 && !fresh && status !== 404)) return countFailure();
  failures = 0;
  part("#lost").hidden = true;
  emit("version", version);
  if (status === 404) return leaveBoard();
  if (fresh) show(page, fresh);
}

function countFailure() {
  failures += 1;
  if (failures >= FAILURES_BEFORE_WARNING) part("#lost").hidden = false;
}

function leaveBoard() {
  if (isSaving()) return; // its answer will say the same, and show what was typed
  if (!isTyping()) return location.reload();
  showNews(board().dataset.gone);
  delete board().dataset.pulse;
}

// What this phone is saving will replace the board. The preview of a hand replaces nothing.
const isSaving = () => Boolean(part(".htmx-request:not([data-preview]), #board [aria-busy]"));

const versionOf = (tag = "") => Number.parseInt(tag, 10);

// A poll may be answered after this phone has saved something: the board is older then.
function show(/** @type {Document} */ page, /** @type {Part} */ fresh) {
  const [tag, shown] = [fresh.dataset.seen, board().dataset.seen];
  if (isSaving() || tag === shown || versionOf(tag) < versionOf(shown)) return;
  if (!emit("board:news", fresh)) return; // lines wait: they are drawn on what the server has
  if (isTyping()) {
    // The board stays, and a message says what others wrote.
    if (announcedTag !== tag && fresh.dataset.since) showNews(fresh.dataset.since);
    announcedTag = tag;
    return;
  }
  // A phone that may write from now on needs scripts that a page for watching leaves out.
  if (part("[data-hand-form]", fresh) && !window.htmx) return location.reload();
  swap(page, fresh);
}

function swap(/** @type {Document} */ page, /** @type {Part} */ fresh) {
  document.title = page.title;
  const old = board();
  const openDetails = parts("details", old).map(({ open }) => open);
  for (const [place, details] of parts("details", fresh).entries()) details.open = openDetails[place] ?? details.open;
  const hadFocus = old.contains(document.activeElement);
  keepPosition(() => {
    keepBelow(old, fresh);
    old.replaceWith(fresh);
  });
  guardTaps();
  markChanges(old, fresh);
  window.htmx?.process(fresh);
  emit("board:shown", { hadFocus });
}

// What is below the fold stays until below.js has loaded it anew. htmx does the same by hx-preserve.
function keepBelow(/** @type {Part} */ old, /** @type {Part} */ fresh) {
  const shown = part("#below", old);
  if (shown) part("#below", fresh)?.replaceWith(shown);
}

function showNews(text = "") {
  const news = part("[data-news]");
  if (!news) return;
  part("[data-news-text]", news).textContent = text;
  news.hidden = false;
  signalSave();
}

const totalOf = (/** @type {Part} */ row) => totalIn(row)?.textContent;

function markChanges(/** @type {Part} */ old, /** @type {Part} */ fresh) {
  const line = part("[data-read-aloud]:not(:has(.hint))", fresh);
  line?.classList.add("fresh");
  setTimeout(() => line?.classList.remove("fresh"), FRESH_MS);
  const before = new Map(parts("[data-seat]", old).map((row) => [row.dataset.seat, totalOf(row)]));
  for (const row of parts("[data-seat]", fresh)) row.classList.toggle("changed", before.get(row.dataset.seat) !== totalOf(row));
}

// A new board keeps the scroll position of whoever reads below it. Hands are added at the top of the sheet, so the
// bottom of a section is what stays in place.
const bottom = (/** @type {Part} */ section) => section.getBoundingClientRect().bottom;

function readingPosition() {
  const read = parts("#links, #below > [id]").find((section) => bottom(section) >= innerHeight / 2);
  return scrollY > 0 && read ? { id: read.id, bottom: bottom(read) } : null;
}

export function keepPosition(/** @type {() => void} */ change) {
  const position = readingPosition();
  change();
  const section = position && part(`#${position.id}`);
  if (section) scrollBy(0, bottom(section) - position.bottom);
}

// Right after the swap: htmx settles it some time later.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && board() && guardTaps());

// Whether this phone or another one saved.
on("board:shown", () => {
  storeBoard().catch(() => {}); // storage is forbidden or full
  schedulePoll(); // not while an error page stands in place of the board
  const tag = board()?.dataset.seen;
  if (!tag) return;
  if (versionOf(tag) > versionOf(shownTag)) signalSave();
  shownTag = tag;
  announcedTag = "";
  board().dataset.arrived = ""; // and was not loaded with the page
  importModules();
});

// What only some boards need. A module that is imported again does not run again, but listens for new boards.
const importModules = () => parts("[data-module]").forEach(({ dataset }) => import(dataset.module).catch(() => {}));

// Put the board as it is shown now into the cached page, which opens without a signal.
export async function storeBoard() {
  const shown = board().cloneNode(true);
  // Marks of the moment.
  for (const button of parts("[aria-disabled]", shown)) button.removeAttribute("aria-disabled");
  for (const marked of parts(".changed, .fresh, .called", shown)) marked.classList.remove("changed", "fresh", "called");
  const pages = (await caches.keys()).find((name) => name.startsWith("pages "));
  const cache = await caches.open(pages ?? "");
  const cached = await cache.match(location.pathname);
  if (!cached || part(".trouble, .error", shown)) return;
  const page = parsed(await cached.text());
  page.title = document.title;
  part("#board", page).replaceWith(shown);
  const headers = new Headers(cached.headers);
  headers.set("X-Kept", String(Date.now()));
  await cache.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

// The engine in the phone drew the board.
on("board:drawn", (page) => {
  if (!board()) return;
  const fresh = part("#board", page);
  const isMoved = isTyping() && moveDraft(board().dataset.hand, fresh.dataset.hand);
  swap(page, fresh);
  if (isMoved) showNews(part("[data-read-aloud]").textContent.trim());
});

// Another tab wrote the hand with the number of the one that is typed here, or took one back. Whether it was moved.
// The draft is read from the form: the other tab removes those of older hands.
const moveDraft = (from = "", to = "") => from !== to && tryStorage(() => {
  const typed = fieldsOf(part("form[data-hand-form]")).filter(([name]) => !NOT_TYPED.includes(name));
  localStorage.setItem(`hand:${to}`, JSON.stringify(typed)); // hand_form.js restores it
  return true;
}, false);

// The module of what is below the fold is loaded when that is seen. The part stays when the board is replaced.
const seen = new IntersectionObserver(([{ isIntersecting, target }]) => isIntersecting && import(/** @type {Part} */ (target).dataset.seenModule).catch(() => {}));
parts("#below").forEach((part) => seen.observe(part));
on("below:shown", importModules);
document.addEventListener("visibilitychange", pollNow);
addEventListener("pageshow", (event) => event.persisted && pollNow());
addEventListener("online", pollNow);
// After Back the browser shows the page as it was loaded: poll at once.
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
if (loaded?.type === "back_forward") pollNow();
else schedulePoll();
importModules();
