// The board as the session of its match has it (../sync/session.js): what is saved is judged by the engine in the phone,
// stored, drawn and pushed, with a signal or without. Loaded once the engine runs, or when something waits.

import { emit, on } from "../events.js";
import { callAbout, isReady, prepare } from "../phone/engine.js";
import { enqueued, stateOf } from "../sync/session.js";
import { change, onChange, read } from "../sync/store.js";
import { onAnswer, pull, pullOld, wake } from "../sync/transport.js";
import { guardTaps, isTyping, signalSave, speakLine } from "./signals.js";

const ACTIONS = { hand: "score-hand", undo: "undo", redo: "redo", answer: "answer" };

const newKey = () => crypto.randomUUID().replaceAll("-", "");
const board = () => document.getElementById("board");
const codeHere = () => board()?.dataset.key?.split(":")[0];
const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
const isHand = (form) => form.matches("[data-hand-form]");
const isKept = "kept" in document.documentElement.dataset; // there was no signal when the page was loaded

let record; // of the shown match
let state; // what the engine is to know of it; undefined without a document
let isRead = false; // whether it is known
let isStuck = false; // whether a waiting line does not fit what others wrote: the server will say so

// What the form at an address writes, in the words of phone/runtime/board.py; null if a board does not have that form.
function actionOf(post) {
  const [, , , name, seat, choice] = post.split("/");
  return name in ACTIONS ? { action: ACTIONS[name], ...(seat && { seat: Number(seat), choice }) } : null;
}

function know(fresh) {
  record = fresh;
  state = record?.document ? stateOf(record) : undefined;
}

// Drawing

const drawn = new WeakMap(); // the HTML of a board that was drawn here

// Draw what is stored, unless it is shown. A board of the server stays while nothing waits, and so does a form in which
// somebody types: the hand was meant for the log that is shown.
async function draw() {
  if (!state || !codeHere()) return;
  const { dataset } = board();
  if (!state.mutations.length && dataset.seen === record.document.seen) dataset.drawn ??= state.id;
  const isOld = isKept && Number.parseInt(dataset.seen, 10) < record.document.version; // the page was cached before
  if (dataset.drawn === state.id) dataset.seen = record.document.seen; // polls ask for what is newer
  else if (state.mutations.length || (("drawn" in dataset || isOld) && !isTyping())) showAnswer(await callAbout(state, "draw", { csrf_token: token(), key: newKey() }), state.id);
}

// Show an answer of the engine that has a board. If it is as the one that is shown, that one stays.
function showAnswer({ html, title, stuck }, id) {
  const page = new DOMParser().parseFromString(`<title>${title}</title>${html}`, "text/html");
  const fresh = page.getElementById("board");
  if (codeHere() !== fresh.dataset.key.split(":")[0]) return;
  isStuck = Boolean(stuck);
  Object.assign(fresh.dataset, { drawn: id, seen: record.document.seen }); // the engine may hold an older one with the same log
  const isSame = drawn.get(board()) === comparable(fresh);
  if (isSame) for (const name of ["seen", "pulse", "key", "drawn"]) board().dataset[name] = fresh.dataset[name];
  drawn.set(isSame ? board() : fresh, comparable(fresh));
  if (!isSame) emit("board:drawn", page);
}

// The HTML of a board without what differs each time it is drawn.
function comparable(fresh) {
  const copy = fresh.cloneNode(true);
  for (const name of ["data-seen", "data-since", "data-poll", "data-drawn"]) copy.removeAttribute(name);
  for (const input of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=client_key]")) input.setAttribute("value", "");
  return copy.outerHTML.replace(/\s+/g, " ");
}

// What this phone or another tab stores is drawn at once; one drawing after another, because the engine takes its time.
let drawing = Promise.resolve();

function update() {
  drawing = drawing.then(async () => {
    know(await read(codeHere()));
    if (record?.moved) return location.replace(`/m/${record.moved}/`); // the server gave the match another code
    await draw();
  });
  drawing = drawing.catch(() => {});
  return drawing;
}

onChange((code) => code === codeHere() && update());

// Totals first

let before = null; // the totals that were replaced by those of what is being saved

const totalOf = (seat) => board()?.querySelector(`.row[data-seat="${seat}"] [data-total]`)?.firstChild;

