// The outbox: the forms that were posted to a match while the server did not answer, or while others wait. Each is a line,
// stored in IndexedDB and sent in the order in which it was typed. It keeps its key, so the server writes it once.
//
// A line: `match` the code, `action` as in phone/board.py ("score-hand", "undo", "correct"...), `post` the address,
// `fields` its pairs of name and value (without seq, client_key, happened_at and the CSRF token, which are added when
// it is sent), `key` the client key, `seq` the number of its entry, `at` the time as ISO text, `told` the line in words,
// `entry` what the engine in the phone made of it, [kind, payload, milliseconds, key]; null if it was not judged here.
// A hand has its `number` and `points` too. `start: true`: the line makes the match itself and has no number; the lines
// of the match wait behind it. It may name the page with its form in `form`, and in `after` another match whose lines
// have to be sent before. `totals` are those that the phone showed after it, [[seat, text]...].
// While it waits: `said` the sentences of a refusal and `next` the number to send it again with, `isEdited`, `isAsked`.
//
// enqueueLine(line)    store a line behind those of its match and send when possible. `seq` counts for the first only: the
//                      others follow it. A line with a stored key is not stored twice. Rejects if the phone cannot store
// enqueue(form, fields)  the same for a form of the board: the engine judges it and draws the board. Where it cannot, a
//                      hand waits with its numbers as typed, and the form is emptied. Whether it waits or was refused
// all()                the waiting lines
// boardOf(line)        the address of its board
// drop, sendAgain, correct   what the user may do with a line
// countGoneWith(line)  how many lines go if it is dropped
// dropMatch(line)      throw away a match that was not started yet, with all its lines
// The page dispatches "hands" when the lines have changed.

import { signalSave, speakLine } from "../board/signals.js";
import { clearForm, typedHand } from "../hand_entry/typed_hand.js";
import { inTransaction, onLost, read as readStored } from "./database.js";
import { current, documentBefore, documentOf, entryOf, forget as forgetDocuments, refresh } from "./documents.js";
import { goneWith, renumbered } from "./line_numbers.js";

const EVERY_MS = 10_000;
const AT_MOST_EVERY_MS = 2000;
const PATIENCE_MS = 15_000;
const JSON_TYPE = "application/json";
const HEADERS = { "HX-Request": "true", Accept: `${JSON_TYPE}, text/html;q=0.9` }; // a refusal is JSON, a board is HTML
const DRAFTS = /^(closer|opponent|close|deadwood_|table_|value_|buys_|melded_|called_)/; // the fields that say what happened
const REASONS = ".trouble p, .trouble li, .error, .errorlist li"; // on a page that refuses

let hands = []; // the waiting lines; those of one match in their order
let known; // the stored document of the match that is shown
let lastAttempt = -AT_MOST_EVERY_MS; // when sending was last tried; performance.now()

const others = new BroadcastChannel("outbox");
const notice = document.getElementById("waiting");
const newKey = () => crypto.randomUUID().replaceAll("-", "");
const board = () => document.getElementById("board");
const codeHere = () => board()?.dataset.key?.split(":")[0];
const of = (match) => hands.filter((hand) => hand.match === match);
export const boardOf = (line) => line.board ?? `/m/${line.match}/`;

// The store

async function read() {
  ({ lines: hands, stored: known } = await readStored(codeHere()));
  show();
}

// The lines of one match are consecutive lines of its log, and stay so when one is removed. `act` takes the lines and
// the stored document; it returns those that are left and the number of the first, `start`.
async function rewrite(match, act) {
  await inTransaction(match, (all, stored, { lines, documents }) => {
    const before = all.filter((line) => line.match === match);
    const { left, start, document } = act(before, stored?.document);
    for (const { id } of before) if (!left.some((line) => line.id === id)) lines.delete(id);
    const places = new Map(left.filter((line) => !line.start).map(({ id }, place) => [before.find((line) => line.id === id)?.seq, start + place]));
    let seq = start;
    for (const line of left) lines.put(line.start ? line : renumbered(line, seq++, places));
    if (document) documents.put({ ...stored, etag: null, document });
  });
  others.postMessage("changed");
}

async function change(match, act) {
  await rewrite(match, act);
  await read();
}

const startOf = (all) => all.find((line) => !line.start)?.seq;

// Change a line; it may be gone by now.
const changeOne = (one, act) =>
  change(one.match, (all) => ({ left: all.map((line) => (line.id === one.id ? { ...line, ...act(line) } : line)), start: startOf(all) }));

