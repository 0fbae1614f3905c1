// The form of a hand, for one thumb: the keypad, moving on to the next field, the preview of the line to read aloud,
// the draft of a half-typed hand, the keyboard. The form works without this file. It knows no rule of the game: what
// may be typed and tapped is in data attributes of the page.

import "../offline/connection.js";
import { speak, speakLine } from "../board/signals.js";
import { emit, on } from "../events.js";
import { stopIfChanged, waitInForm, waitingFields } from "./waiting_form.js";

const CONFIRM_MS = 4000;
const TIMEOUT_MS = 3000; // then the hand waits in its form
const HAND_FIELDS = /^(closer|opponent|close|deadwood_|table_|value_|buys_|melded_)/; // the fields of the hand itself
const KEYS = ["seq", "client_key"]; // of a hand that waits
const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
let active = null; // the name of the field that the keypad types into
let isAgain = false; // whether that field had a number and was tapped again
let replaces = false; // whether the next digit replaces that number
let hasMovedOn = false; // whether the keypad moved on to that field by itself
let usesKeyboard = false; // whether the last input came from a keyboard

const form = () => document.getElementById("record");
const field = (name) => form()?.querySelector(`[name="${name}"]`);
const row = (cell) => cell.closest(".row");
const closer = () => form()?.querySelector("[name=closer]:checked")?.value;
const close = () => form()?.querySelector("[name=close]:checked");
const opponent = () => form()?.querySelector("[name=opponent]:checked")?.value;
const asksOpponent = () => Boolean(form().querySelector("[name=opponent]"));
const asksHow = () => Boolean(form().querySelector("[name=close]"));
const typing = () => closer() === "nobody" || Boolean(closer() && (opponent() || !asksOpponent()) && (close() || !asksHow()));

// Whether a cell has to be filled in: data-of says whether it is the closer's, the others' or everybody's.
function isAsked(cell) {
  const closes = row(cell).dataset.seat === closer();
  if (asksOpponent() && !closes && row(cell).dataset.seat !== opponent()) return false;
  if (cell.dataset.of === "others") return !closes || close()?.value === "knock";
  return closes || cell.dataset.of === "all";
}

const cells = (within = form()) => [...within.querySelectorAll("[data-of]")].filter(isAsked).map((cell) => cell.name);
const isBlank = (name) => !field(name).value.trim();

function activate(name) {
  active = name;
  isAgain = replaces = hasMovedOn = false;
  for (const element of form().querySelectorAll(".row.active, .points.active")) element.classList.remove("active");
  const cell = name === null ? null : field(name);
  for (const element of [cell?.closest(".row"), cell?.parentElement]) element?.classList.add("active");
}

function activateAgain(name) {
  activate(name);
  lastTyped = name;
  isAgain = replaces = !isBlank(name);
}

const firstBlank = (within) => cells(within).find(isBlank) ?? null;

function moveOn() {
  const order = cells();
  const after = order.slice(order.indexOf(active) + 1).concat(order);
  activate(after.find(isBlank) ?? null);
}

function moveOnByItself() {
  moveOn();
  hasMovedOn = true;
}

// Whether no longer number that the rules allow begins with these digits. Where they have a limit, two digits are
// enough: who needs three taps the player again.
function isComplete(text) {
  const terms = text.split("+");
  const last = terms.pop();
  if (!/^\d+$/.test(last)) return false;
  const before = terms.reduce((sum, term) => sum + Number(term), 0);
  const most = form().dataset.most;
  if (Number(last) === 0) return true;
  return most !== "" && ((last.length > 1 && !isAgain) || before + Number(last) * 10 > Number(most));
}

let lastTyped = null;

const buysField = (button) => button.parentElement.querySelector("input");

// One buy more; after the most that the rules allow, none again.
function buy(button) {
  const times = (Number(buysField(button).value) || 0) + 1;
  buysField(button).value = times > Number(button.dataset.buy) ? "" : String(times);
  changed();
  speak(button.textContent);
}

function press(key) {
  if (key === "+" && lastTyped !== null && lastTyped !== active) activate(lastTyped);
  if (active === null) {
    if (key !== "erase" || lastTyped === null) return;
    activate(lastTyped);
  }
  // The arrow is pressed by habit after the keypad has moved on by itself: nobody is skipped.
  if (key === "next") return hasMovedOn && isBlank(active) ? (hasMovedOn = false) : moveOn();
  const input = field(active);
  lastTyped = active;
  takeBackError(input);
  if (replaces && /\d/.test(key)) input.value = "";
  replaces = hasMovedOn = false;
  if (key === "erase") input.value = input.value.slice(0, -1);
  else if (key === "+") input.value = input.value && !input.value.endsWith("+") ? `${input.value}+` : input.value;
  else input.value += key;
  if (/^\d$/.test(key) && isComplete(input.value)) moveOnByItself();
  changed();
}

