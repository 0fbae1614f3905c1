// The queue of hands that were saved while the server did not answer. It is stored in IndexedDB and sent in the order
// in which the hands were typed; each hand keeps its key, so that the server stores it once. A waiting hand is shown
// with its numbers as typed, without totals: no rule of the game is known here.

import { speakLine } from "../board/signals.js";
import { clearForm, typedHand } from "../hand_entry/typed_hand.js";

const EVERY_MS = 10_000;
const AT_MOST_EVERY_MS = 2000;
const PATIENCE_MS = 15_000;
const JSON_TYPE = "application/json";
const HEADERS = { "HX-Request": "true", Accept: `${JSON_TYPE}, text/html;q=0.9` }; // a refusal is JSON, a board is HTML
const DRAFTS = /^(closer|opponent|close|deadwood_|table_|value_|buys_|melded_|called_)/; // the fields that say what happened

let hands = []; // the waiting hands; those of one match in their order
let lastAttempt = -AT_MOST_EVERY_MS; // when sending was last tried; performance.now()

const others = new BroadcastChannel("outbox");
const notice = document.getElementById("waiting");
const newKey = () => crypto.randomUUID().replaceAll("-", "");
const board = () => document.getElementById("board");
const codeHere = () => board()?.dataset.key?.split(":")[0];
const of = (match) => hands.filter((hand) => hand.match === match);

// The store

let database = null;

function opened() {
  database ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("outbox", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return database;
}

// WebKit keeps a transaction open whose page is left before its next step, and every later transaction waits for it,
// on all pages. So each is committed as soon as its last request is made, and one that waits for its page is aborted.
const unfinished = new Set();
addEventListener("pagehide", () => unfinished.forEach((work) => work.abort()));

function ended(work) {
  return new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });
}

// Run `act` on all stored hands in one transaction.
async function inTransaction(act) {
  const work = (await opened()).transaction("hands", "readwrite", { durability: "strict" });
  const store = work.objectStore("hands");
  unfinished.add(work);
  store.getAll().onsuccess = ({ target }) => {
    unfinished.delete(work);
    try {
      act(target.result, store);
      work.commit();
    } catch {
      work.abort(); // a full disk
    }
  };
  await ended(work);
}

async function read() {
  const work = (await opened()).transaction("hands");
  const stored = work.objectStore("hands").getAll();
  work.commit();
  await ended(work);
  hands = stored.result;
  show();
}

// The hands of one match are consecutive lines of its log, and stay so when one is removed. `act` takes the hands and
// returns those that are left and the number of the first line, `start`.
async function rewrite(match, act) {
  await inTransaction((all, store) => {
    const before = all.filter((hand) => hand.match === match);
    const { left, start } = act(before);
    for (const { id } of before) if (!left.some((hand) => hand.id === id)) store.delete(id);
    for (const [place, hand] of left.entries()) store.put({ ...hand, seq: start + place });
  });
  others.postMessage("changed");
}

async function change(match, act) {
  await rewrite(match, act);
  await read();
}

// Change a hand; it may be gone by now.
const changeOne = (one, act) =>
  change(one.match, (all) => ({ left: all.map((hand) => (hand.id === one.id ? { ...hand, ...act(hand) } : hand)), start: all[0]?.seq }));

// The line of a hand after the user has seen what others wrote meanwhile.
const lineAfterReview = (hand) => hand.next ?? hand.seq;

// Adding a hand

function written(form, fields) {
  const [match, number] = board().dataset.hand.split(":");
  const { points, text } = typedHand(form);
  return {
    match,
    number,
    board: location.pathname,
    post: form.getAttribute("hx-post"),
    fields: [...fields].filter(([name, value]) => value && DRAFTS.test(name)),
    key: fields.get("client_key"),
    seq: Number(fields.get("seq")),
    at: new Date().toISOString(),
    points,
    told: text, // its name in hands that phones stored before
  };
}

