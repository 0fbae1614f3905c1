// What of a form is in localStorage: the draft of a half-typed hand, and, without the engine, a hand that got no answer. Where
// storage is full or forbidden there is neither.

import { board, codeHere, emit, fieldsOf, on, onPart, parts, tryStorage } from "../dom.js";
import { close, form, mayClose } from "./keypad.js";

const HAND_FIELDS = /^(closer|opponent|close|deadwood_|table_|value_|buys_|melded_|cards_)/; // the fields of the hand itself
const KEYS = ["seq", "client_key"]; // of a hand that waits
const EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const TOKEN = "csrfmiddlewaretoken"; // of the page that posts it

// The draft survives a reload, an empty battery and what others write meanwhile. Its key is hand:match:number for the board and
// hand:match:number:ref:act for a correction.
const draftKey = () => `hand:${board()?.dataset.hand}`;
export const isCorrection = () => draftKey().split(":").length > 3;
export const handFields = () => fieldsOf(form()).filter(([name]) => HAND_FIELDS.test(name));

export function storeDraft() {
  delete form().dataset.unanswered;
  stopIfChanged();
  tryStorage(() => localStorage.setItem(draftKey(), JSON.stringify(handFields())));
}

// Drafts of earlier hands, and of corrections once the board is shown again, are outdated.
function isOutdated(/** @type {string} */ key) {
  const [kind, match, number, ref] = key.split(":");
  const [, here, now] = draftKey().split(":");
  return kind === "hand" && match === here && (Number(number) < Number(now) || ref !== undefined);
}

export function removeOutdatedDrafts() {
  if (isCorrection()) return;
  tryStorage(() => Object.keys(localStorage).filter(isOutdated).forEach((key) => localStorage.removeItem(key)));
}

// The cards of the checker have no field on a board that is drawn anew.
function addHidden(/** @type {string} */ name) {
  const input = Object.assign(document.createElement("input"), { type: "hidden", name });
  form().append(input);
  return input;
}

export function fill(/** @type {Pairs} */ fields) {
  for (const [name, value] of fields) {
    const inputs = parts(`#record [name="${CSS.escape(String(name))}"]`);
    if (inputs[0]?.type === "radio") for (const radio of inputs) radio.checked = radio.value === value;
    else if (inputs[0]?.type === "checkbox") inputs[0].checked = true;
    else if (inputs[0]?.type === "text" || KEYS.includes(name)) inputs[0].value = value;
    else if (name.startsWith("cards_")) (inputs[0] ?? addHidden(name)).value = value;
  }
}

export function restoreDraft() {
  /** @type {Pairs} */
  const fields = tryStorage(() => waitingFields() ?? JSON.parse(localStorage.getItem(draftKey()) ?? "[]"), []);
  fill(fields);
  // What others wrote may have made this kind of close impossible.
  if (close() && !mayClose(close().closest(".chip"))) close().checked = false;
}

// The link then opens the board as it is.
onPart("click", "[data-drop]", () => tryStorage(() => localStorage.removeItem(draftKey())));

// A hand that waits has its key and its line number. It is posted again by itself when there is a signal, unless somebody changes
// it.

let pause = FIRST_PAUSE_MS; // longer each time that the server did not take it
let last = -pause; // when it was posted; performance.now()

const storedAs = () => `waiting:${codeHere()}`; // waitingForms() finds them
const text = () => JSON.stringify(fieldsOf(form()).filter(([name]) => name !== TOKEN));
const stored = () => tryStorage(() => localStorage.getItem(storedAs()));

// The pairs of the hand that waits; null if none does.
/** @type {() => Pairs | null} */
const waitingFields = () => JSON.parse(stored() ?? "null");

// Whether it waits from now on.
export function waitInForm() {
  last = performance.now();
  return tryStorage(() => {
    localStorage.setItem(storedAs(), text());
    emit("waiting");
    return true;
  }, false);
}

function stopWaiting() {
  if (!stored()) return;
  localStorage.removeItem(storedAs());
  pause = FIRST_PAUSE_MS;
  emit("waiting");
}

// Other numbers are saved when somebody says so.
const stopIfChanged = () => stored() && stored() !== text() && stopWaiting();

function postAgain() {
  if (!stored() || !window.htmx || !form()?.hasAttribute("hx-post") || document.hidden || performance.now() - last < pause) return;
  last = performance.now();
  pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  form().requestSubmit();
}

// Asked too often: later.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 429 && detail.requestConfig.elt === form()) Object.assign(detail, { shouldSwap: false, isError: true });
});
on("hand:stored", stopWaiting);
on("hand:stored", removeOutdatedDrafts);
// Together with the swap: who leaves the page before htmx settles and comes back must not find the saved hand typed.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && emit("hand:stored"));
on("version", postAgain); // the server answered
addEventListener("online", () => {
  last = -pause;
  postAgain();
});
addEventListener("load", postAgain);
setInterval(postAgain, EVERY_MS);