const mayClose = (chip) => !closer() || chip.dataset.seats.split(",").includes(closer());

// Where a hand is between two: the seats that the closer may meet.
const seatRow = (seat) => form().querySelector(`.row[data-seat="${seat}"]`);
const met = () => seatRow(closer())?.dataset.meets?.split(",") ?? [];

// The number that was typed for another opponent goes along.
function chooseOpponent(seat) {
  const [from, to] = [opponent(), seat].map((other) => field(`deadwood_${other}`));
  if (from?.value && !to.value) [from.value, to.value] = ["", from.value];
  document.getElementById(`opponent-${seat}`).checked = true;
  activate(null);
  lastTyped = null;
}

// Choose the opponent who is due, drop one whom the closer cannot meet, and show whom the hand is between.
function refreshOpponent() {
  if (!asksOpponent()) return;
  const chosen = form().querySelector("[name=opponent]:checked");
  if (chosen && !met().includes(chosen.value)) chosen.checked = false;
  if (!opponent() && seatRow(closer())?.dataset.due) chooseOpponent(seatRow(closer()).dataset.due);
  for (const label of form().querySelectorAll("[data-opponent]")) label.hidden = !met().includes(label.dataset.opponent);
  for (const each of form().querySelectorAll(".row[data-seat]")) {
    each.classList.toggle("apart", Boolean(opponent()) && ![closer(), opponent()].includes(each.dataset.seat));
  }
}

// Show the chips that this closer may tap, and the points of the chosen close beside the name.
function refresh() {
  if (!form()) return;
  refreshOpponent();
  for (const chip of form().querySelectorAll(".chip")) {
    chip.hidden = !mayClose(chip);
  }
  const chosen = close()?.closest(".chip");
  for (const points of form().querySelectorAll(".kept")) points.textContent = chosen && close().value !== "knock" ? chosen.dataset.points : "";
  for (const button of form().querySelectorAll("[data-buy]")) button.querySelector("b").textContent = buysField(button).value || "0";
  if (typing() && active === null && lastTyped === null) activate(firstBlank());
  if (!typing()) activate(null);
}

