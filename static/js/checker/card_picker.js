// Picking cards in the checker, which works without this file too. It limits the number of cards, moves a card of a
// claim to the next group with a tap, and submits the form when another variant needs other cards. The checker by the
// engine in the phone is loaded behind it: its imports would delay htmx, which waits for all scripts of the page.

import { fieldsOf, on, onNoAnswer, onPart, part, parts, tryStorage } from "../dom.js";

const form = () => part("#check");

const unticked = () => parts("#check .deck input:not(:checked)");

function limitCards() {
  const isFull = parts("#check .deck input:checked").length >= Number(form().dataset.most);
  for (const box of unticked()) box.disabled = isFull;
  const rest = part("#rest");
  if (!rest) return;
  rest.hidden = !unticked().length || unticked().length > Number(form().dataset.most);
  part("b", rest).textContent = String(unticked().length);
}

// The cards that nobody has, but those that are ticked: of a last hand they may be fewer to tap.
onPart("click", "#rest", () => {
  const boxes = parts("#check .deck input");
  for (const box of boxes) box.checked = !box.checked;
  boxes[0].dispatchEvent(new Event("change", { bubbles: true }));
});

// The game, its pack and how the pack lies are chosen again as at the last check.
const CHOICES = ["rules", "players", "deck", "jokers", "sort"];
const STORED_AS = "check"; // in localStorage

const lastChoices = () => /** @type {Record<string, string>} */ (JSON.parse(tryStorage(() => localStorage.getItem(STORED_AS)) ?? "{}"));

function storeChoices(/** @type {HTMLElement | null} */ submitter = null) {
  const chosen = fieldsOf(form(), submitter).filter(([name]) => CHOICES.includes(name));
  tryStorage(() => localStorage.setItem(STORED_AS, JSON.stringify({ ...lastChoices(), ...Object.fromEntries(chosen) })));
}

function chooseAgain() {
  const here = new URLSearchParams(location.search);
  const isInMatch = location.pathname.includes("/m/");
  if (here.has("sort") || (!isInMatch && location.search) || part(`#check :is(${CHANGED})`)) return;
  const choices = Object.entries(lastChoices()).filter(([name]) => part(`#check [name=${name}]`));
  if (choices.every(([name, value]) => part(`#check [name=${name}]`).value === value)) return;
  location.replace(`?${new URLSearchParams([...here, ...choices])}`);
}

onPart("submit", "#check", (_form, { submitter }) => storeChoices(submitter));

// Abort the request of the tap before: its answer would undo the change of a claim.
onPart("change", "#check", (_form, { target }) => {
  window.htmx?.trigger("#judged", "htmx:abort");
  if ("redraw" in target.dataset) return form().requestSubmit();
  limitCards();
  storeChoices();
  if (!window.htmx) return;
  followed = "";
  part("#more")?.setAttribute("aria-busy", "true");
});

// The links of #more hold the cards of the verdict that is shown, and the next verdict replaces all of #more. A link
// that is tapped before that verdict is there is followed then, with the cards of that verdict.
let followed = ""; // the class of the paragraph of that link

onPart("click", "#more[aria-busy] a", (link, event) => {
  event.preventDefault();
  event.stopImmediatePropagation(); // in_phone.js would store these cards as a draft
  link.setAttribute("aria-busy", "true");
  followed = link.parentElement.className;
});

// There is no verdict: the links go on leading where they led.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) return;
  followed = "";
  for (const busy of parts("#more, #more a")) busy.removeAttribute("aria-busy");
});

// A drag along a suit, or over the cards of a rank, chooses all from the first to the last, as many as there is room for: a run is
// one touch, and a set. A finger that goes up or down scrolls the page, unless it rested on the first card.
const REST_MS = 250;
let isHeld = false;
let resting = 0; // the timer
let from = /** @type {Part | null} */ (null); // the card on which the finger came down
let dragged = /** @type {Part[]} */ ([]); // the boxes from there to where it is

