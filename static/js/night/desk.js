// The clock of the desk goes on by itself between two answers of the server. What is left comes from the server, so
// a phone whose clock is wrong shows the right time. Each answer replaces what the phone keeps of the desk.

import { cachePart, onPart, part } from "../dom.js";
import { clockText } from "./follow.js";

const SECOND_MS = 1000;

// When the phone got the desk that is shown: one that was kept, without a signal, is older than the page.
let began = Number(part("#desk").dataset.received ?? Date.now());

function show() {
  const clock = part("[data-seconds-left]");
  if (!clock) return;
  const left = Math.max(0, Number(clock.dataset.secondsLeft) - Math.floor((Date.now() - began) / SECOND_MS));
  clock.textContent = clockText(left);
}

// Without a signal the desk opens with what it showed last.
onPart("htmx:afterSettle", "#desk", (desk) => {
  began = Date.now();
  desk.dataset.received = String(began);
  cachePart(location.pathname, /** @type {Part} */ (desk.cloneNode(true)), document.title).catch(() => {});
});
onPart("htmx:beforeRequest", "#desk", (_desk, event) => {
  if (document.activeElement?.closest("#desk form")) event.preventDefault(); // what is being typed would be lost
});
setInterval(show, SECOND_MS);
