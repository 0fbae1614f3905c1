// The board as the session of its match has it (../sync/session.js): what is saved is judged by the engine in the phone,
// stored, drawn and pushed, with a signal or without. Loaded once the engine runs, or when something waits.

import { addressOfMatch, board, codeHere, emit, fieldsOf, hasServer, newKey, on, onPart, parsed, part, parts, token, totalIn } from "../dom.js";
import { callAbout, isReady, prepare } from "../phone/engine.js";
import { heard, stateOf, withJudged } from "../sync/session.js";
import { change, onChange, read } from "../sync/store.js";
import { now, pull, pullOld, wake } from "../sync/transport.js";
import { guardTaps, isTyping, signalSave, speakLine } from "./signals.js";

const ACTIONS = /** @type {Record<string, string>} */ ({ hand: "score-hand", undo: "undo", redo: "redo", answer: "answer" });

const isKept = "kept" in document.documentElement.dataset; // there was no signal when the page was loaded

let record = /** @type {MatchRecord | undefined} */ (undefined); // of the shown match
let state = /** @type {State | null} */ (null); // what the engine is to know of it; null without a document
let isRead = false; // whether it is known
let isStuck = false; // whether a waiting line does not fit what others wrote: the server will say so

// What a form writes, in the words of phone/runtime/board.py; null if it is not one of a board.
function actionOf(/** @type {Part} */ form) {
  const [, name, seat, choice] = (form.getAttribute("hx-post") ?? "").split("/m/")[1]?.split("/") ?? [];
  return name in ACTIONS ? { action: ACTIONS[name], ...(seat && { seat: Number(seat), choice }) } : null;
}

function setRecord(/** @type {MatchRecord | undefined} */ fresh) {
  record = fresh;
  state = stateOf(fresh);
}

// Drawing

const drawn = new WeakMap(); // the HTML of a board that was drawn here

// Draw what is stored, unless it is shown (a match that has another code by now is left by strip.js). A board of the server
// stays while nothing waits, and so does a form in which somebody types: the hand was meant for the log that is shown.
async function draw() {
  setRecord(await read(codeHere()));
  if (!state || !codeHere()) return;
  const { dataset } = board();
  const { seen, version } = state.document;
  if (!state.mutations.length && dataset.seen === seen) dataset.drawn ??= state.id;
  const isOld = isKept && Number.parseInt(dataset.seen, 10) < version; // the page was cached before
  const isDue = () => state?.mutations.length || (("drawn" in dataset || isOld) && !isTyping());
  if (dataset.drawn === state.id) dataset.seen = seen; // polls ask for what is newer
  else if (isDue()) {
    const { id } = state;
    const answer = await callAbout(state, "draw", { csrf_token: token(), key: newKey() });
    if (isDue()) showAnswer(answer, id); // the engine takes its time: somebody may have begun to type
  }
}

// Show an answer of the engine that has a board. If it is as the one that is shown, that one stays.
function showAnswer(/** @type {any} */ { html, title, stuck }, /** @type {string} */ id) {
  const page = parsed(`<title>${title}</title>${html}`);
  const fresh = part("#board", page);
  if (codeHere() !== fresh.dataset.key?.split(":")[0]) return;
  isStuck = Boolean(stuck);
  Object.assign(fresh.dataset, { drawn: id, seen: record?.document?.seen }); // the engine may hold an older one with the same log
  const isSame = drawn.get(board()) === comparable(fresh);
  if (isSame) for (const name of ["seen", "pulse", "key", "drawn"]) board().dataset[name] = fresh.dataset[name];
  drawn.set(isSame ? board() : fresh, comparable(fresh));
  if (!isSame) emit("board:drawn", page);
}

// The HTML of a board without what differs each time it is drawn.
function comparable(/** @type {Part} */ fresh) {
  const copy = fresh.cloneNode(true);
  for (const name of ["data-seen", "data-since", "data-poll", "data-drawn"]) copy.removeAttribute(name);
  for (const input of parts("[name=csrfmiddlewaretoken], [name=client_key]", copy)) input.setAttribute("value", "");
  return copy.outerHTML.replace(/\s+/g, " ");
}

// What this phone or another tab stores is drawn at once; one drawing after another, because the engine takes its time.
let drawing = Promise.resolve();
const update = () => (drawing = drawing.then(draw).catch(() => {}));

onChange((code) => code === codeHere() && update());

// Totals first

let replaced = /** @type {Totals | null} */ (null); // the totals before those of what is being saved

const totalOf = (/** @type {number} */ seat) => totalIn(part(`#board .row[data-seat="${seat}"]`))?.firstChild;

