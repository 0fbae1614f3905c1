// Picking cards in the checker, which works without this file too. It limits the number of cards, moves a card of a
// claim to the next group with a tap, and submits the form when another variant needs other cards. The checker by the
// engine in the phone is loaded behind it: its imports would delay htmx, which waits for all scripts of the page.

import "../offline/connection.js";
import { on } from "../events.js";

const form = () => document.getElementById("check");

function countPicked() {
  return form().querySelectorAll(".deck input:checked").length;
}

function limitCards() {
  const full = countPicked() >= Number(form().dataset.most);
  for (const box of form().querySelectorAll(".deck input:not(:checked)")) box.disabled = full;
}

// Abort the request of the tap before: its answer would undo the change of a claim.
document.addEventListener("change", (event) => {
  if (!form()?.contains(event.target)) return;
  window.htmx?.trigger("#judged", "htmx:abort");
  if ("redraw" in event.target.dataset) return form().requestSubmit();
  limitCards();
  if (window.htmx) awaitVerdict();
});

// The links of #more hold the cards of the verdict that is shown, and the next verdict replaces all of #more. A link
// that is tapped before that verdict is there is followed then, with the cards of that verdict.
let followed = null; // the class of the paragraph of that link
const more = () => document.getElementById("more");

function awaitVerdict() {
  followed = null;
  more()?.setAttribute("aria-busy", "true");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#more[aria-busy] a");
  if (!link) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // in_phone.js would store these cards as a draft
  link.setAttribute("aria-busy", "true");
  followed = link.parentElement.className;
});

function followLink() {
  const link = followed && more().querySelector(`[class="${followed}"] a`);
  followed = null;
  if (link) setTimeout(() => link.click()); // once the address of this page is that of the verdict
}

// There is no verdict: the links go on leading where they led.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) return;
  followed = null;
  for (const busy of document.querySelectorAll("#more, #more a")) busy.removeAttribute("aria-busy");
});

// A claim is a select; a tap on its card selects the next value.
document.addEventListener("click", (event) => {
  const claim = event.target.closest(".claim");
  if (!claim || event.target.closest("select")) return;
  const select = claim.querySelector("select");
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("change", { bubbles: true }));
});

// While a finger is on a card an answer does not replace the cards; the tap sends another request.
let pressed = false;
document.addEventListener("pointerdown", (event) => { pressed = Boolean(event.target.closest(".claims")); });
for (const up of ["pointerup", "pointercancel"]) document.addEventListener(up, () => setTimeout(() => { pressed = false; }));
let openDetails = []; // the classes of the open ones before a swap
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (pressed) event.detail.shouldSwap = false;
  openDetails = [...document.querySelectorAll("#more details")].filter((details) => details.open).map((details) => details.className);
});
document.addEventListener("htmx:oobAfterSwap", () => {
  for (const details of document.querySelectorAll("#more details")) if (openDetails.includes(details.className)) details.open = true;
  followLink();
});

// Nobody can judge these cards now. They are judged when there is a signal.
const lost = document.getElementById("lost");
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => (lost.lastChild.textContent = `: ${form().dataset.later}`));
}
addEventListener("online", () => lost.hidden || window.htmx.trigger(form(), "change"));

// What the page came with.
function wasSet(control) {
  if (control.type === "checkbox") return control.defaultChecked;
  return Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
}
const isSet = (control) => (control.type === "checkbox" ? control.checked : control.selectedIndex);

// On a slow line cards are tapped before this file and htmx are there. Those taps are judged now.
function judgeEarlyTaps() {
  const controls = [...form().querySelectorAll("[type=checkbox], select")];
  const changed = controls.find((control) => isSet(control) !== wasSet(control));
  changed?.dispatchEvent(new Event("change", { bubbles: true }));
}

on("check:drawn", limitCards); // by the engine in the phone
if (form()) {
  limitCards();
  document.addEventListener("DOMContentLoaded", judgeEarlyTaps);
  import("./in_phone.js").catch(() => (document.documentElement.dataset.ready = "")); // without it the server judges
}
