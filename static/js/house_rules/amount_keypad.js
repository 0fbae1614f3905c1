// Amounts of money, typed with the thumb on our keypad (_amount_keypad.html): a tap on such a field opens it in place of
// the keypad of the phone. Who moves to the field by keyboard types as in any other. Without this file the phone shows
// its own.

import { onPart, part, parts } from "../dom.js";

const AMOUNTS = "[inputmode=decimal], [data-amount]";
const TYPED = /^(\d{0,7})(?:([.,])(\d{0,2}))?$/; // as parsed_cents of scores/core/notation/numbers.py reads it

let active = /** @type {Part | null} */ (null); // the field that the keypad types into
let before = ""; // its value when the keypad opened
let replaces = false; // whether the next digit replaces that value

const keypad = () => part(".amounts");
const startButton = () => part(".start", keypad().parentElement);
const visible = () => parts(AMOUNTS).filter((field) => field.getClientRects().length);

// 0,5 as 0,50 and 3, as 3. Anything that is no amount stays as it is.
function tidied(/** @type {string} */ text) {
  const [, whole, mark, decimals] = TYPED.exec(text) ?? [];
  if (whole === undefined || !(whole + (decimals ?? ""))) return whole === undefined ? text : "";
  const units = whole.replace(/^0+(?=\d)/, "") || "0";
  return Number(decimals) ? units + mark + decimals.padEnd(2, "0") : units;
}

// The keypad of the phone stays away from now on, and goes if it is there already.
function prepare() {
  for (const field of visible()) {
    field.inputMode = "none";
    field.dataset.amount = "";
  }
}

function open(/** @type {Part} */ field) {
  const hadOther = field.inputMode === "decimal";
  prepare();
  if (hadOther) field.blur();
  active = field;
  before = field.value;
  replaces = before !== "";
  keypad().hidden = false;
  startButton().hidden = true;
  document.documentElement.style.scrollPaddingBottom = `${keypad().offsetHeight + 8}px`;
  if (hadOther) field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" });
  show(field);
}

function show(/** @type {Part} */ field) {
  const label = field.labels[0].firstChild.textContent.trim();
  const currency = part("[name=currency]", field.form)?.value.trim() ?? keypad().dataset.currency;
  const amount = tidied(field.value);
  const text = amount && currency ? `${amount}\u00a0${currency}` : amount || field.placeholder;
  part("output", keypad()).textContent = `${label}: ${text}`;
}

// The field is left with a readable amount.
function close(/** @type {Part} */ field) {
  active = null;
  field.value = tidied(field.value);
  if (field.value !== before) field.dispatchEvent(new Event("change", { bubbles: true }));
  document.documentElement.style.scrollPaddingBottom = "";
  if (!field.isConnected) return; // the form was drawn again, with its keypad closed
  keypad().hidden = true;
  startButton().hidden = false;
}

function leave(/** @type {Part} */ field, /** @type {Part | undefined} */ next) {
  close(field);
  (next ?? field).focus({ preventScroll: true });
  if (next) open(next);
}

function press(/** @type {string} */ key, /** @type {Part} */ field) {
  const fields = visible();
  if (key === "done") return leave(field, undefined);
  if (key === "next") return leave(field, fields[fields.indexOf(field) + 1]);
  const start = replaces && key !== "erase" ? "" : field.value;
  const text = key === "erase" ? start.slice(0, -1) : start + (/\d/.test(key) || start ? key : `0${key}`);
  replaces = false;
  if (key !== "erase" && !TYPED.test(text)) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("pointerdown", prepare);
// The focus stays in the field, so that it shows what is typed into.
onPart("mousedown", ".amounts", (_keypad, event) => event.preventDefault());
onPart("click", AMOUNTS, (field) => field === active || open(field));
onPart("click", ".amounts [data-key]", ({ dataset }) => active && press(dataset.key, active));
document.addEventListener("input", ({ target }) => target === active && show(target));
document.addEventListener("focusin", ({ target }) => {
  if (!active || target === active || target.closest(".amounts")) return;
  close(active);
});
const focused = /** @type {Part | null} */ (document.activeElement);
if (focused?.matches(AMOUNTS)) open(focused);