function writeTotals(/** @type {Totals} */ totals) {
  for (const [seat, text] of totals) {
    const total = totalOf(seat);
    if (total && total.data !== text) total.data = text; // another text node would cost the style of the whole board
  }
}

function showTotals(/** @type {Totals} */ totals) {
  replaced ??= totals.map(([seat, text]) => [seat, totalOf(seat)?.data ?? text]);
  writeTotals(totals);
}

function takeBackTotals() {
  writeTotals(replaced ?? []);
  replaced = null;
}

on("hand:failed", takeBackTotals);
on("board:shown", () => (replaced = null)); // what fails from now on has replaced no totals

let previewed = /** @type {any} */ (undefined); // the answer to the hand that was typed last, with its fields: after a tap the engine need not be asked
let previewing = /** @type {Promise<unknown> | undefined} */ (undefined); // the promise of that answer

const isPreviewed = (/** @type {Pairs} */ fields) => previewed && previewed.id === state?.id && previewed.fields === JSON.stringify(fields);

function preview(/** @type {Part} */ form) {
  const asked = askPreview(form);
  previewing = asked.catch(() => {});
  return asked;
}

// The line of a form as HTML; null if the engine cannot help, or the form is for another log.
async function askPreview(/** @type {Part} */ form) {
  const fields = fieldsOf(form);
  if (!state || lengthOf(state) !== numberOf(fields)) return null;
  const { id } = state;
  const answer = await callAbout(state, "preview", { fields, now: now() });
  previewed = answer.totals && { ...answer, status: 200, id, fields: JSON.stringify(fields) };
  return answer.html;
}

// What was said of a hand, where the engine is here.
on("hand:said", (said) => {
  const { texts, fields } = said;
  if (state && (isReady() || isKept || !hasServer)) said.answer = callAbout(state, "spoken", { texts, fields });
});

// The line to read aloud while a hand is typed; the server says it where the engine cannot.
document.addEventListener("htmx:confirm", async (event) => {
  const line = event.target;
  if (line.id !== "line" || !isReady()) return;
  event.preventDefault();
  const form = part("#record");
  const html = await preview(form).catch(() => null);
  if (html === null) return event.detail.issueRequest();
  if (!line.isConnected || saving || form.matches(".htmx-request")) return;
  line.innerHTML = html;
  speakLine();
});

// A tap before the line said the hand: the engine begins when the finger touches Save, not when it leaves.
onPart("pointerdown", ".save", ({ form }) => {
  if (form?.matches("[hx-post]") && isReady() && !isPreviewed(fieldsOf(form))) preview(form).catch(() => {});
});

// Saving

let saving = /** @type {Part | null} */ (null); // the form that is being saved: a second tap writes nothing
const forServer = new WeakSet(); // forms that the engine could not judge

const lengthOf = (/** @type {State} */ { document, mutations }) => document.entries.length + mutations.length;
const numberOf = (/** @type {Pairs} */ fields) => Number(fields.find(([name]) => name === "seq")?.[1]);
const hasLines = () => Boolean(record?.lines.length || record?.start);
const canJudge = () => state && (isReady() || isKept || hasLines() || !hasServer);

// In the capture phase, before htmx handles the event.
onPart("submit", "#board form[hx-post]", (form, event) => {
  if (!actionOf(form) || forServer.delete(form) || (isRead && !canJudge())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!saving && !("saved" in form.dataset)) save(form, fieldsOf(form, event.submitter));
}, true);

async function save(/** @type {Part} */ form, /** @type {Pairs} */ fields) {
  saving = form;
  form.setAttribute("aria-busy", "true"); // no poll may replace it
  await saveJudged(form, fields).catch(() => giveUp(form));
  saving = null;
  form.removeAttribute("aria-busy");
}

/** @param {Part} form @param {Pairs} fields @returns {Promise<unknown>} */
async function saveJudged(form, fields) {
  if (isPreviewed(fields)) showTotals(previewed.totals); // before anything is waited for
  else await Promise.all([drawing, previewing, prepare()]);
  if (isStuck) return emit("hand:failed", "stopped");
  const judged = await stateOfLength(numberOf(fields));
  const at = now();
  const { action, ...rest } = actionOf(form) ?? {};
  const judge = (/** @type {object} */ more) => callAbout(judged, "post", { action, ...rest, fields, now: at, csrf_token: token(), key: newKey(), ...more });
  const answer = hasServer && isPreviewed(fields) ? previewed : await judge({ is_brief: true });
  if (answer.status !== 200) return showAnswer(await judge({}), judged.id);
  showTotals(answer.totals);
  const { mutation, told, points, hand, totals, row } = answer;
  if (mutation && !(await store({ ...mutation, at, told, points, hand, totals, action }, judged.id, row))) return saveJudged(form, fields);
  if (form.matches("[data-hand-form]")) startNext(form, answer.seq);
  guardTaps();
  signalSave();
  wake();
}

