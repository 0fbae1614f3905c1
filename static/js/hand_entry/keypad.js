// The fields of a hand, and typing into them with the keypad or with keys: which one is active, moving on to the next one, sums.
// What is asked and may be typed is in data attributes of the page.

import { emit, onPart, part, parts } from "../dom.js";

export const TYPED = "#record [data-of]"; // the fields for numbers

export const form = () => part("#record");
export const field = (/** @type {string} */ name) => part(`#record [name="${name}"]`);
export const row = (/** @type {Part} */ cell) => /** @type {Part} */ (cell.closest(".row"));
export const seatOf = (/** @type {Part} */ cell) => row(cell).dataset.seat;
export const seatRow = (/** @type {string | undefined} */ seat) => part(`#record .row[data-seat="${seat}"]`);
export const chosen = (/** @type {string} */ name) => part(`#record [name=${name}]:checked`);
export const closer = () => chosen("closer")?.value ?? "";
export const close = () => chosen("close");
export const opponent = () => chosen("opponent")?.value ?? "";
export const asksOpponent = () => Boolean(field("opponent"));
export const asksHow = () => Boolean(field("close"));
export const typing = () => closer() === "nobody" || Boolean(closer() && (opponent() || !asksOpponent()) && (close() || !asksHow()));

// Whether a cell has to be filled in: data-of says whether it is the closer's, the others' or everybody's.
function isAsked(/** @type {Part} */ cell) {
  const closes = seatOf(cell) === closer();
  if (asksOpponent() && !closes && seatOf(cell) !== opponent()) return false;
  if (cell.dataset.of === "others") return !closes || close()?.value === "knock";
  return closes || cell.dataset.of === "all";
}

// In the order of the table, also where partners are side by side.
const turnOf = (/** @type {Part} */ cell) => Number(row(cell).dataset.turn ?? 0);
const inTurn = (/** @type {Part} */ one, /** @type {Part} */ other) => turnOf(one) - turnOf(other);
export const cells = (within = form()) => parts("[data-of]", within).filter(isAsked).sort(inTurn).map((cell) => cell.name);
export const isBlank = (/** @type {string} */ name) => !field(name).value.trim();
export const firstBlank = (within = form()) => cells(within).find(isBlank) ?? null;

export const mayClose = (/** @type {Part | null} */ chip) => !closer() || chip?.dataset.seats?.split(",").includes(closer());

// Where a hand is between two: the seats that the closer may meet.
export const met = () => seatRow(closer())?.dataset.meets?.split(",") ?? [];

// Typing

export let active = /** @type {string | null} */ (null); // the name of the field that the keypad types into
let lastTyped = /** @type {string | null} */ (null); // the name of the field that was typed into last
let isAgain = false; // whether the active field had a number and was tapped again
let replaces = false; // whether the next digit replaces that number
let hasMovedOn = false; // whether the keypad moved on to that field by itself

// With large letters a hand is longer than the screen: the row that is typed, else the panel, comes into view.
export function bringIntoView() {
  const block = part("#board .block")?.getBoundingClientRect();
  const target = part("#record .row.active")?.getBoundingClientRect() ?? block;
  if (!block || !target) return;
  const isAbove = target.top < block.top && block.left < target.right;
  const below = target.bottom - (isAbove ? Math.min(block.top, innerHeight) : innerHeight);
  if (below > 0) scrollBy(0, Math.min(below, target.top));
  else if (target.top < 0) scrollBy(0, target.top);
}

function activate(/** @type {string | null} */ name) {
  const before = active === null || active === name ? null : field(active);
  if (before) numbers?.addUp(before);
  if (before) showEnd(before);
  active = name;
  isAgain = replaces = hasMovedOn = false;
  for (const element of parts("#record :is(.row, .points).active")) element.classList.remove("active");
  const cell = name === null ? null : field(name);
  for (const element of [cell?.closest(".row"), cell?.parentElement]) element?.classList.add("active");
  if (closer()) bringIntoView();
}

function moveOn(byItself = false) {
  const order = cells();
  const after = [...order.slice(order.indexOf(active ?? "") + 1), ...order];
  activate(after.find(isBlank) ?? null);
  hasMovedOn = byItself;
}

