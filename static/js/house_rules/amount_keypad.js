// Amounts of money, typed with the thumb on our keypad (_amount_keypad.html): a tap on such a field opens it in place of
// the keypad of the phone. Who moves to the field by keyboard types as in any other. Without this file the phone shows
// its own.

import "../offline/connection.js";

const AMOUNTS = "[inputmode=decimal], [data-amount]";
const TYPED = /^(\d{0,7})(?:([.,])(\d{0,2}))?$/; // as parsed_cents of scores/core/notation/numbers.py reads it

let active = null; // the field that the keypad types into
let before = ""; // its value when the keypad opened
let replaces = false; // whether the next digit replaces that value

const keypad = () => document.querySelector(".amounts");
const startButton = () => keypad().parentElement.querySelector(".start");
const visible = () => [...document.querySelectorAll(AMOUNTS)].filter((field) => field.getClientRects().length);

// 0,5 as 0,50 and 3, as 3. Anything that is no amount stays as it is.
function tidied(text) {
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

function open(field) {
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
  show();
}

function show() {
  const label = active.labels[0].firstChild.textContent.trim();
  const currency = active.form.elements.currency?.value.trim() ?? keypad().dataset.currency;
  const amount = tidied(active.value);
  const text = amount && currency ? `${amount}\u00a0${currency}` : amount || active.placeholder;
  keypad().querySelector("output").textContent = `${label}: ${text}`;
}

// Leave the field with a readable amount.
function finish() {
  active.value = tidied(active.value);
  if (active.value !== before) active.dispatchEvent(new Event("change", { bubbles: true }));
}

function close() {
  const field = active;
  active = null;
  document.documentElement.style.scrollPaddingBottom = "";
  if (!field.isConnected) return; // the form was drawn again, with its keypad closed
  keypad().hidden = true;
  startButton().hidden = false;
}

function done() {
  finish();
  active.focus({ preventScroll: true });
  close();
}

function next() {
  const fields = visible();
  const field = fields[fields.indexOf(active) + 1];
  if (!field) return done();
  finish();
  field.focus({ preventScroll: true });
  open(field);
}

function press(key) {
  if (key === "done") return done();
  if (key === "next") return next();
  const start = replaces && key !== "erase" ? "" : active.value;
  const text = key === "erase" ? start.slice(0, -1) : start + (/\d/.test(key) || start ? key : `0${key}`);
  replaces = false;
  if (key !== "erase" && !TYPED.test(text)) return;
  active.value = text;
  active.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("pointerdown", prepare);
// The focus stays in the field, so that it shows what is typed into.
document.addEventListener("mousedown", (event) => event.target.closest(".amounts") && event.preventDefault());
document.addEventListener("click", ({ target }) => {
  const field = target.closest(AMOUNTS);
  const key = target.closest(".amounts [data-key]");
  if (field && field !== active) open(field);
  else if (key && active) press(key.dataset.key);
});
document.addEventListener("input", ({ target }) => target === active && show());
document.addEventListener("focusin", ({ target }) => {
  if (!active || target === active || target.closest(".amounts")) return;
  finish();
  close();
});
if (document.activeElement.matches(AMOUNTS)) open(document.activeElement);
