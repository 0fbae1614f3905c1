// The board of the engine in the phone: judges what is saved and draws boards with it. Loaded once the engine runs, or
// when a line waits.

import { speakLine } from "../board/signals.js";
import { call, isReady } from "../phone/engine.js";
import { append, current, refresh, refreshOld } from "./documents.js";

const ACTIONS = { hand: "score-hand", undo: "undo", redo: "redo", answer: "answer" };

const newKey = () => crypto.randomUUID().replaceAll("-", "");
const board = () => document.getElementById("board");
const codeHere = () => board()?.dataset.key?.split(":")[0];
const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

// What the form at an address writes, in the words of phone/board.py; null if a board does not have that form.
export function actionOf(post) {
  const [, , , name, seat, choice] = post.split("/");
  return name in ACTIONS ? { action: ACTIONS[name], ...(seat && { seat: Number(seat), choice }) } : null;
}

// The engine holds the document that it was given last, with what was written since.
let held = { code: "", log: "" };

const logOf = (entries) => JSON.stringify(entries.map((entry) => entry.slice(0, 3)));

// Ask the engine about a document: it is sent only if the engine does not hold it.
export async function ask(name, match, payload) {
  const log = logOf(match.entries);
  const full = { document: match, ...payload };
  const isHeld = held.code === match.code && held.log === log;
  const brief = { code: match.code, length: match.entries.length, ...payload };
  let answer = await call(name, isHeld ? brief : full);
  if (answer.unknown) answer = await call(name, full);
  held = { code: match.code, log: answer.entry ? logOf([...match.entries, answer.entry]) : log };
  return answer;
}

// What the engine says to a form of the board, as `post` in phone/board.py; null if it cannot judge it: there is no
// document, or the form belongs to another line. `known`: the document, if it is at hand.
export async function judge(post, fields, { isBrief = false, at = new Date().toISOString(), known } = {}) {
  const match = await documentFor(fields, known);
  if (!match) return null;
  const payload = { ...actionOf(post), fields: [...fields], is_brief: isBrief, now: Date.parse(at), csrf_token: token(), key: newKey() };
  return ask("post", match, payload);
}

// The document for a form; null if the form belongs to another line.
async function documentFor(fields, known) {
  const fits = (match) => match?.code === codeHere() && match.entries.length === Number(fields.get("seq"));
  if (fits(known)) return known;
  const match = await current(codeHere());
  return fits(match) ? match : null;
}

// Show totals before there is a board, in place of those `before`.
export function showTotals(totals) {
  before ??= [...totalsOn(document)];
  write(totals);
}

function write(totals) {
  for (const [seat, text] of totals) {
    const total = board()?.querySelector(`.row[data-seat="${seat}"] [data-total]`)?.firstChild;
    if (total && total.data !== text) total.data = text; // another text node would cost the style of the whole board
  }
}

const drawn = new WeakMap(); // the log of a board that was drawn here, and its HTML
const shownLog = (match) => JSON.stringify(match.entries.map(([kind, payload]) => [kind, payload]));

// Show an answer of the engine that has a board.
function showAnswer({ html, title }, log) {
  const page = new DOMParser().parseFromString(`<title>${title}</title>${html}`, "text/html");
  const fresh = page.getElementById("board");
  drawn.set(fresh, { log, html: comparable(fresh) });
  fresh.dataset.drawnHere = digest(log);
  document.dispatchEvent(new CustomEvent("board:drawn", { detail: page }));
}

// Draw the board of a document, unless it is shown.
export async function show(match) {
  const log = shownLog(match);
  if (isLeftOver(log)) drawn.set(board(), { log });
  if (drawn.get(board())?.log === log) return;
  const answer = await ask("draw", match, { csrf_token: token(), key: newKey() });
  if (codeHere() === match.code) showAnswer(answer, log);
}

// A cached page has the board that was drawn here before the page was left. It stays: somebody may be typing.
const isLeftOver = (log) => board().dataset.drawnHere === digest(log) && !drawn.has(board());

// Another log, or that of another match, has hardly ever the same.
function digest(log) {
  let sum = 0;
  for (const letter of codeHere() + log) sum = (Math.imul(sum, 31) + letter.codePointAt(0)) | 0;
  return String(sum);
}

// The form as the server would answer it: with what was typed, and why it was not saved.
export async function showRefusal(post, fields) {
  const log = shownLog(await current(codeHere()));
  const answer = await judge(post, fields);
  showAnswer(answer, log);
  return true;
}

// The server's board is the one that was drawn here: leave it, with the tag of the server's.
export function isSame(fresh) {
  if (drawn.get(board())?.html !== comparable(fresh)) return false;
  for (const name of ["seen", "pulse", "key"]) board().dataset[name] = fresh.dataset[name];
  return true;
}

// The HTML of a board without what differs each time it is drawn.
function comparable(shown) {
  const copy = shown.cloneNode(true);
  for (const name of ["data-seen", "data-since", "data-poll", "data-drawn-here"]) copy.removeAttribute(name);
  for (const input of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=client_key]")) input.setAttribute("value", "");
  return copy.outerHTML.replace(/\s+/g, " ");
}

// The totals on a page of the server, as the engine gives them.
const totalsOn = (page) => new Map([...page.querySelectorAll("#board [data-seat]")].map((row) => [row.dataset.seat, row.querySelector("[data-total]")?.textContent]));