// Whether no further digit can follow: the rules allow no longer number with this beginning. Where they have a limit, two
// digits are enough: who needs three taps the player again.
function isComplete(/** @type {string} */ text) {
  const terms = text.split("+");
  const last = terms.pop() ?? "";
  if (!/^\d+$/.test(last)) return false;
  const before = terms.reduce((sum, term) => sum + Number(term), 0);
  const { most } = form().dataset;
  if (Number(last) === 0) return true;
  return most !== "" && ((last.length > 1 && !isAgain) || before + Number(last) * 10 > Number(most));
}

// Comforts of typing, loaded once somebody closed: numbers.js.
let numbers = /** @type {typeof import("./numbers.js") | undefined} */ (undefined);

function press(/** @type {string} */ key) {
  if (key === "+" && lastTyped !== null && lastTyped !== active) activate(lastTyped);
  if (active === null && key === "erase") activate(lastTyped);
  if (active === null) return;
  // The arrow is pressed by habit after the keypad has moved on by itself: nobody is skipped.
  if (key === "next") return hasMovedOn && isBlank(active) ? (hasMovedOn = false) : moveOn();
  const input = field(active);
  lastTyped = active;
  takeBackError(input);
  numbers?.forgetLarger(key);
  if (replaces && /\d/.test(key)) input.value = "";
  replaces = hasMovedOn = false;
  if (key === "erase") input.value = input.value.slice(0, -1);
  else if (key !== "+" || (input.value && !input.value.endsWith("+"))) input.value += key;
  if (/^\d$/.test(key) && isComplete(input.value)) {
    numbers?.sayLarger(input.value);
    moveOn(true);
  }
  emit("hand:typed");
}

// A sum is smaller than one number; of a long one the end is seen.
export function showEnd(/** @type {Part} */ input) {
  input.classList.toggle("sums", input.value.length > 3);
  input.scrollLeft = input.scrollWidth;
}

/** Type into the first blank field from now on, unless one is typed into already; into none while none is asked. */
export function activateDue() {
  if (closer()) import("./numbers.js").then((loaded) => (numbers = loaded), () => {});
  if (typing() && active === null && lastTyped === null) activate(firstBlank());
  if (!typing()) activate(null);
}

/** Leave the field: what was typed last is that of another question. */
export function leave() {
  activate(null);
  lastTyped = null;
}

// What was said of a number that is typed anew is no longer true.
export function takeBackError(/** @type {Part} */ cell) {
  cell.removeAttribute("aria-invalid");
  part(`#wrong-${cell.name}`)?.remove();
  row(cell).classList.toggle("wrong", part(".error", row(cell)) !== null);
}

/** A row was tapped: type into the field that was touched, else into its first blank one, anew where there is a number. */
export function tap(/** @type {Part} */ tapped, /** @type {Part} */ target) {
  numbers?.forgetLarger("");
  const here = target.matches("[data-of]") ? target.name : (firstBlank(tapped) ?? cells(tapped)[0]);
  if (!typing() || !here) return;
  activate(here);
  lastTyped = here;
  isAgain = replaces = !isBlank(here);
}

onPart("click", "#record button[data-key]", ({ dataset }) => press(dataset.key));
// A + in the next, still blank field returns to the field before, as on the keypad.
onPart("beforeinput", TYPED, (input, event) => {
  if (event.data !== "+" || input.value) return;
  event.preventDefault();
  press("+");
  if (active !== null) field(active).focus();
});
onPart("input", TYPED, (input, event) => {
  if (active !== input.name) activate(input.name);
  lastTyped = input.name;
  takeBackError(input);
  numbers?.forgetLarger(/** @type {InputEvent} */ (event).data ?? "");
  if (/^\d$/.test(/** @type {InputEvent} */ (event).data ?? "") && isComplete(input.value)) {
    numbers?.sayLarger(input.value);
    moveOn(true);
    if (active !== null) field(active).focus();
  }
  emit("hand:typed");
});
onPart("focusin", TYPED, ({ name }) => active === name || activate(name));