// The number of the first line after the user has seen what others wrote meanwhile.
function startAfterReview(all) {
  const first = all.find((line) => !line.start);
  return first?.next ?? first?.seq;
}

// Adding a line

const isHand = (form) => form.matches("[data-hand-form]");

function written(form, fields) {
  const match = codeHere();
  const common = {
    match,
    entry: null,
    board: location.pathname,
    post: form.getAttribute("hx-post"),
    key: fields.get("client_key"),
    seq: Number(fields.get("seq")),
    at: new Date().toISOString(),
  };
  if (!isHand(form)) return { ...common, fields: [...fields].filter(([name]) => name === "target") };
  const { points, text } = typedHand(form);
  return {
    ...common,
    action: "score-hand",
    replaces: edited(match)?.id,
    number: edited(match)?.number ?? board().dataset.hand.split(":")[1],
    fields: [...fields].filter(([name, value]) => value && DRAFTS.test(name)),
    points,
    told: text, // its name in hands that phones stored before
  };
}

// A repeated tap adds no second line. `replaces`: the id of the hand whose numbers were changed.
function withLine(all, { replaces, ...line }) {
  if (all.some(({ key }) => key === line.key)) return { left: all, start: startOf(all) };
  if (!all.some(({ id }) => id === replaces)) return { left: [...all, line], start: startOf(all) ?? line.seq };
  return { left: all.map((one) => (one.id === replaces ? { ...line, id: one.id } : { ...one, totals: null })), start: startAfterReview(all) };
}

function blank(form) {
  clearForm(form, newKey());
  forget(`hand:${board().dataset.hand}`);
}