// Compare the totals that were shown with those of the server's board on `page`. If they differ the server counts it,
// and its words are shown with both.
export async function compareTotals(code, shown, page) {
  const counted = totalsOn(page);
  const differing = shown.filter(([seat, text]) => (counted.get(String(seat)) ?? text) !== text);
  if (!differing.length) return;
  const named = (text) => differing.map(([seat, total]) => `${nameOf(page, seat)} ${text(seat, total)}`).join(" · ");
  const fields = { shown: named((_seat, total) => total), counted: named((seat) => counted.get(String(seat))), csrfmiddlewaretoken: token() };
  const answer = await fetch(`/m/${code}/differs/`, { method: "POST", body: new URLSearchParams(fields) });
  if (answer.ok && codeHere() === code) board().querySelector(".said, .below")?.insertAdjacentHTML("afterbegin", await answer.text());
}

const nameOf = (page, seat) => page.querySelector(`#board [data-seat="${seat}"] .name`).textContent;

// On line: the totals at once, and what is sent behind them has the last word.

// In the capture phase, before htmx, but behind the outbox and the guard against a second tap, which listen on the document.
document.body.addEventListener("submit", ({ target }) => showFirst(target).catch(() => {}), { capture: true });

// Show the totals of a form that is being sent. Without an engine they come with the server's board.
async function showFirst(form) {
  const post = form.getAttribute("hx-post");
  if (!isReady() || !post || !actionOf(post)) return;
  const shown = board();
  const fields = new FormData(form);
  if (isPreviewed(fields)) return showExpected(previewed);
  await previewing;
  if (!isPreviewed(fields)) {
    const answer = await judge(post, fields, { isBrief: true, known: prepared });
    if (answer?.status === 200 && board() === shown) showExpected(answer);
  } else if (board() === shown) showExpected(previewed);
}

// A tap before the line said the hand: the engine begins when the finger touches Save, not when it leaves.
document.addEventListener("pointerdown", ({ target }) => {
  const form = target.closest(".save")?.form;
  if (form?.matches("[hx-post]") && isReady() && !isPreviewed(new FormData(form))) preview(form).catch(() => {});
});

// The frame with the totals is painted before htmx sends the form.
const sending = new WeakSet(); // forms that wait for that frame
document.addEventListener("htmx:confirm", (event) => {
  if (!expected || event.target.id !== "record") return;
  event.preventDefault();
  if (sending.has(event.target)) return; // a second tap
  sending.add(event.target);
  setTimeout(() => {
    sending.delete(event.target);
    event.detail.issueRequest(true);
  });
});

function showExpected(answer) {
  expected = answer;
  showTotals(answer.totals);
}

// The time of the tap is not known before.
const textOf = (fields) => JSON.stringify([...fields].filter(([name]) => name !== "happened_at"));
const isPreviewed = (fields) => previewed?.fields === textOf(fields);

let prepared; // the document that the engine holds for the next tap
let previewed; // the answer to the hand that was typed last, with its fields: after a tap nothing need be asked
let previewing; // the promise of that answer
let before = null; // the totals that were replaced
let expected = null; // the answer that was shown

// Nothing was saved, and the form says so.
document.addEventListener("hand:failed", () => {
  write(before ?? []);
  before = null;
});

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id !== "board") return;
  const isNext = board()?.dataset.key === `${codeHere()}:${expected?.seq}` && detail.xhr.status === 200;
  if (isNext) compareTotals(codeHere(), expected.totals, document).catch(() => {});
  if (isNext && expected.entry) append(codeHere(), expected.seq - 1, expected.entry).catch(() => {}); // the signal may go before it is read
  forgetExpected();
});
document.addEventListener("board:shown", forgetExpected);

// Another board is shown: what fails there later has replaced no totals.
function forgetExpected() {
  expected = null;
  before = null;
}

// The line to read aloud while a hand is typed; the server says it where the engine cannot.
document.addEventListener("htmx:confirm", async (event) => {
  if (event.target.id !== "line" || !isReady()) return;
  event.preventDefault();
  const html = await preview(document.getElementById("record")).catch(() => null);
  if (html === null) return event.detail.issueRequest();
  if (!event.target.isConnected || document.querySelector("#record.htmx-request")) return;
  event.target.innerHTML = html;
  speakLine();
});

function preview(form) {
  const asked = askPreview(form);
  previewing = asked.catch(() => {});
  return asked;
}

// The line of a form as HTML; null if the engine cannot help.
async function askPreview(form) {
  const fields = new FormData(form);
  const match = await documentFor(fields, prepared);
  if (!match) return null;
  const answer = await ask("preview", match, { fields: [...fields], now: Date.now() });
  previewed = answer.totals && { ...answer, fields: textOf(fields) };
  return answer.html;
}

// The document of the shown match, and the engine that holds it.
async function getReady() {
  const code = codeHere();
  if (!code || !isReady()) return;
  await refresh(code);
  const match = await current(code);
  prepared = match;
  if (match && board()?.querySelector("[data-hand-form]")) await ask("preview", match, { fields: [] });
}

let idle = 0;
function getReadyWhenIdle() {
  clearTimeout(idle);
  idle = setTimeout(() => getReady().catch(() => {}), 200);
}

document.addEventListener("board:shown", getReadyWhenIdle);
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && getReadyWhenIdle());
getReadyWhenIdle();
refreshOld().catch(() => {});