function write(totals) {
  for (const [seat, text] of totals) {
    const total = totalOf(seat);
    if (total && total.data !== text) total.data = text; // another text node would cost the style of the whole board
  }
}

function showTotals(totals) {
  before ??= totals.map(([seat, text]) => [seat, totalOf(seat)?.data ?? text]);
  write(totals);
}

function takeBackTotals() {
  write(before ?? []);
  before = null;
}

on("hand:failed", takeBackTotals);
on("board:shown", () => (before = null)); // what fails from now on has replaced no totals

let previewed; // the answer to the hand that was typed last, with its fields: after a tap the engine need not be asked
let previewing; // the promise of that answer

// The time of the tap is not known before.
const textOf = (fields) => JSON.stringify([...fields].filter(([name]) => name !== "happened_at"));
const isPreviewed = (fields) => previewed && previewed.id === state?.id && previewed.fields === textOf(fields);

function preview(form) {
  const asked = askPreview(form);
  previewing = asked.catch(() => {});
  return asked;
}

// The line of a form as HTML; null if the engine cannot help, or the form is for another log.
async function askPreview(form) {
  const fields = new FormData(form);
  if (!state || lengthOf(state) !== Number(fields.get("seq"))) return null;
  const { id } = state;
  const answer = await callAbout(state, "preview", { fields: [...fields], now: Date.now() });
  previewed = answer.totals && { ...answer, status: 200, id, fields: textOf(fields) };
  return answer.html;
}

// The line to read aloud while a hand is typed; the server says it where the engine cannot.
document.addEventListener("htmx:confirm", async (event) => {
  if (event.target.id !== "line" || !isReady()) return;
  event.preventDefault();
  const form = document.getElementById("record");
  const html = await preview(form).catch(() => null);
  if (html === null) return event.detail.issueRequest();
  if (!event.target.isConnected || saving || form.matches(".htmx-request")) return;
  event.target.innerHTML = html;
  speakLine();
});

// A tap before the line said the hand: the engine begins when the finger touches Save, not when it leaves.
document.addEventListener("pointerdown", ({ target }) => {
  const form = target.closest(".save")?.form;
  if (form?.matches("[hx-post]") && isReady() && !isPreviewed(new FormData(form))) preview(form).catch(() => {});
});

// Saving

let saving = null; // the form that is being saved: a second tap writes nothing
const forServer = new WeakSet(); // forms that the engine could not judge

const lengthOf = ({ document, mutations }) => document.entries.length + mutations.length;
const hasLines = () => Boolean(record?.lines.length || record?.start);
const isOurs = (form) => form.matches("#board form[hx-post]") && actionOf(form.getAttribute("hx-post")) && !forServer.delete(form);
const canJudge = () => state && (isReady() || isKept || hasLines());

// In the capture phase, before htmx handles the event.
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    if (!isOurs(form) || (isRead && !canJudge())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!saving && !("saved" in form.dataset)) save(form, new FormData(form, submitter));
  },
  true,
);

async function save(form, fields) {
  saving = form;
  form.setAttribute("aria-busy", "true"); // no poll may replace it
  try {
    await saveJudged(form, fields);
  } catch {
    giveUp(form);
  }
  saving = null;
  form.removeAttribute("aria-busy");
}

async function saveJudged(form, fields) {
  if (isPreviewed(fields)) showTotals(previewed.totals); // before anything is waited for
  else await Promise.all([drawing, previewing, prepare()]);
  if (isStuck) return emit("hand:failed", "stopped");
  if (lengthOf(state) < Number(fields.get("seq"))) await catchUp(fields);
  const [judged, now] = [state, Date.now()];
  const { action, ...rest } = actionOf(form.getAttribute("hx-post"));
  const judge = (more) => callAbout(judged, "post", { action, ...rest, fields: [...fields], now, csrf_token: token(), key: newKey(), ...more });
  const answer = isPreviewed(fields) ? previewed : await judge({ is_brief: true });
  if (answer.status !== 200) return showAnswer(await judge(), judged.id);
  showTotals(answer.totals);
  const { mutation, told, points, hand, totals } = answer;
  if (mutation && !(await store({ ...mutation, at: now, told, points, hand, totals, action }, judged.id))) return saveJudged(form, fields);
  if (isHand(form)) startNext(form, answer.seq);
  guardTaps();
  signalSave();
  wake();
}