function forget(draft) {
  try {
    localStorage.removeItem(draft);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

export async function enqueueLine(line) {
  await rewrite(line.match, (all) => withLine(all, line));
  await read();
  send();
}

export async function enqueue(form, fields) {
  const line = written(form, fields);
  const live = await liveBoard();
  const judge = line.replaces ? judgeEdited : async (...asked) => live?.judge(...asked);
  const judged = await judge(line.post, fields, { at: line.at, isBrief: true }).catch(() => null);
  if (judged) return enqueueJudged(live, line, form, fields, judged);
  if (!isHand(form) || !fields.get("closer")) return false;
  await rewrite(line.match, (all) => withLine(all, line));
  blank(form);
  await read();
  await showing;
  speakLine();
  send();
  return true;
}

const edited = (match) => of(match).find((line) => line.isEdited);

// A hand that is edited is judged in its place. Why it is refused is said once it is sent.
async function judgeEdited(post, fields, options) {
  const { match, id, seq } = edited(codeHere());
  fields.set("seq", seq);
  const answer = await (await liveBoard())?.judge(post, fields, { ...options, known: await documentBefore(match, id) });
  return answer?.status === 200 ? answer : null;
}

async function enqueueJudged(live, line, form, fields, { status, entry, totals, told }) {
  if (status !== 200) return live.showRefusal(line.post, fields);
  if (!line.replaces) live.showTotals(totals); // else there are hands behind it
  const { action } = live.actionOf(line.post);
  if (entry) await rewrite(line.match, (all) => withLine(all, { ...line, action, entry, totals, told: line.told ?? told }));
  if (isHand(form)) blank(form);
  signalSave();
  await read();
  send();
  return true;
}

// The engine, if it can help with the match that is shown.
async function liveBoard() {
  if (!(await documentOf(codeHere()).catch(() => null))) return null;
  return import("./live_board.js").catch(() => null);
}

// What the user may do with a waiting hand

// Throw a line away, and those that make no sense without it.
export async function drop(one) {
  await change(one.match, (all) => {
    const gone = goneWith(all, one);
    const left = all.filter(({ id }) => !gone.has(id));
    return { left, start: all[0]?.id === one.id ? startAfterReview(all) : startOf(all) };
  });
  send();
}

// Its hands have no match without the start. A match whose rematch it was has none any more.
export async function dropMatch({ match, after }) {
  if (after) await inTransaction(after, (_lines, stored, { documents }) => stored && documents.put({ ...stored, document: { ...stored.document, rematch: null } }));
  await inTransaction(match, (all, _stored, { lines, documents }) => {
    for (const line of all) if (line.match === match) lines.delete(line.id);
    documents.delete(match);
  });
  others.postMessage("changed");
  await read();
}

// The server wrote a line: its entry belongs to the document from now on. Another tab may have dropped or changed the
// line while it was being sent: a changed one keeps its number, so that the server asks which of the two counts.
const removeSent = (one) =>
  change(one.match, (all, stored) => {
    const left = all.filter(({ id, key, isEdited }) => id !== one.id || key !== one.key || isEdited);
    const isFirstGone = !one.start && left[0]?.id !== all[0]?.id;
    return { left, start: startOf(all) + (isFirstGone ? 1 : 0), document: withEntry(stored, one) };
  });

function withEntry(stored, line) {
  if (!line.entry || stored?.entries.length !== line.seq) return undefined;
  return { ...stored, entries: [...stored.entries, entryOf(line)] };
}

// Send a refused line again, after the lines that others wrote.
export async function sendAgain(one) {
  await change(one.match, (all) => ({
    left: all.map((line) => (line.id === one.id ? { ...line, key: newKey(), said: null, next: null } : line)),
    start: startAfterReview(all),
  }));
  await send();
}

// Put a hand back into the form. It keeps its place in the queue and is not sent until it is saved.
export const correct = (one) => changeOne(one, () => ({ isEdited: true }));

export const all = () => hands;

export const countGoneWith = (one) => goneWith(of(one.match), one).size;

// Sending

async function answer(address, options) {
  const said = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  const version = said.headers.get("X-Reenganche");
  if (!version) throw new Error("not our answer");
  document.dispatchEvent(new CustomEvent("version", { detail: version }));
  if (said.headers.get("Content-Type").startsWith(JSON_TYPE)) return { status: said.status, refusal: await said.json() };
  return { status: said.status, page: new DOMParser().parseFromString(await said.text(), "text/html") };
}

function body(line, token) {
  const own = { seq: line.seq, client_key: line.key, happened_at: line.at, csrfmiddlewaretoken: token };
  return new URLSearchParams([...line.fields, ...Object.entries(own).filter(([, value]) => value !== undefined)]);
}

const keyOn = (page) => page?.getElementById("board")?.dataset.key?.split(":") ?? [];
const codeOn = (page) => keyOn(page)[0];
const seqOn = (page, match) => (codeOn(page) === match ? Number(keyOn(page)[1]) : null);

// The page of an event or a correction that met the line of another phone has the number in its form. Who joins would
// get another seat, and the lines behind name this one.
function seqOfForm(line, page) {
  if (line.post.endsWith("/join/") && of(line.match).length > 1) return null;
  return Number(page?.querySelector("main [name=seq]")?.value ?? NaN) || null;
}

// The server is down, fails or limits the rate: try again later.
const isLater = (status) => status >= 500 || status === 429;

// The CSRF token and the state of the match come with the page of the board; before there is a match, with its form.
async function sendAllOf(match) {
  const [first] = of(match);
  let { status, page } = await answer(first.start ? (first.form ?? first.post) : boardOf(first));
  let token = "";
  while (of(match).length && !isLater(status)) {
    const [line] = of(match);
    if (line.said || line.isEdited) return;
    const asks = line.action === "score-hand" && page.querySelector("[action*='/answer/']") !== null;
    if (asks || line.isAsked) await changeOne(line, () => ({ isAsked: asks }));
    if (asks) return;
    token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? token;
    const reply = await answer(line.post, { method: "POST", headers: HEADERS, body: body(line, token) });
    status = reply.status;
    page = reply.page ?? page;
    await heard(line, reply);
  }
}

async function heard(line, { status, page, refusal }) {
  if (isLater(status)) return;
  const seq = seqOn(page, line.match);
  if (line.start && status === 200 && seq === null && codeOn(page)) return moveTo(codeOn(page), line);
  if (status !== 200 || (seq === null && page?.querySelector(REASONS))) {
    return changeOne(line, () => ({ said: refusal?.reasons ?? reasonsOn(page), next: refusal?.line ?? seq ?? seqOfForm(line, page) }));
  }
  if (seq === null) throw new Error("no board of ours");
  await removeSent(line);
  await showSent(line, page);
  if (line.totals && seq === line.seq + 1) await (await liveBoard())?.compareTotals(line.match, line.totals, page).catch(() => {});
  if (!of(line.match).length) refresh(line.match).catch(() => {});
}

// While lines wait the phone's own board stays, and so does one that the server draws alike.
async function showSent(line, page) {
  if (line.start) navigator.serviceWorker?.controller?.postMessage(boardOf(line));
  if (line.start && of(line.match).length) return;
  if (codeHere() !== line.match) return navigator.serviceWorker?.controller?.postMessage(boardOf(line));
  if (edited(line.match)) return; // it is in the form
  const live = line.entry && (await liveBoard());
  if (live && isDrawnHere() && (of(line.match).length || live.isSame(page.getElementById("board")))) return;
  document.dispatchEvent(new CustomEvent("board:sent", { detail: page.cloneNode(true) }));
}

// The server gave the match another code, or its rematch existed already: everything of the match follows.
async function moveTo(code, { id, match }) {
  await inTransaction(match, (all, stored, { lines, documents }) => {
    for (const line of all.filter((one) => one.match === match)) {
      if (line.id === id) lines.delete(id);
      else lines.put({ ...line, match: code, board: `/m/${code}/`, post: line.post.replace(match, code) });
    }
    for (const line of all.filter(({ after }) => after === match)) {
      lines.put({ ...line, after: code, form: line.form?.replace(match, code), post: line.post.replace(match, code) });
    }
    documents.delete(match);
    if (stored) documents.put({ code, etag: null, document: { ...stored.document, code } });
  });
  others.postMessage("changed");
  await read();
  if (location.pathname.startsWith(`/m/${match}/`)) location.replace(`/m/${code}/`);
  else send();
}

const reasonsOn = (page) => [...new Set([...page.querySelectorAll(REASONS)].map((element) => element.textContent.trim()))];

// The first hand of each match, unless the user has to do something about it.
const ready = () => hands.filter((hand) => hand === of(hand.match)[0] && !hand.said && !hand.isEdited && !of(hand.after).length);

// What is sent may make another match ready: its rematch.
async function sendReady() {
  const tried = new Set();
  for (let next = ready()[0]; next; next = ready().find(({ id }) => !tried.has(id))) {
    tried.add(next.id);
    await sendAllOf(next.match);
  }
}

// Send the queue. A lock lets only one tab do so; without an answer the hands wait for the next attempt.
export async function send() {
  if (!ready().length) return;
  await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    lastAttempt = performance.now();
    try {
      await read();
      await sendReady();
    } catch {
      // No signal: the other matches would fail too.
    }
  });
}

