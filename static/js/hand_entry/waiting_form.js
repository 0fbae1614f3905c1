// Without the engine a hand that got no answer waits in its form, with its key and its line number. It is posted again by
// itself when there is a signal, unless somebody changes it. What waits is in localStorage, so the page may be left.

import { codeHere, emit, fieldsOf, on, part, tryStorage } from "../dom.js";

const EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const TOKEN = "csrfmiddlewaretoken"; // of the page that posts it

let pause = FIRST_PAUSE_MS; // longer each time that the server did not take it
let last = -pause; // when it was posted; performance.now()

const form = () => part("#record");
const place = () => `waiting:${codeHere()}`; // waitingForms() finds them
const text = () => JSON.stringify(fieldsOf(form()).filter(([name]) => name !== TOKEN));
const stored = () => tryStorage(() => localStorage.getItem(place()));

/** The pairs of the hand that waits; null if none does. @returns {Pairs | null} */
export const waitingFields = () => JSON.parse(stored() ?? "null");

// Whether it waits from now on.
export function waitInForm() {
  last = performance.now();
  return tryStorage(() => {
    localStorage.setItem(place(), text());
    emit("waiting");
    return true;
  }, false);
}

function stopWaiting() {
  if (!stored()) return;
  localStorage.removeItem(place());
  pause = FIRST_PAUSE_MS;
  emit("waiting");
}

// Other numbers are saved when somebody says so.
export const stopIfChanged = () => stored() && stored() !== text() && stopWaiting();

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
// Together with the swap: who leaves the page before htmx settles and comes back must not find the saved hand typed.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && emit("hand:stored"));
on("version", postAgain); // the server answered
addEventListener("online", () => {
  last = -pause;
  postAgain();
});
addEventListener("load", postAgain);
setInterval(postAgain, EVERY_MS);
