// Asks the server for changes of the board while the page is visible, and shows what others wrote. The server answers once
// there is something new, or after some seconds; one that cannot wait answers at once, and is asked again a little later.

import { board, cachePart, emit, fieldsOf, holdPosition, on, parsed, part, parts, totalIn, tryStorage } from "../dom.js";
import { guardTaps, isMoreOpen, isTyping, signalSave } from "./signals.js";

const TIMEOUT_MS = 5000; // beyond the time for which the server was asked to wait
const LONGEST_S = 20; // to wait for news: with the timeouts, a dead line is noticed within 30 s
const SHORTEST_S = 5;
const JSON_TYPE = "application/json";
const FAILURES_BEFORE_WARNING = 2;
const NOT_TYPED = ["seq", "client_key"];

let timer = 0;
let request = /** @type {Poll | null} */ (null);
let seconds = 0; // that the next poll waits: none before the first answer, and after a failure
let longest = LONGEST_S; // less where a proxy cuts lines that are silent for so long
let announcedTag = ""; // of a board that was announced but not shown, because a hand was being typed
let failures = 0;
let { seen: shownTag, key: shownKey } = board().dataset;

// An error page in place of the board has no data-pulse: it stays until the user leaves it.
const mayPoll = () => !document.hidden && Boolean(board()?.dataset.pulse);

// The tag of the newest board that the phone has heard of.
const known = () => (isTyping() && announcedTag) || board().dataset.seen;
const pollMs = () => Number(board().dataset.poll);

function schedulePoll(pause = pollMs()) {
  clearTimeout(timer);
  if (mayPoll()) timer = setTimeout(poll, pause);
}

// A request from before the phone slept may never be answered: start another, which is answered at once.
function pollNow() {
  seconds = 0;
  longest = LONGEST_S;
  pollAnew();
}

function pollAnew() {
  request?.line.abort();
  request = null;
  poll();
}

async function poll() {
  clearTimeout(timer);
  if (request || !mayPoll()) return;
  const own = (request = { seconds, since: performance.now(), shown: known(), line: new AbortController() });
  emit("poll:begins", own);
  const isNew = await fetchBoard(own).catch(() => request === own && fail(own));
  if (request !== own) return;
  request = null;
  schedulePoll(pauseAfter(own, isNew));
}

const waited = (/** @type {Poll} */ { since }) => performance.now() - since; // milliseconds

// The engine has the document by now: let what is written come as entries.
on("document", () => request?.seconds && request.lastEntry === undefined && pollAnew());

// None after news, after the first answer, and when the server has waited. A server that stops, or has too many who wait,
// answers early: not all of them may come back at the same moment.
function pauseAfter(/** @type {Poll} */ own, /** @type {boolean} */ isNew) {
  const ms = waited(own);
  const wasEarly = failures || ms < own.seconds * 800;
  if (isNew || !wasEarly) return 0;
  return ms < pollMs() ? pollMs() - ms : Math.random() * pollMs();
}

// Whether the phone knows a newer board by now. An answer without our version header comes from a hotel's login page or from a proxy.
async function fetchBoard(/** @type {Poll} */ own) {
  const late = setTimeout(() => own.line.abort("late"), own.seconds * 1000 + TIMEOUT_MS);
  const entries = own.lastEntry !== undefined && !isTyping() && { Accept: `${JSON_TYPE}, text/html;q=0.5`, "X-Last-Entry": own.lastEntry };
  const headers = { "If-None-Match": `"${own.shown}"`, ...(own.seconds && { Prefer: `wait=${own.seconds}` }), ...entries };
  const answer = await fetch(board().dataset.pulse, { headers, cache: "no-store", signal: own.line.signal });
  const { status } = answer;
  const said = answer.headers.get("Content-Type")?.startsWith(JSON_TYPE) ? await answer.json() : null;
  const page = parsed(status === 200 && !said ? await answer.text() : "");
  clearTimeout(late);
  const version = answer.headers.get("X-Reenganche");
  const fresh = part("#board", page);
  if (request !== own || !mayPoll()) return false; // an error page that replaced the board meanwhile stays
  if (!version || (status !== 304 && !fresh && !said && status !== 404)) return fail(own);
  failures = 0;
  seconds = longest;
  part("#lost").hidden = true;
  emit("version", version);
  if (status === 404) leaveBoard();
  if (fresh) show(page, fresh);
  if (said) await hear(said);
  return own.shown !== known();
}

// A line that is cut while it waits, by a proxy or because the server starts anew, is no failure yet: the next poll,
// which is answered at once, will tell.
function fail(/** @type {Poll} */ own) {
  seconds = 0;
  if (own.seconds && own.line.signal.reason !== "late") longest = Math.max(SHORTEST_S, longest / 2);
  else failures += 1;
  if (failures >= FAILURES_BEFORE_WARNING) part("#lost").hidden = false;
  return false;
}

function leaveBoard() {
  if (isSaving()) return; // its answer will say the same, and show what was typed
  if (!isTyping()) return emit("board:gone") && location.reload();
  showNews(board().dataset.gone);
  delete board().dataset.pulse;
}