// What was said of a number that is typed anew is no longer true.
function takeBackError(cell) {
  const wrong = row(cell);
  wrong.classList.remove("wrong");
  for (const error of wrong.querySelectorAll(".error")) error.remove();
  for (const input of wrong.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

let previewTimer;
let saidBefore = []; // what the line said before a closer was chosen
function changed() {
  refresh();
  storeDraft();
  clearTimeout(previewTimer);
  if (!closer()) document.getElementById("line")?.replaceChildren(...saidBefore);
  previewTimer = setTimeout(() => {
    const line = document.getElementById("line");
    if (line?.hasAttribute("hx-post") && closer()) window.htmx?.trigger(line, "say");
  }, firstBlank() ? 120 : 0);
}

// The draft of a half-typed hand in localStorage survives a reload, an empty battery and what others write meanwhile.
// Its key is hand:match:number for the board and hand:match:number:ref:act for a correction.
const draftKey = () => `hand:${document.getElementById("board")?.dataset.hand}`;
const isCorrection = () => draftKey().split(":").length > 3;

function storeDraft() {
  stopIfChanged();
  const fields = [...new FormData(form())].filter(([name]) => HAND_FIELDS.test(name));
  try {
    localStorage.setItem(draftKey(), JSON.stringify(fields));
  } catch {
    // Storage is full or forbidden: there is no draft.
  }
}

// Drafts of earlier hands, and of corrections once the board is shown again, are outdated.
function isOutdated(key) {
  const [kind, match, number, ref] = key.split(":");
  const [, here, now] = draftKey().split(":");
  return kind === "hand" && match === here && (Number(number) < Number(now) || ref !== undefined);
}

function removeOutdatedDrafts() {
  if (isCorrection()) return;
  try {
    for (const key of Object.keys(localStorage)) if (isOutdated(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: there are no drafts.
  }
}

function restoreDraft() {
  let fields;
  try {
    fields = waitingFields() ?? JSON.parse(localStorage.getItem(draftKey()) ?? "[]");
  } catch {
    return;
  }
  for (const [name, value] of fields) {
    const inputs = [...form().querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const radio = inputs.find((input) => input.type === "radio" && input.value === value);
    if (radio) radio.checked = true;
    else if (inputs[0]?.type === "checkbox") inputs[0].checked = true;
    else if (inputs[0]?.type === "text" || KEYS.includes(name)) inputs[0].value = value;
  }
  // What others wrote may have made this kind of close impossible.
  const chosen = close();
  if (chosen && !mayClose(chosen.closest(".chip"))) chosen.checked = false;
}

// By keyboard

// The visible radios of one question.
const choices = (radio) => [...form().querySelectorAll(`[name="${radio.name}"]`)].filter((input) => input.labels[0]?.getClientRects().length);

function focusNext() {
  const chip = form().querySelector(".chip:not([hidden]) input");
  const against = closer() && asksOpponent() && !opponent() && choices(form().querySelector("[name=opponent]"))[0];
  const next = against || (typing() ? field(firstBlank() ?? cells()[0]) : closer() ? chip : form().querySelector("[name=closer]"));
  next?.focus({ preventScroll: true });
}

// Arrows move the focus only; Enter and Space choose, as a tap does.
function choose(radio) {
  if (radio.name === "closer" && !radio.checked && close()) close().checked = false;
  radio.click();
  if (radio.checked) focusNext();
}

function goBack() {
  const chosen = close() ?? form().querySelector("[name=closer]:checked");
  if (!chosen) return;
  chosen.checked = false;
  if (chosen.name === "closer") for (const other of form().querySelectorAll("[name=opponent]")) other.checked = false;
  lastTyped = null;
  changed();
  chosen.focus({ preventScroll: true });
}

// Choose another closer; the points of the others stay.
function resetCloser() {
  for (const input of form().querySelectorAll("[type=radio]:checked")) input.checked = false;
  for (const sure of form().querySelectorAll(".sure")) sure.classList.remove("sure");
  lastTyped = null;
  changed();
  if (usesKeyboard) focusNext();
}

function setUp() {
  active = lastTyped = null;
  removeOutdatedDrafts();
  if (!form()) return;
  saidBefore = closer() ? [] : [...document.getElementById("line").childNodes];
  // Fields that the server filled in are newer than the draft, except in a correction.
  if (!closer() || isCorrection()) restoreDraft();
  for (const input of form().querySelectorAll("[data-of]")) input.inputMode = "none";
  refresh();
  if (closer()) changed();
}

document.addEventListener("click", (event) => {
  if (!form()) return;
  const key = event.target.closest("#record [data-key]");
  if (key && key.tagName === "BUTTON") return press(key.dataset.key);
  const buys = event.target.closest("#record [data-buy]");
  if (buys) return buy(buys);
  const tapped = event.target.closest("#record .row[data-seat]");
  if (!tapped || event.target.type === "radio" || event.target.closest(".melded")) return;
  if (!closer()) {
    // The name is the label of the radio; make the rest of the row do the same.
    if (!event.target.closest("label")) tapped.querySelector("[name=closer]")?.click();
    return;
  }
  event.preventDefault();
  if (met().includes(tapped.dataset.seat) && tapped.dataset.seat !== opponent()) {
    chooseOpponent(tapped.dataset.seat);
    return changed();
  }
  if (tapped.dataset.seat === closer() && asksHow()) {
    if (close()) close().checked = false;
    return changed();
  }
  const here = event.target.matches("[data-of]") ? event.target.name : (firstBlank(tapped) ?? cells(tapped)[0]);
  if (typing() && here) activateAgain(here);
});

// Open the checker with the hand typed so far, which comes back in the address.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-check]");
  if (!link || !form()) return;
  const fields = [...new FormData(form())].filter(([name, value]) => value && HAND_FIELDS.test(name));
  if (active !== null) fields.push(["at", row(field(active)).dataset.seat]);
  link.search = new URLSearchParams(fields);
});

// After a clash with another save: close its panel to edit the numbers; dismiss the message about news.
document.addEventListener("click", (event) => {
  const clash = form()?.querySelector(".clash-panel");
  if (clash && event.target.closest("[data-edit], #record .row[data-seat]")) clash.remove();
  if (event.target.closest("[data-heard]")) event.target.closest(".meanwhile").hidden = true;
});

// Drop the draft; the link then opens the board as it is.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-drop]")) return;
  try {
    localStorage.removeItem(draftKey());
  } catch {
    // Storage is forbidden: there is no draft.
  }
});

// A rare close has to be tapped twice: a slip of the thumb would decide too much.
document.addEventListener("click", (event) => {
  if (!event.target.matches("#record .chip.rare input")) return;
  const chip = event.target.closest(".chip");
  const label = chip.querySelector("label");
  if (chip.classList.contains("sure")) return;
  event.preventDefault();
  chip.classList.add("sure");
  label.dataset.text ??= label.textContent;
  label.textContent = chip.dataset.ask;
  speak(chip.dataset.ask);
  setTimeout(() => {
    chip.classList.remove("sure");
    label.textContent = label.dataset.text;
  }, CONFIRM_MS);
});

document.addEventListener("pointerdown", () => {
  usesKeyboard = false;
});
document.addEventListener("keydown", (event) => {
  usesKeyboard = true;
  if (!form() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") return goBack();
  const radio = event.target.closest("#record [type=radio]");
  const chooses = event.key === "Enter" || event.key === " ";
  if (radio && event.key in STEPS) {
    const all = choices(radio);
    all.at((all.indexOf(radio) + STEPS[event.key]) % all.length)?.focus();
  } else if (radio && chooses && !event.repeat) choose(radio);
  // A repeating key neither chooses nor saves.
  else if (!chooses || !(radio || (event.repeat && event.target.closest("#record")))) return;
  event.preventDefault();
});
// The space bar has already chosen on keydown.
document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.matches("#record [type=radio]")) event.preventDefault();
});
// A + in the next, still blank field returns to the field before, as on the keypad.
document.addEventListener("beforeinput", (event) => {
  if (event.data !== "+" || event.target.value || !event.target.matches("#record [data-of]")) return;
  event.preventDefault();
  press("+");
  field(active)?.focus();
});