// What is known, which has at least so many entries. A board of the server may be newer than the document.
async function stateOfLength(/** @type {number} */ number) {
  if (state && lengthOf(state) < number) {
    await pull(codeHere());
    await update();
  }
  if (!state || lengthOf(state) < number) throw new Error("no document");
  return state;
}

// Whether it is stored: not if another tab wrote what the line was not judged by.
async function store(/** @type {Line} */ line, /** @type {string} */ id, /** @type {Entry=} */ row) {
  const known = /** @type {MatchRecord} */ (record);
  const stored = await change(known.code, (there = known) => withJudged(there, id, line, row));
  if (!stored) await update();
  else setRecord(stored);
  return Boolean(stored);
}

// The form is for the next hand before the board is drawn. It is emptied by the first touch, so that nothing moves till then.
function startNext(/** @type {Part} */ form, /** @type {number} */ seq) {
  form.dataset.saved = "";
  part("[name=seq]", form).value = String(seq);
  part("[name=client_key]", form).value = newKey();
  const [code, number] = board().dataset.hand.split(":");
  board().dataset.hand = `${code}:${Number(number) + 1}`;
  emit("hand:stored");
}

function emptySaved(/** @type {Part} */ form, /** @type {Event} */ event) {
  if (/** @type {Part} */ (event.target).closest(".save")) return;
  delete form.dataset.saved;
  for (const input of parts("[type=radio], [type=checkbox]", form)) input.checked = false;
  for (const input of parts("[type=text]", form)) input.value = "";
  for (const message of parts(".clash-panel, .trouble", form)) message.remove();
  emit("hand:moved");
}

onPart("pointerdown", "[data-saved]", emptySaved, true);
onPart("keydown", "[data-saved]", emptySaved, true);

// Nothing was stored. Where nothing else waits the server may still take it.
function giveUp(/** @type {Part} */ form) {
  if (hasLines() || !hasServer) return emit("hand:failed", "unstored");
  takeBackTotals();
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
  pull(codeHere()).catch(() => {});
});

// A poll asks for entries alone, if the engine has what the board shows and nothing waits.
on("poll:begins", (poll) => {
  if (!state || hasLines() || !isReady() || state.document.seen !== poll.shown) return;
  poll.lastEntry = state.document.entries.at(-1)?.[3] ?? "";
});

on("board:entries", (news) => {
  news.drawn = change(codeHere(), (stored) => stored && heard(stored, news)).then(update);
});

// The totals of the server win. If they differ from those that were shown the server counts it, and says both.
on("answer", async ({ code, lines = [], answer }) => {
  if (code !== codeHere() || !answer) return;
  const written = lines.filter(({ key }) => answer.written.some(([other]) => other === key));
  const shown = new Map(written.length === answer.entries.length ? written.at(-1)?.totals : []);
  const differing = answer.totals.filter(([seat, text]) => text !== (shown.get(seat) ?? text));
  if (!differing.length) return;
  await drawing; // a board that the engine draws later would take back what is said here
  if (codeHere() !== code) return;
  writeTotals(answer.totals);
  const fields = new URLSearchParams({ csrfmiddlewaretoken: token() });
  for (const [seat, text] of differing) {
    fields.set(`shown_${seat}`, shown.get(seat) ?? "");
    fields.set(`counted_${seat}`, text);
  }
  const message = await fetch(`${addressOfMatch(code)}differs/`, { method: "POST", body: fields }).catch(() => null);
  if (message?.ok && codeHere() === code) part("#board :is(.said, .below)")?.insertAdjacentHTML("afterbegin", await message.text());
});

// The document of the shown match, and the engine that holds it.
async function getReady() {
  if (!isReady() || !board()?.dataset.seen) return;
  await update();
  if (!hasLines() && record?.document?.seen !== board().dataset.seen) await pull(codeHere()).then(update);
  emit("document");
  if (state && part("#record")) await callAbout(state, "preview", { fields: [] });
}

let idle = 0;
function getReadyWhenIdle() {
  clearTimeout(idle);
  idle = setTimeout(() => getReady().catch(() => {}), 200);
}

on("engine", getReadyWhenIdle);
on("board:shown", getReadyWhenIdle);
update().then(() => (isRead = true));
getReadyWhenIdle();
pullOld().catch(() => {});
