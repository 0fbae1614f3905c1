// Hands that were written without a signal. They wait on this phone, survive it, and go up by themselves: in the
// order in which they were written, and once, for each keeps its key. No rule of the game: what is shown of a hand
// that waits are its numbers as typed, and no total.

import { speakTheLine } from "../board/speak.js";

const EVERY_MS = 10_000;
const AT_MOST_EVERY_MS = 2000;
const PATIENCE_MS = 15_000;
const JSON_TYPE = "application/json";
const HEADERS = { "HX-Request": "true", Accept: `${JSON_TYPE}, text/html;q=0.9` }; // a refusal is JSON, a board is HTML
const DRAFTS = /^(closer|close|deadwood_|table_|value_|buys_|melded_|called_)/; // the fields that say what happened

let hands = []; // all that wait, those of a match in their order
let tried = -AT_MOST_EVERY_MS; // when it was last asked whether there is a signal

const others = new BroadcastChannel("outbox");
const notice = document.getElementById("waiting");
const newKey = () => crypto.randomUUID().replaceAll("-", "");
const board = () => document.getElementById("board");
const codeHere = () => board()?.dataset.key?.split(":")[0];
const of = (match) => hands.filter((hand) => hand.match === match);

// What is kept

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

// Do something with all that is kept, whole or not at all.
async function atOnce(act) {
  const work = (await opened()).transaction("hands", "readwrite", { durability: "strict" });
  const store = work.objectStore("hands");
  store.getAll().onsuccess = ({ target }) => {
    try {
      act(target.result, store);
    } catch {
      work.abort(); // a full disk
    }
  };
  await new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });
}

async function read() {
  await atOnce((all) => (hands = all));
  show();
}

