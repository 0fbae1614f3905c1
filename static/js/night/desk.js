// The clock of the desk goes on by itself between two answers of the server. What is left comes from the server, so
// a device whose clock is wrong shows the right time. Each answer replaces what the phone keeps of the desk.

import "../offline/connection.js";
import { cachePart, onPart, part } from "../dom.js";

const SECOND_MS = 1000;

let began = performance.now();

function show() {
  const clock = part("[data-seconds-left]");
  if (!clock) return;
  const left = Math.max(0, Number(clock.dataset.secondsLeft) - Math.floor((performance.now() - began) / SECOND_MS));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

document.addEventListener("htmx:afterSwap", () => {
  began = performance.now();
});
// Without a signal the desk opens with what it showed last.
onPart("htmx:afterSettle", "#desk", (desk) => {
  cachePart(location.pathname, /** @type {Part} */ (desk.cloneNode(true)), document.title).catch(() => {});
});
onPart("htmx:beforeRequest", "#desk", (_desk, event) => {
  if (document.activeElement?.closest("#desk form")) event.preventDefault(); // what is being typed would be lost
});
setInterval(show, SECOND_MS);