function markDragged(/** @type {Part[]} */ boxes) {
  for (const box of dragged) box.parentElement.classList.remove("dragged");
  for (const box of boxes) box.parentElement.classList.add("dragged");
  dragged = boxes;
}

function boxesUpTo(/** @type {Part | null | undefined} */ to) {
  if (!from || !to || to === from) return [];
  const row = /** @type {Part} */ (from.closest(".suit"));
  const column = [...row.children].indexOf(/** @type {Part} */ (from.closest(".cell")));
  const lines = row.contains(to) ? [row] : parts(".deck .suit").map(({ children }) => children[column]).filter(Boolean);
  const labels = lines.flatMap((line) => parts("label", line)).filter((label) => label.checkVisibility?.({ visibilityProperty: true }) ?? true);
  const [start, end] = [labels.indexOf(from), labels.indexOf(to)].sort((one, other) => one - other);
  return start < 0 ? [] : labels.slice(start, end + 1).map((label) => part("input", label)).filter(({ checked }) => !checked);
}

onPart("pointerdown", ".deck label", (label, { isPrimary, button }) => {
  from = isPrimary && !button ? label : null; // a second finger zooms, and another button opens a menu
  isHeld = false;
  clearTimeout(resting);
  resting = setTimeout(() => (isHeld = true), REST_MS);
});
document.addEventListener("touchmove", (event) => from && isHeld && event.cancelable && event.preventDefault(), { passive: false });
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (from) markDragged(boxesUpTo(document.elementFromPoint(clientX, clientY)?.closest(".deck label")));
});
document.addEventListener("pointerup", () => {
  const room = Number(form()?.dataset.most) - parts("#check .deck input:checked").length;
  const chosen = dragged.slice(0, Math.max(0, room));
  markDragged([]);
  from = null;
  for (const box of chosen) box.checked = true;
  chosen.at(-1)?.dispatchEvent(new Event("change", { bubbles: true }));
});
document.addEventListener("pointercancel", () => {
  markDragged([]);
  from = null;
});

// A claim is a select; a tap on its card selects the next value.
onPart("click", ".claim", (claim, { target }) => {
  if (target.closest("select")) return;
  const select = part("select", claim);
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("change", { bubbles: true }));
});

// While a finger is on a card an answer does not replace the cards: it is asked for again.
let pressed = false;
let isLeftOut = false;
document.addEventListener("pointerdown", ({ target }) => (pressed = target.closest(".claims") !== null));
for (const up of ["pointerup", "pointercancel"]) document.addEventListener(up, () => setTimeout(release));
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (pressed) {
    detail.shouldSwap = false;
    isLeftOut = true;
  }
  for (const { className } of parts("#more details[open]")) part(`details[class="${className}"]`, detail.fragment)?.setAttribute("open", "");
});
document.addEventListener("htmx:oobAfterSwap", () => {
  const link = followed && part(`#more [class="${followed}"] a`);
  followed = "";
  if (link) setTimeout(() => link.click()); // once the address of this page is that of the verdict
});

function release() {
  if (isLeftOut) window.htmx.trigger(form(), "change");
  pressed = isLeftOut = false;
}

// Nobody can judge these cards now. They are judged when there is a signal.
const lost = part("#lost");
onNoAnswer(() => (lost.lastChild.textContent = `: ${form().dataset.later}`));
addEventListener("online", () => lost.hidden || window.htmx.trigger(form(), "change"));

// What is no longer as the page came.
const CHANGED = "input:checked:not([checked]), option:checked:not([selected], :first-child), :is([checked], [selected]):not(:checked)";

// On a slow line cards are tapped before this file and htmx are there. Those taps are judged now.
const judgeEarlyTaps = () => part(`#check :is(${CHANGED})`)?.closest("input, select")?.dispatchEvent(new Event("change", { bubbles: true }));

on("check:drawn", limitCards); // by the engine in the phone
if (form()) {
  chooseAgain();
  limitCards();
  document.addEventListener("DOMContentLoaded", judgeEarlyTaps);
  import("./in_phone.js").catch(() => (document.documentElement.dataset.ready = "")); // without it the server judges
}
