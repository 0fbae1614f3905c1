// Without the engine a hand that got no answer waits in its form, with its key and its line number. It is posted again by
// itself when there is a signal, unless somebody changes it. What waits is in localStorage, so the page may be left.

import { emit, on } from "../events.js";

const EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const LATER = ["csrfmiddlewaretoken", "happened_at"]; // of the page that posts it

let pause = FIRST_PAUSE_MS; // longer each time that the server did not take it
let last = -pause; // when it was posted; performance.now()

const form = () => document.getElementById("record");
const place = () => `waiting:${document.getElementById("board")?.dataset.key?.split(":")[0]}`;
const text = () => JSON.stringify([...new FormData(form())].filter(([name]) => !LATER.includes(name)));

function stored() {
  try {
    return localStorage.getItem(place());
  } catch {
    return null; // storage is forbidden
  }
}

// The pairs of the hand that waits; null if none does.
export const waitingFields = () => JSON.parse(stored());

// Whether it waits from now on.
export function waitInForm() {
  last = performance.now();
  try {
    localStorage.setItem(place(), text());
  } catch {
    return false; // storage is full or forbidden
  }
  emit("waiting");
  return true;
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
on("hand:stored", stopWaiting); // as a line
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && stopWaiting());
on("version", postAgain); // the server answered
addEventListener("online", () => {
  last = -pause;
  postAgain();
});
addEventListener("load", postAgain);
setInterval(postAgain, EVERY_MS);