// Showing waiting hands

const original = new WeakMap(); // the content of an element before a waiting hand took its place

function put(place, text, isWaiting) {
  if (!place) return;
  if (!original.has(place)) original.set(place, place.textContent);
  place.textContent = isWaiting ? text : original.get(place);
  place.classList.toggle("waiting", isWaiting);
}

let isLive = false; // whether the board has been drawn with the waiting lines

const isDrawnHere = () => "drawnHere" in board().dataset;

// Draw the board with the waiting lines; where the engine cannot, show the numbers of waiting hands as typed.
async function showOnBoard() {
  if (!board()?.dataset.hand) return;
  isLive = await isDrawn().catch(() => false);
  if (!isLive && document.querySelector("[data-hand-form][hx-post]")) showAsTyped();
  showRefused();
}

// A refused line waits for what the user does about it: why, and the way there.
function showRefused() {
  const refused = of(codeHere()).find((line) => line.said);
  const link = Object.assign(document.createElement("a"), { href: notice.href, textContent: refused?.said.join(" ") });
  if (refused) board().querySelector("[data-read-aloud]")?.replaceChildren(link);
}

async function isDrawn() {
  const live = of(codeHere()).length || isDrawnHere() ? await liveBoard() : null;
  const match = live && (await current(codeHere()));
  if (!live || edited(codeHere()) || (!match && !isDrawnHere())) return false;
  await live.show(match ?? (await documentOf(codeHere())));
  return Boolean(match);
}

function showAsTyped() {
  const waiting = of(codeHere()).filter((line) => line.points);
  const last = waiting.at(-1);
  const edited = waiting.findIndex((hand) => hand.isEdited);
  for (const row of board().querySelectorAll("[data-seat]")) {
    put(row.querySelector("[data-last-points]"), last?.points[row.dataset.seat], Boolean(last));
  }
  showInLine(last);
  moveFormTo(edited < 0 ? waiting.length : edited, waiting[edited]);
}

function showInLine(hand) {
  const line = document.querySelector("[data-preview]");
  if (!line || (!hand && !line.querySelector(".waiting"))) return;
  if (!original.has(line)) original.set(line, [...line.children]);
  if (!hand) return line.replaceChildren(...original.get(line));
  const said = document.createElement("p");
  said.className = "waiting";
  said.textContent = `${notice.dataset.told} ${hand.told}`;
  line.replaceChildren(said);
}