// What this phone is saving will replace the board. The preview of a hand replaces nothing.
const isSaving = () => Boolean(part(".htmx-request:not([data-preview]), #board [aria-busy]"));

// The entries behind the last that this phone has: the engine draws them.
async function hear(/** @type {Entries} */ news) {
  if (isSaving() || versionOf(news.seen) <= versionOf(known())) return;
  if (isTyping()) return announce(news.seen, news.since);
  emit("board:entries", news);
  await news.drawn;
}

const versionOf = (tag = "") => Number.parseInt(tag, 10);

// A poll may be answered after this phone has saved something: the board is older then.
function show(/** @type {Document} */ page, /** @type {Part} */ fresh) {
  const tag = fresh.dataset.seen;
  const shown = board().dataset.seen;
  if (isSaving() || tag === shown || versionOf(tag) < versionOf(shown)) return;
  if (!emit("board:news", fresh)) return; // lines wait: they are drawn on what the server has
  if (isTyping()) return announce(tag, fresh.dataset.since);
  // A phone that may write from now on needs scripts that a page for watching leaves out.
  if (part("[data-hand-form]", fresh) && !window.htmx) return location.reload();
  swap(page, fresh);
}

// The board stays, and a message says what others wrote. A hand that got no answer may be what is new: the answer to its next
// try tells.
function announce(/** @type {string} */ tag, since = "") {
  if (announcedTag === tag) return;
  announcedTag = tag;
  if (since && !part("[data-unanswered]")) showNews(since);
  emit("board:announced");
}

function swap(/** @type {Document} */ page, /** @type {Part} */ fresh) {
  document.title = page.title;
  const old = board();
  const openDetails = parts("details", old).map(({ open }) => open);
  for (const [index, details] of parts("details", fresh).entries()) details.open = openDetails[index] ?? details.open;
  const hadFocus = old.contains(document.activeElement);
  const hadMore = isMoreOpen();
  keepPosition(() => {
    keepBelow(old, fresh);
    old.replaceWith(fresh);
  });
  if (hadMore) part("#mas")?.showPopover();
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
  const before = new Map(parts("[data-seat]", old).map((row) => [row.dataset.seat, totalOf(row)]));
  for (const row of parts("[data-seat]", fresh)) row.classList.toggle("changed", before.get(row.dataset.seat) !== totalOf(row));
}

// A new board keeps the scroll position of whoever reads below it. Hands are added at the top of the sheet, so the
// bottom of a section is what stays in place. A section that only peeks out below the board is not read.
const bottom = (/** @type {Part} */ section) => section.getBoundingClientRect().bottom;
const isRead = (/** @type {Part} */ section) => section.getBoundingClientRect().top < 0.75 * innerHeight;

function readingPosition() {
  const read = parts("#links, #below > [id]").find((section) => bottom(section) >= innerHeight / 2);
  return scrollY > 0 && read && isRead(read) ? { id: read.id, bottom: bottom(read) } : null;
}

export function keepPosition(/** @type {() => void} */ change) {
  const position = readingPosition();
  const keepPosition = holdPosition();
  change();
  keepPosition();
  const section = position && part(`#${position.id}`);
  if (section) scrollBy(0, bottom(section) - position.bottom);
}

// Right after the swap: htmx settles it some time later.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && board() && guardTaps());

// Whether this phone or another one saved.
on("board:shown", () => {
  storeBoard().catch(() => {}); // storage is forbidden or full
  const tag = board()?.dataset.seen;
  if (!tag) return clearTimeout(timer); // an error page stands in place of the board
  if (request && request.shown !== tag) pollAnew(); // it would be told of what is shown already
  else schedulePoll();
  if (versionOf(tag) > versionOf(shownTag)) signalSave();
  shownTag = tag;
  announcedTag = "";
  showWritten();
});

// What only some boards need. A module that is imported again does not run again, but listens for new boards.
const importModules = () => Promise.all(parts("[data-module]").map(({ dataset }) => import(dataset.module).catch(() => {})));

// A board may come again, and the one that was loaded with the page is no news.
async function showWritten() {
  const { key } = board().dataset;
  const isNews = key !== shownKey;
  shownKey = key;
  await importModules(); // they hear it too
  if (isNews && board()?.dataset.key === key) emit("board:written");
}

export const storeBoard = () => cachePart(location.pathname, board().cloneNode(true), document.title);

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

// What is below the fold is marked while it is in view, and loaded by its module. The part stays when the board is replaced.
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    target.toggleAttribute("data-in-view", isIntersecting);
    if (isIntersecting) import(/** @type {Part} */ (target).dataset.seenModule).then(({ load }) => load()).catch(() => {});
  }
});
const watchBelow = () => parts("#below").forEach((part) => observer.observe(part));
on("board:shown", watchBelow);
watchBelow();
on("below:shown", importModules);
document.addEventListener("visibilitychange", pollNow);
addEventListener("pageshow", (event) => event.persisted && pollNow());
addEventListener("online", pollNow);
// After Back the browser shows the page as it was loaded: poll at once.
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
if (loaded?.type === "back_forward") pollNow();
else schedulePoll();
importModules();