// A repeated tap adds no second hand.
function withHand(all, hand) {
  if (all.some(({ key }) => key === hand.key)) return { left: all, start: all[0].seq };
  const corrected = all.find((one) => one.isEdited);
  if (!corrected) return { left: [...all, hand], start: (all[0] ?? hand).seq };
  const { id } = corrected;
  return { left: all.map((one) => (one.id === id ? { ...hand, id } : one)), start: lineAfterReview(all[0]) };
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

// Put the hand of the form into the queue and empty the form for the next hand.
export async function enqueue(form, fields) {
  const hand = written(form, fields);
  await rewrite(hand.match, (all) => withHand(all, hand));
  blank(form);
  await read();
  speakLine();
  send();
}

// What the user may do with a waiting hand

export const drop = (one) =>
  change(one.match, (all) => {
    const left = all.filter(({ id }) => id !== one.id);
    return { left, start: left.length && all[0].id === one.id ? lineAfterReview(all[0]) : all[0]?.seq };
  });

const removeSent = (one) =>
  change(one.match, (all) => {
    const wasFirst = all[0]?.id === one.id; // it may have been dropped while it was being sent
    return { left: all.filter(({ id }) => id !== one.id), start: all[0]?.seq + (wasFirst ? 1 : 0) };
  });

// Send a refused hand again, after the lines that others wrote.
export async function sendAgain(one) {
  await change(one.match, (all) => ({
    left: all.map((hand) => (hand.id === one.id ? { ...hand, key: newKey(), said: null, next: null } : hand)),
    start: lineAfterReview(all[0]),
  }));
  await send();
}

// Put a hand back into the form. It keeps its place in the queue and is not sent until it is saved.
export const correct = (one) => changeOne(one, () => ({ isEdited: true }));

export const all = () => hands;

// Sending

async function answer(address, options) {
  const said = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  const version = said.headers.get("X-Reenganche");
  if (!version) throw new Error("not our answer");
  document.dispatchEvent(new CustomEvent("version", { detail: version }));
  if (said.headers.get("Content-Type").startsWith(JSON_TYPE)) return { status: said.status, refusal: await said.json() };
  return { status: said.status, page: new DOMParser().parseFromString(await said.text(), "text/html") };
}

function body(hand, token) {
  const own = { seq: hand.seq, client_key: hand.key, happened_at: hand.at, csrfmiddlewaretoken: token };
  return new URLSearchParams([...hand.fields, ...Object.entries(own)]);
}

const lineOf = (page, match) => {
  const [code, seq] = page.getElementById("board")?.dataset.key?.split(":") ?? [];
  return code === match ? Number(seq) : null;
};

// The server is down, fails or limits the rate: try again later.
const isLater = (status) => status >= 500 || status === 429;

// The CSRF token and the state of the match come with the page of the board.
async function sendAllOf(match) {
  let { status, page } = await answer(of(match)[0].board);
  let token = "";
  while (of(match).length && !isLater(status)) {
    const [hand] = of(match);
    if (hand.said || hand.isEdited) return;
    const asks = page.querySelector("[action*='/answer/']") !== null;
    if (asks || hand.isAsked) await changeOne(hand, () => ({ isAsked: asks }));
    if (asks) return;
    token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? token;
    const reply = await answer(hand.post, { method: "POST", headers: HEADERS, body: body(hand, token) });
    status = reply.status;
    page = reply.page ?? page;
    await heard(hand, reply);
  }
}

async function heard(hand, { status, page, refusal }) {
  if (isLater(status)) return;
  if (status !== 200) return changeOne(hand, () => ({ said: refusal?.reasons ?? [], next: refusal?.line ?? null }));
  if (lineOf(page, hand.match) === null) throw new Error("no board of ours");
  await removeSent(hand);
  if (codeHere() === hand.match) document.dispatchEvent(new CustomEvent("board:sent", { detail: page.cloneNode(true) }));
  else navigator.serviceWorker?.controller?.postMessage(hand.board);
}

// The first hand of each match, unless the user has to do something about it.
const ready = () => hands.filter((hand) => hand === of(hand.match)[0] && !hand.said && !hand.isEdited);

// Send the queue. A lock lets only one tab do so; without an answer the hands wait for the next attempt.
export async function send() {
  if (!ready().length) return;
  await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    lastAttempt = performance.now();
    try {
      await read();
      for (const { match } of ready()) await sendAllOf(match);
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

function showOnBoard() {
  if (!board()?.dataset.hand || !document.querySelector("[data-hand-form][hx-post]")) return;
  const waiting = of(codeHere());
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
  const hand = `${code}:${Number(number) + ahead}`;
  const corrects = String(corrected?.id ?? "");
  if (hand === dataset.hand && corrects === (dataset.corrects ?? "")) return;
  Object.assign(dataset, { hand, corrects });
  const title = board().querySelector("[data-heading]");
  title.textContent = title.textContent.replace(/\d+/, Number(number) + ahead);
  if (corrected) draft(`hand:${hand}`, corrected.fields);
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
  showOnBoard();
  document.dispatchEvent(new Event("hands"));
}

// Events

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
    const waiting = of(codeHere());
    if (!waiting.length) return;
    if (form.id === "undo") return replaceDefault(event, () => drop(waiting.at(-1)));
    const fields = new FormData(form);
    if (!form.matches("[data-hand-form][hx-post]") || !fields.get("closer")) return;
    fields.set("client_key", newKey());
    replaceDefault(event, () => enqueue(form, fields));
  },
  true,
);

// An answer to a buy-back is a line of the log: the first waiting hand is for the line after it.
document.addEventListener("htmx:afterOnLoad", async ({ detail }) => {
  const { path, formData } = detail.requestConfig;
  const match = codeHere();
  if (detail.xhr.status !== 200 || !path.includes("/answer/") || !of(match).length) return;
  const line = Number(formData.get("seq"));
  await change(match, (all) => ({ left: all, start: all[0]?.seq === line ? line + 1 : all[0]?.seq }));
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
setInterval(sendIfDue, EVERY_MS);
send();