// The hands of one match are lines that follow each other, and stay so whatever becomes of one of them. `act` takes
// them and gives those that are left; the first is for line `start`.
async function rewrite(match, act) {
  await atOnce((all, store) => {
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

// Change one hand that may be gone by now.
const changeOne = (one, act) =>
  change(one.match, (all) => ({ left: all.map((hand) => (hand.id === one.id ? { ...hand, ...act(hand) } : hand)), start: all[0]?.seq }));

// The line that a hand is for once somebody has seen what others wrote meanwhile.
const seen = (hand) => hand.next ?? hand.seq;

// Writing

const text = (cell) => `${cell.parentElement.querySelector("small")?.textContent ?? ""} ${cell.value}`.trim();

// What was typed for a row, in the form's own words.
function typed(row) {
  const closes = row.querySelector("[name=closer]:checked");
  const chip = closes && board().querySelector(".chip:has(:checked) label");
  const cells = [...row.querySelectorAll("input[type=text]")].filter((cell) => cell.value.trim());
  const melded = row.querySelector(".melded:has(:checked)")?.textContent.trim();
  return [closes && "✓", chip?.textContent, ...cells.map(text), melded].filter(Boolean).join(" ");
}

function written(form, fields) {
  const [match, number] = board().dataset.hand.split(":");
  const rows = [...form.querySelectorAll(".row[data-seat]")].map((row) => [row.dataset.seat, row.querySelector(".name").textContent, typed(row)]);
  const nobody = form.querySelector("#closer-nobody:checked + label")?.textContent;
  return {
    match,
    number,
    board: location.pathname,
    post: form.getAttribute("hx-post"),
    fields: [...fields].filter(([name, value]) => value && DRAFTS.test(name)),
    key: fields.get("client_key"),
    seq: Number(fields.get("seq")),
    at: new Date().toISOString(),
    points: Object.fromEntries(rows.map(([seat, , points]) => [seat, points])),
    told: [nobody, ...rows.filter(([, , points]) => points).map(([, name, points]) => `${name} ${points}`)].filter(Boolean).join(" · "),
  };
}

// A tap that was counted twice is one hand.
function withOneMore(all, hand) {
  if (all.some(({ key }) => key === hand.key)) return { left: all, start: all[0].seq };
  const corrected = all.find((one) => one.isEdited);
  if (!corrected) return { left: [...all, hand], start: (all[0] ?? hand).seq };
  const { id } = corrected;
  return { left: all.map((one) => (one.id === id ? { ...hand, id } : one)), start: seen(all[0]) };
}

function blank(form) {
  for (const input of form.querySelectorAll("[type=radio], [type=checkbox]")) input.checked = false;
  for (const input of form.querySelectorAll("[type=text]")) input.value = "";
  for (const said of form.querySelectorAll(".clash-panel, .trouble")) said.remove();
  form.querySelector("[name=client_key]").value = newKey();
  forget(`hand:${board().dataset.hand}`);
}

function forget(draft) {
  try {
    localStorage.removeItem(draft);
  } catch {
    // Then nothing was kept there.
  }
}

// The hand in the form waits from now on, and the form is for the next.
export async function keep(form, fields) {
  const hand = written(form, fields);
  await rewrite(hand.match, (all) => withOneMore(all, hand));
  blank(form);
  await read();
  speakTheLine();
  send();
}

// What may be done with a hand that waits

export const drop = (one) =>
  change(one.match, (all) => {
    const left = all.filter(({ id }) => id !== one.id);
    return { left, start: left.length && all[0].id === one.id ? seen(all[0]) : all[0]?.seq };
  });

const sent = (one) =>
  change(one.match, (all) => {
    const wasFirst = all[0]?.id === one.id; // it may have been dropped while it was under way
    return { left: all.filter(({ id }) => id !== one.id), start: all[0]?.seq + (wasFirst ? 1 : 0) };
  });

// As it is, after what others wrote.
export async function sendAgain(one) {
  await change(one.match, (all) => ({
    left: all.map((hand) => (hand.id === one.id ? { ...hand, key: newKey(), said: null, next: null } : hand)),
    start: seen(all[0]),
  }));
  await send();
}

// Its numbers go back into the form of its board; until they are saved it keeps its place and is not sent.
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

// Away, ailing or asked too often: what waits goes up another time.
const isLater = (status) => status >= 500 || status === 429;

// A token that is fresh, and how the match stands, come with its page.
async function sendAllOf(match) {
  let { status, page } = await answer(of(match)[0].board);
  let token = "";
  while (of(match).length && !isLater(status)) {
    const [hand] = of(match);
    if (hand.said || hand.isEdited) return;
    const asks = page.querySelector(".ask") !== null;
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
  await sent(hand);
  if (codeHere() === hand.match) document.dispatchEvent(new CustomEvent("board:sent", { detail: page.cloneNode(true) }));
  else navigator.serviceWorker?.controller?.postMessage(hand.board);
}

// The first of each match, where nobody has to do something about it.
const ready = () => hands.filter((hand) => hand === of(hand.match)[0] && !hand.said && !hand.isEdited);

// One tab sends for all. What has no answer waits for the next time.
export async function send() {
  if (!ready().length) return;
  await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tried = performance.now();
    try {
      await read();
      for (const { match } of ready()) await sendAllOf(match);
    } catch {
      // Without a signal there is none for the other matches either.
    }
  });
}

// What is shown

const drawn = new WeakMap(); // what stood there before something that waits took its place

function put(place, text, isWaiting) {
  if (!place) return;
  if (!drawn.has(place)) drawn.set(place, place.textContent);
  place.textContent = isWaiting ? text : drawn.get(place);
  place.classList.toggle("waiting", isWaiting);
}

function showOnBoard() {
  if (!board()?.dataset.hand || !document.querySelector("#record[hx-post]")) return;
  const waiting = of(codeHere());
  const last = waiting.at(-1);
  const edited = waiting.findIndex((hand) => hand.isEdited);
  for (const row of board().querySelectorAll(".row[data-seat]")) {
    put(row.querySelector(".last"), last?.points[row.dataset.seat], Boolean(last));
  }
  showInLine(last);
  moveTo(edited < 0 ? waiting.length : edited, waiting[edited]);
}

function showInLine(hand) {
  const line = document.getElementById("line");
  if (!line || (!hand && !line.querySelector(".waiting"))) return;
  if (!drawn.has(line)) drawn.set(line, [...line.children]);
  if (!hand) return line.replaceChildren(...drawn.get(line));
  const said = document.createElement("p");
  said.className = "waiting";
  said.textContent = `${notice.dataset.told} ${hand.told}`;
  line.replaceChildren(said);
}

// The form is for the hand after those that wait, or for the one among them that is corrected.
function moveTo(ahead, corrected) {
  const { dataset } = board();
  dataset.drawn ??= dataset.hand;
  const [code, number] = dataset.drawn.split(":");
  const hand = `${code}:${Number(number) + ahead}`;
  const corrects = String(corrected?.id ?? "");
  if (hand === dataset.hand && corrects === (dataset.corrects ?? "")) return;
  Object.assign(dataset, { hand, corrects });
  const title = board().querySelector("h1");
  title.textContent = title.textContent.replace(/\d+/, Number(number) + ahead);
  if (corrected) draft(`hand:${hand}`, corrected.fields);
  document.dispatchEvent(new Event("hand:moved"));
}

function draft(place, fields) {
  try {
    localStorage.setItem(place, localStorage.getItem(place) ?? JSON.stringify(fields));
  } catch {
    // Then it has to be typed again.
  }
}

function show() {
  notice.hidden = !hands.length;
  notice.querySelector("b").textContent = hands.length;
  notice.classList.toggle("asks", hands.some((hand) => hand.said));
  showOnBoard();
  document.dispatchEvent(new Event("hands"));
}

// What happens on the page

await read();

function instead(event, act) {
  event.preventDefault();
  event.stopImmediatePropagation();
  act();
}

// Before htmx hears of it.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const waiting = of(codeHere());
    if (!waiting.length) return;
    if (form.id === "undo") return instead(event, () => drop(waiting.at(-1)));
    const fields = new FormData(form);
    if (!form.matches("#record[hx-post]") || !fields.get("closer")) return;
    fields.set("client_key", newKey());
    instead(event, () => keep(form, fields));
  },
  true,
);

// A buy-back that was answered here is the line that the next hand had to wait for.
document.addEventListener("htmx:afterOnLoad", async ({ detail }) => {
  const { path, formData } = detail.requestConfig;
  const match = codeHere();
  if (detail.xhr.status !== 200 || !path.includes("/answer/") || !of(match).length) return;
  const line = Number(formData.get("seq"));
  await change(match, (all) => ({ left: all, start: all[0]?.seq === line ? line + 1 : all[0]?.seq }));
  send();
});

function again() {
  const isTime = performance.now() - tried > AT_MOST_EVERY_MS;
  if (isTime && !document.hidden && ready().some((hand) => !hand.isAsked)) send();
}

document.addEventListener("board:shown", () => {
  show();
  send();
});
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && show());
document.addEventListener("version", again); // somebody answers
document.addEventListener("visibilitychange", () => document.hidden || send());
addEventListener("online", () => send());
others.addEventListener("message", read);
setInterval(again, EVERY_MS);
send();
