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
let movedFrom = /** @type {string | null} */ (null); // what was typed before, where the keypad has just moved on by itself

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
  if (before) addUp(before);
  if (before) showEnd(before);
  active = name;
  isAgain = replaces = false;
  movedFrom = null;
  for (const element of parts("#record :is(.row, .points).active")) element.classList.remove("active");
  const cell = name === null ? null : field(name);
  for (const element of [cell?.closest(".row"), cell?.parentElement]) element?.classList.add("active");
  if (closer()) bringIntoView();
}

function moveOn(from = /** @type {string | null} */ (null)) {
  const order = cells();
  const after = [...order.slice(order.indexOf(active ?? "") + 1), ...order];
  activate(after.find(isBlank) ?? null);
  movedFrom = from;
}

/** Make one number of a sum, once another field is typed. */
function addUp(/** @type {Part} */ input) {
  if (/^[\d+]*\+[\d+]*$/.test(input.value)) input.value = String(sumOf(input.value));
}

const sumOf = (/** @type {string} */ text) => text.split("+").reduce((sum, term) => sum + Number(term), 0);

// Whether a third digit ends the text, and the rules allow so large a number.
const isLarge = (/** @type {string} */ text) => /(^|\+)\d{3}$/.test(text) && sumOf(text) <= Number(form().dataset.most);

// Whether no further digit can follow: the rules allow no longer number with this beginning. Where they have a limit, two
// digits are enough: who needs three types a 0 after them, or taps the player again.
function isComplete(/** @type {string} */ text) {
  const last = /\d+$/.exec(text)?.[0] ?? "";
  const { most } = form().dataset;
  if (Number(last) === 0) return last !== "";
  return most !== "" && ((last.length > 1 && !isAgain) || sumOf(`${text}0`) > Number(most));
}

/** What becomes of a third digit, in place of the line to read aloud: "larger" says it before it is typed, "taken" and "other" say
 * whose it was. `text`: what was typed for that player, with the digit. */
function say(/** @type {"larger" | "taken" | "other"} */ what, /** @type {Part} */ cell, /** @type {string} */ text) {
  const hint = part("#larger");
  const number = text.slice(-3);
  const name = part(".name", row(cell)).innerText;
  if (!hint) return;
  hint.textContent = hint.dataset[what].replace("{number}", number).replace("{before}", number.slice(0, 2)).replace("{name}", () => name);
}

const hush = () => part("#larger")?.replaceChildren();

function press(/** @type {string} */ key) {
  const from = movedFrom ?? "";
  const isThird = isLarge(from + key);
  // 100 typed straight: nobody begins a number with 0, and after the last player there is no other.
  const goesBack = isThird && (key === "0" || active === null);
  const before = lastTyped;
  if ((key === "+" || goesBack) && before !== null && before !== active) activate(before);
  if (active === null && key === "erase") activate(before);
  if (active === null) return;
  // The arrow is pressed by habit after the keypad has moved on by itself: nobody is skipped.
  if (key === "next") return from && isBlank(active) ? (movedFrom = null) : moveOn();
  const input = field(active);
  lastTyped = active;
  takeBackError(input);
  hush();
  if (replaces && /\d/.test(key)) input.value = "";
  if (goesBack) input.value = from;
  replaces = false;
  movedFrom = null;
  if (key === "erase") input.value = input.value.slice(0, -1);
  else if (key !== "+" || (input.value && !input.value.endsWith("+"))) input.value += key;
  if (isThird && before !== null) say(goesBack ? "taken" : "other", field(before), from + key);
  if (/^\d$/.test(key)) moveOnIfComplete(input.value);
  emit("hand:typed");
}

function moveOnIfComplete(/** @type {string} */ text) {
  if (!isComplete(text) || active === null) return false;
  if (isLarge(`${text}0`)) say("larger", field(active), `${text}0`);
  moveOn(text);
  return true;
}

// A sum is smaller than one number; of a long one the end is seen.
export function showEnd(/** @type {Part} */ input) {
  input.classList.toggle("sums", input.value.length > 3);
  input.scrollLeft = input.scrollWidth;
}

/** Type into the first blank field from now on, unless one is typed into already; into none while none is asked. */
export function activateDue() {
  if (typing() && active === null && lastTyped === null) activate(firstBlank());
  if (!typing()) activate(null);
}

/** Leave the field: what was typed last is that of another question. */
export function leave() {
  activate(null);
  lastTyped = null;
}

/** Where somebody types, and what they have typed last. */
export const typingState = () => ({ active, lastTyped, isAgain, replaces, movedFrom });

/** Type on there, in a form that was drawn anew, if that number is still asked. */
export function typeOn(/** @type {ReturnType<typeof typingState>} */ state) {
  if (state.active === null || !typing() || !cells().includes(state.active)) return;
  activate(state.active);
  ({ lastTyped, isAgain, replaces, movedFrom } = state);
}

// What was said of a number that is typed anew is no longer true.
export function takeBackError(/** @type {Part} */ cell) {
  cell.removeAttribute("aria-invalid");
  part(`#wrong-${cell.name}`)?.remove();
  row(cell).classList.toggle("wrong", part(".error", row(cell)) !== null);
}

/** A row was tapped: type into the field that was touched, else into its first blank one, anew where there is a number. */
export function tap(/** @type {Part} */ tapped, /** @type {Part} */ target) {
  hush();
  const here = target.matches("[data-of]") ? target.name : (firstBlank(tapped) ?? cells(tapped)[0]);
  if (!typing() || !here) return;
  activate(here);
  lastTyped = here;
  isAgain = replaces = !isBlank(here);
}

onPart("click", "#record button[data-key]", ({ dataset }) => press(dataset.key));
// A + or the third digit of a number in the next, still blank field returns to the field before, as on the keypad.
onPart("beforeinput", TYPED, (input, event) => {
  const key = event.data ?? "";
  if (input.value || !(key === "+" || isLarge((movedFrom ?? "") + key))) return;
  event.preventDefault();
  press(key);
  if (active !== null) field(active).focus();
});
onPart("input", TYPED, (input, event) => {
  if (active !== input.name) activate(input.name);
  lastTyped = input.name;
  takeBackError(input);
  hush();
  const isDigit = /^\d$/.test(/** @type {InputEvent} */ (event).data ?? "");
  if (isDigit && moveOnIfComplete(input.value) && active !== null) field(active).focus();
  emit("hand:typed");
});
onPart("focusin", TYPED, ({ name }) => active === name || activate(name));
onPart("focusout", TYPED, (input, { relatedTarget }) => {
  if (/** @type {Part | null} */ (relatedTarget)?.closest(".keys")) return; // its keys type into the field
  addUp(input);
  showEnd(input);
});
// Tab leads to the next number, and not to who closed. Pressed by habit after the form has moved on by itself it skips nobody.
onPart("keydown", TYPED, (input, event) => {
  if (event.key !== "Tab" || event.shiftKey) return;
  const order = cells();
  const isHere = movedFrom !== null && isBlank(input.name);
  const next = isHere ? input.name : order[order.indexOf(input.name) + 1];
  movedFrom = null;
  if (!next || (!isHere && part("[data-buy], .melded", row(input)))) return;
  event.preventDefault();
  field(next).focus();
});