// The board is newer than the document.
async function catchUp(fields) {
  await pull(record.code);
  await update();
  if (lengthOf(state) < Number(fields.get("seq"))) throw new Error("no document");
}

// Whether it is stored: not if another tab wrote what the line was not judged by.
async function store(line, id) {
  const known = record;
  let isMoved = false;
  try {
    await change(known.code, (stored = known) => {
      isMoved = stateOf(stored).id !== id;
      if (!isMoved) know(enqueued(stored, line));
      return isMoved ? undefined : record;
    });
  } catch (error) {
    know(known);
    throw error;
  }
  if (isMoved) await update();
  return !isMoved;
}

// The form is for the next hand before the board is drawn. It is emptied by the first touch, so that nothing moves till then.
function startNext(form, seq) {
  form.dataset.saved = "";
  form.querySelector("[name=seq]").value = seq;
  form.querySelector("[name=client_key]").value = newKey();
  const [code, number] = board().dataset.hand.split(":");
  board().dataset.hand = `${code}:${Number(number) + 1}`;
  emit("hand:stored");
}

function emptySaved({ target }) {
  const form = target.closest("[data-saved]");
  if (!form || target.closest(".save")) return;
  delete form.dataset.saved;
  for (const input of form.querySelectorAll("[type=radio], [type=checkbox]")) input.checked = false;
  for (const input of form.querySelectorAll("[type=text]")) input.value = "";
  for (const message of form.querySelectorAll(".clash-panel, .trouble")) message.remove();
  emit("hand:moved");
}

for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, emptySaved, true);

// Nothing was stored. Where nothing else waits the server may still take it.
function giveUp(form) {
  takeBackTotals();
  if (hasLines()) return emit("hand:failed", "unstored");
  forServer.add(form);
  form.requestSubmit();
}

// What is below the fold, from what the shown board was drawn from.
on("below:wanted", (wanted) => {
  if (!state || board().dataset.drawn !== state.id || !(isReady() || isKept)) return;
  const answer = callAbout(state, "page", { path: wanted.address, csrf_token: token(), key: newKey() });
  wanted.html = answer.then(({ blocks }) => `<main id="main">${blocks.main}</main>`);
});

// What comes from the server

// A newer board, while lines wait: they are drawn on its log.
on("board:news", (fresh, event) => {
  if (!state?.mutations.length) return;
  event.preventDefault();
  board().dataset.seen = fresh.dataset.seen;
  pull(record.code).catch(() => {});
});

// The totals of the server win. If they differ from those that were shown the server counts it, and says both.
onAnswer(async ({ code, before: { lines }, answer }) => {
  if (code !== codeHere()) return;
  const written = lines.filter(({ key }) => answer?.written.some(([one]) => one === key));
  const differing = written.length === answer?.entries.length ? differences(written.at(-1)?.totals ?? [], new Map(answer.totals)) : [];
  if (!differing.length) return;
  write(answer.totals);
  const named = (place) => differing.map((row) => `${nameOf(row[0])} ${row[place]}`).join(" · ");
  const fields = { shown: named(1), counted: named(2), csrfmiddlewaretoken: token() };
  const said = await fetch(`/m/${code}/differs/`, { method: "POST", body: new URLSearchParams(fields) });
  if (said.ok && codeHere() === code) board().querySelector(".said, .below")?.insertAdjacentHTML("afterbegin", await said.text());
});

const differences = (shown, counted) => shown.map(([seat, text]) => [seat, text, counted.get(seat)]).filter(([, text, other]) => text !== (other ?? text));
const nameOf = (seat) => board().querySelector(`[data-seat="${seat}"] .name`).textContent;

// The document of the shown match, and the engine that holds it.
async function getReady() {
  if (!isReady() || !board()?.dataset.seen) return;
  await update();
  if (!hasLines() && record?.document?.seen !== board().dataset.seen) await pull(codeHere()).then(update);
  if (state && document.getElementById("record")) await callAbout(state, "preview", { fields: [] });
}

let idle = 0;
function getReadyWhenIdle() {
  clearTimeout(idle);
  idle = setTimeout(() => getReady().catch(() => {}), 200);
}

on("engine", getReadyWhenIdle);
on("board:shown", getReadyWhenIdle);
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && getReadyWhenIdle());
update().then(() => (isRead = true));
getReadyWhenIdle();
pullOld().catch(() => {});