document.addEventListener("change", (event) => {
  if (event.target.closest("#record")) changed();
  // Nobody's points count beside a close that wins the match.
  if (event.target.closest("#record [data-wins]") && !isCorrection()) form().requestSubmit();
});
document.addEventListener("input", (event) => {
  if (!event.target.matches("#record [data-of]")) return;
  if (active !== event.target.name) activate(event.target.name);
  lastTyped = event.target.name;
  takeBackError(event.target);
  if (/^\d$/.test(event.data ?? "") && isComplete(event.target.value)) {
    moveOnByItself();
    if (active !== null) field(active).focus();
  }
  changed();
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("#record [data-of]") && active !== event.target.name) activate(event.target.name);
});
document.addEventListener("reset", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  resetCloser();
});
// In the capture phase, before htmx reads the form.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    if (form().classList.contains("htmx-request")) {
      event.preventDefault();
      return event.stopPropagation(); // the first is under way
    }
    field("happened_at").value = new Date().toISOString();
    // A preview that comes now would hide the message about the save.
    clearTimeout(previewTimer);
    window.htmx?.trigger("#line", "htmx:abort");
  },
  true,
);
document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.matches("#board form")) event.detail.timeout = TIMEOUT_MS;
});

// No answer. A hand waits in its form; its key makes a second try harmless.
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ target }) => {
    if (target.id !== "line") emit("hand:failed", target === form() && closer() && waitInForm() ? "waits" : "failed");
  });
}
// `why`: the sentence is in that data attribute of the board.
on("hand:failed", (why) => {
  const line = document.querySelector("#board [data-read-aloud]");
  if (!line) return;
  const message = document.createElement("p");
  const { dataset } = document.getElementById("board");
  message.className = "error";
  message.textContent = why === "failed" && form() && typing() ? `${dataset.failed} ${dataset.again}` : dataset[why]; // else there is no Save
  line.replaceChildren(message);
  speakLine();
});

// After a new board is shown, whether this phone or another one wrote.
function boardShown(hadFocus) {
  setUp();
  // The focused element went with the old board.
  if (!hadFocus || document.activeElement !== document.body) return;
  if (usesKeyboard && form()) focusNext();
  else document.querySelector("[data-heading]")?.focus({ preventScroll: true });
}

on("board:shown", ({ hadFocus }) => boardShown(hadFocus));
on("hand:moved", setUp); // the form is that of another hand
// Together with the swap: who leaves the page before htmx settles and comes back must not find the saved hand typed.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && removeOutdatedDrafts());
on("hand:stored", removeOutdatedDrafts); // the same before the engine has drawn the board
document.addEventListener("htmx:afterSettle", (event) => {
  const swapped = [event.target.id, event.detail.target?.id];
  if (swapped.includes("board")) boardShown(true);
  if (swapped.includes("board") || swapped.includes("line")) speakLine();
});
setUp();
// The hand that came in the address is stored as a draft; a reload must not fill it in again.
if (!isCorrection() && location.search) history.replaceState(null, "", location.pathname);