// Set the form to the hand after the waiting ones, or to the waiting hand that is being corrected.
function moveFormTo(ahead, corrected) {
  const { dataset } = board();
  dataset.drawn ??= dataset.hand;
  const [code, number] = dataset.drawn.split(":");
  const here = Number(corrected?.number ?? Number(number) + ahead);
  const hand = `${code}:${here}`;
  const corrects = String(corrected?.id ?? "");
  if (hand === dataset.hand && corrects === (dataset.corrects ?? "")) return;
  Object.assign(dataset, { hand, corrects });
  const title = board().querySelector("[data-heading]");
  title.firstChild.data = title.firstChild.data.replace(/\d+/, here); // the pot may stand behind it
  if (corrected) draft(`hand:${hand}`, corrected.fields);
  if (corrected) document.querySelector("[data-hand-form] [name=seq]").value = corrected.seq; // no preview as if it were the next
  document.dispatchEvent(new Event("hand:moved"));
}

function draft(place, fields) {
  try {
    localStorage.setItem(place, localStorage.getItem(place) ?? JSON.stringify(fields));
  } catch {
    // Storage is full or forbidden: the hand has to be typed again.
  }
}

function show() {
  notice.hidden = !hands.length;
  notice.querySelector("b").textContent = hands.length;
  notice.classList.toggle("asks", hands.some((hand) => hand.said));
  showStarts();
  document.dispatchEvent(new Event("hands"));
  showing = showing.then(showOnBoard).catch(() => {}); // one after another: the engine takes its time
  return showing;
}

let showing = Promise.resolve();

// On the first page, the matches that wait to be started.
function showStarts() {
  const section = document.getElementById("unsent");
  if (!section) return;
  const starts = hands.filter((line) => line.start);
  section.hidden = !starts.length;
  section.querySelector("ul").replaceChildren(...starts.map(itemOf));
}

function itemOf(line) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = boardOf(line);
  link.textContent = line.told;
  item.append(link);
  return item;
}

// Events

// The browser has cleared the database: what this page knows waits on.
onLost(async () => {
  await inTransaction(codeHere() ?? "", (all, stored, { lines, documents }) => {
    for (const hand of hands) if (!all.some(({ id }) => id === hand.id)) lines.put(hand);
    if (known && !stored) documents.put(known);
  });
  await read();
});
await read();

function replaceDefault(event, act) {
  event.preventDefault();
  event.stopImmediatePropagation();
  act();
}

// In the capture phase, before htmx handles the event.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!of(codeHere()).length || !form.matches(isLive ? "#board form[hx-post]" : "#undo, #board [data-hand-form][hx-post]")) return;
    const fields = new FormData(form);
    if (isHand(form) && !fields.get("closer")) return;
    if (isHand(form)) fields.set("client_key", newKey());
    replaceDefault(event, () => isSaving || saveBehind(form, fields));
  },
  true,
);

let isSaving = false; // a second tap writes nothing

// Without the engine an undo takes back the last waiting line.
async function saveBehind(form, fields) {
  isSaving = true;
  const hadEngine = isLive;
  const isSaved = await enqueue(form, fields).catch(() => document.dispatchEvent(new Event("hand:failed")));
  isSaving = false;
  if (isSaved || hadEngine || form.id !== "undo") return;
  const last = of(codeHere()).at(-1);
  if (last) await drop(last);
}

// A newer board of the server, while lines wait on one that was drawn here.
document.addEventListener("board:news", (event) => {
  const match = codeHere();
  if (!of(match).length || !isDrawnHere()) return;
  event.preventDefault();
  board().dataset.seen = event.detail.dataset.seen;
  refresh(match).catch(() => {});
});
document.addEventListener("documents", ({ detail }) => detail === codeHere() && of(detail).length && show());

// An answer to a buy-back is a line of the log: the first waiting hand is for the line after it.
document.addEventListener("htmx:afterOnLoad", async ({ detail }) => {
  const { path, formData } = detail.requestConfig;
  const match = codeHere();
  if (detail.xhr.status !== 200 || !path.includes("/answer/") || !of(match).length) return;
  const line = Number(formData.get("seq"));
  await change(match, (all) => ({ left: all, start: startOf(all) === line ? line + 1 : startOf(all) }));
  send();
});

function sendIfDue() {
  const isTime = performance.now() - lastAttempt > AT_MOST_EVERY_MS;
  if (isTime && !document.hidden && ready().some((hand) => !hand.isAsked)) send();
}

document.addEventListener("board:shown", () => {
  show();
  send();
});
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && show());
document.addEventListener("version", sendIfDue); // the server answered
document.addEventListener("visibilitychange", () => document.hidden || send());
addEventListener("online", () => send());
others.addEventListener("message", read);
if (!("known" in document.documentElement.dataset)) forgetDocuments().catch(() => {});
setInterval(sendIfDue, EVERY_MS);
send();
