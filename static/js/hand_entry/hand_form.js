// The form of a hand, for one thumb: the keypad, moving on to the next field, the preview of the line to read aloud,
// the draft of a half-typed hand, the keyboard. The form works without this file. It knows no rule of the game: what
// may be typed and tapped is in data attributes of the page.

import "../offline/connection.js";
import { isMoreOpen, speak, speakLine } from "../board/signals.js";
import { board, emit, fieldsOf, isSure, on, onNoAnswer, onPart, part, parts, tryStorage } from "../dom.js";
import { stopIfChanged, waitInForm, waitingFields } from "./waiting_form.js";

const TIMEOUT_MS = 3000; // then the hand waits in its form
const HAND_FIELDS = /^(closer|opponent|close|deadwood_|table_|value_|buys_|melded_)/; // the fields of the hand itself
const KEYS = ["seq", "client_key"]; // of a hand that waits
const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });
const TYPED = "#record [data-of]"; // the fields for numbers

let active = /** @type {string | null} */ (null); // the name of the field that the keypad types into
let lastTyped = /** @type {string | null} */ (null); // the name of the field that was typed into last
let isAgain = false; // whether the active field had a number and was tapped again
let replaces = false; // whether the next digit replaces that number
let hasMovedOn = false; // whether the keypad moved on to that field by itself
let usesKeyboard = false; // whether the last input came from a keyboard

const form = () => part("#record");
const field = (/** @type {string} */ name) => part(`#record [name="${name}"]`);
const row = (/** @type {Part} */ cell) => /** @type {Part} */ (cell.closest(".row"));
const seatOf = (/** @type {Part} */ cell) => row(cell).dataset.seat;
const seatRow = (/** @type {string | undefined} */ seat) => part(`#record .row[data-seat="${seat}"]`);
const chosen = (/** @type {string} */ name) => part(`#record [name=${name}]:checked`);
const closer = () => chosen("closer")?.value ?? "";
const close = () => chosen("close");
const opponent = () => chosen("opponent")?.value ?? "";
const asksOpponent = () => Boolean(field("opponent"));
const asksHow = () => Boolean(field("close"));
const typing = () => closer() === "nobody" || Boolean(closer() && (opponent() || !asksOpponent()) && (close() || !asksHow()));

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
const cells = (within = form()) => parts("[data-of]", within).filter(isAsked).sort(inTurn).map((cell) => cell.name);
const isBlank = (/** @type {string} */ name) => !field(name).value.trim();
const firstBlank = (within = form()) => cells(within).find(isBlank) ?? null;

// With large letters a hand is longer than the screen: the row that is typed, else the panel, comes into view.
function bringIntoView() {
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

const buysField = (/** @type {Part} */ button) => part("input", button.parentElement);

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
  changed();
}

const mayClose = (/** @type {Part | null} */ chip) => !closer() || chip?.dataset.seats?.split(",").includes(closer());

// Where a hand is between two: the seats that the closer may meet.
const met = () => seatRow(closer())?.dataset.meets?.split(",") ?? [];

// The number that was typed for another opponent goes along.
function chooseOpponent(/** @type {string} */ seat) {
  const [from, to] = [opponent(), seat].map((other) => field(`deadwood_${other}`));
  if (from?.value && !to.value) [from.value, to.value] = ["", from.value];
  part(`#opponent-${seat}`).checked = true;
  activate(null);
  lastTyped = null;
}

// Choose the opponent who is due, drop one whom the closer cannot meet, and show whom the hand is between.
function refreshOpponent() {
  if (!asksOpponent()) return;
  const against = chosen("opponent");
  if (against && !met().includes(against.value)) against.checked = false;
  const due = seatRow(closer())?.dataset.due;
  if (!opponent() && due) chooseOpponent(due);
  for (const label of parts("#record [data-opponent]")) label.hidden = !met().includes(label.dataset.opponent);
  const pair = [closer(), opponent()];
  for (const each of parts("#record .row[data-seat]")) each.classList.toggle("apart", Boolean(opponent()) && !pair.includes(each.dataset.seat));
}

// A sum is smaller than one number; of a long one the end is seen.
function showEnd(/** @type {Part} */ input) {
  input.classList.toggle("sums", input.value.length > 3);
  input.scrollLeft = input.scrollWidth;
}

// Show the chips that this closer may tap, and the points of the chosen close beside the name.
function refresh() {
  if (!form()) return;
  refreshOpponent();
  for (const chip of parts("#record .chip")) chip.hidden = !mayClose(chip);
  for (const why of parts("#record [data-why]")) why.hidden = why.dataset.why !== closer();
  for (const input of parts(TYPED)) showEnd(input);
  const chip = close()?.closest(".chip");
  for (const points of parts("#record .kept")) points.textContent = chip && close().value !== "knock" ? chip.dataset.points : "";
  for (const button of parts("#record [data-buy]")) part("b", button).textContent = buysField(button).value || "0";
  if (typing() && active === null && lastTyped === null) activate(firstBlank());
  if (!typing()) activate(null);
}

// What was said of a number that is typed anew is no longer true.
function takeBackError(/** @type {Part} */ cell) {
  cell.removeAttribute("aria-invalid");
  part(`#wrong-${cell.name}`)?.remove();
  row(cell).classList.toggle("wrong", part(".error", row(cell)) !== null);
}

let previewTimer = 0;
let saidBefore = /** @type {Node[]} */ ([]); // what the line said before a closer was chosen

function changed() {
  refresh();
  storeDraft();
  if (closer()) import("./numbers.js").then((loaded) => (numbers = loaded), () => {});
  clearTimeout(previewTimer);
  if (!closer()) window.htmx?.trigger("#line", "htmx:abort"); // the answer on its way is about the one before
  if (!closer()) part("#line")?.replaceChildren(...saidBefore);
  previewTimer = setTimeout(() => closer() && part("#line[hx-post]") && window.htmx?.trigger("#line", "say"), firstBlank() ? 120 : 0);
}

// The draft of a half-typed hand in localStorage survives a reload, an empty battery and what others write meanwhile.
// Its key is hand:match:number for the board and hand:match:number:ref:act for a correction. Where storage is full or
// forbidden there is no draft.
const draftKey = () => `hand:${board()?.dataset.hand}`;
const isCorrection = () => draftKey().split(":").length > 3;
const handFields = () => fieldsOf(form()).filter(([name]) => HAND_FIELDS.test(name));

function storeDraft() {
  delete form().dataset.unanswered;
  stopIfChanged();
  tryStorage(() => localStorage.setItem(draftKey(), JSON.stringify(handFields())));
}

// Drafts of earlier hands, and of corrections once the board is shown again, are outdated.
function isOutdated(/** @type {string} */ key) {
  const [kind, match, number, ref] = key.split(":");
  const [, here, now] = draftKey().split(":");
  return kind === "hand" && match === here && (Number(number) < Number(now) || ref !== undefined);
}

function removeOutdatedDrafts() {
  if (isCorrection()) return;
  tryStorage(() => Object.keys(localStorage).filter(isOutdated).forEach((key) => localStorage.removeItem(key)));
}

function restoreDraft() {
  /** @type {Pairs} */
  const fields = tryStorage(() => waitingFields() ?? JSON.parse(localStorage.getItem(draftKey()) ?? "[]"), []);
  for (const [name, value] of fields) {
    const inputs = parts(`#record [name="${CSS.escape(name)}"]`);
    const radio = inputs.find((input) => input.type === "radio" && input.value === value);
    if (radio) radio.checked = true;
    else if (inputs[0]?.type === "checkbox") inputs[0].checked = true;
    else if (inputs[0]?.type === "text" || KEYS.includes(name)) inputs[0].value = value;
  }
  // What others wrote may have made this kind of close impossible.
  if (close() && !mayClose(close().closest(".chip"))) close().checked = false;
}

// By keyboard

// The visible radios of one question.
const choices = (/** @type {string} */ name) => parts(`#record [name="${name}"]`).filter(({ labels }) => labels[0]?.getClientRects().length);

function focusNext() {
  const against = closer() && asksOpponent() && !opponent() && choices("opponent")[0];
  const next = typing() ? field(firstBlank() ?? cells()[0]) : closer() ? part("#record .chip:not([hidden]) input") : field("closer");
  (against || next)?.focus({ preventScroll: true });
}

// Arrows move the focus only; Enter and Space choose, as a tap does.
function choose(/** @type {Part} */ radio) {
  if (radio.name === "closer" && !radio.checked && close()) close().checked = false;
  radio.click();
  if (radio.checked) focusNext();
}

function goBack() {
  const last = close() ?? chosen("closer");
  if (!last) return;
  last.checked = false;
  if (last.name === "closer") for (const other of parts("#record [name=opponent]")) other.checked = false;
  lastTyped = null;
  changed();
  last.focus({ preventScroll: true });
}

function setUp() {
  active = lastTyped = null;
  removeOutdatedDrafts();
  if (!form()) return;
  saidBefore = closer() ? [] : [...part("#line").childNodes];
  // Fields that the server filled in are newer than the draft, except in a correction.
  if (!closer() || isCorrection()) restoreDraft();
  for (const input of parts(TYPED)) input.inputMode = "none";
  refresh();
  if (closer()) changed();
}

onPart("click", "#record button[data-key]", ({ dataset }) => press(dataset.key));
// One buy more; after the most that the rules allow, none again.
onPart("click", "#record [data-buy]", (button) => {
  const input = buysField(button);
  const times = (Number(input.value) || 0) + 1;
  input.value = times > Number(button.dataset.buy) ? "" : String(times);
  takeBackError(input);
  changed();
  speak(button.textContent);
});
onPart("click", "#record .row[data-seat]", (tapped, event) => {
  const { target } = event;
  const { seat } = tapped.dataset;
  if (target.type === "radio" || target.closest(".melded, [data-buy]")) return;
  // The name is the label of the radio; make the rest of the row do the same.
  if (!closer()) return target.closest("label") || part("[name=closer]", tapped)?.click();
  event.preventDefault();
  if (seat && met().includes(seat) && seat !== opponent()) {
    chooseOpponent(seat);
    return changed();
  }
  // Before anything else is chosen a tap on another name says who closed after all.
  if (seat !== closer() && !typing() && !asksOpponent()) return part("[name=closer]", tapped)?.click();
  if (seat === closer() && asksHow()) {
    if (close()) close().checked = false;
    lastTyped = null;
    return changed();
  }
  numbers?.forgetLarger("");
  const here = target.matches("[data-of]") ? target.name : (firstBlank(tapped) ?? cells(tapped)[0]);
  if (!typing() || !here) return;
  activate(here);
  lastTyped = here;
  isAgain = replaces = !isBlank(here);
});

// Open the checker with the hand typed so far, which comes back in the address.
onPart("click", "[data-check]", (link) => {
  if (!form()) return;
  const fields = handFields().filter(([, value]) => value);
  if (active !== null) fields.push(["at", seatOf(field(active))]);
  link.search = String(new URLSearchParams(fields));
});

// After a clash with another save: close its panel to edit the numbers; dismiss the message about news.
onPart("click", "[data-edit], #record .row[data-seat]", () => part("#record .clash-panel")?.remove());
onPart("click", "[data-heard]", (button) => button.closest(".meanwhile")?.setAttribute("hidden", ""));
// The link then opens the board as it is.
onPart("click", "[data-drop]", () => tryStorage(() => localStorage.removeItem(draftKey())));

// A rare close has to be tapped twice: a slip of the thumb would decide too much.
onPart("click", "#record .chip.rare input", (radio, event) => {
  const chip = /** @type {Part} */ (radio.closest(".chip"));
  const question = chip.dataset.ask;
  if (isSure(chip, part("label", chip), question)) return;
  event.preventDefault();
  speak(question);
});

document.addEventListener("pointerdown", () => (usesKeyboard = false));
document.addEventListener("keydown", (event) => {
  usesKeyboard = true;
  if (!form() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") return isMoreOpen() || goBack();
  const radio = event.target.closest("#record [type=radio]");
  const chooses = event.key === "Enter" || event.key === " ";
  if (radio && event.key in STEPS) {
    const all = choices(radio.name);
    all.at((all.indexOf(radio) + STEPS[event.key]) % all.length)?.focus();
  } else if (radio && chooses && !event.repeat) choose(radio);
  // A repeating key neither chooses nor saves.
  else if (!chooses || !(radio || (event.repeat && event.target.closest("#record")))) return;
  event.preventDefault();
});
// The space bar has already chosen on keydown.
onPart("keyup", "#record [type=radio]", (_radio, event) => event.key === " " && event.preventDefault());
// A + in the next, still blank field returns to the field before, as on the keypad.
onPart("beforeinput", TYPED, (input, event) => {
  if (event.data !== "+" || input.value) return;
  event.preventDefault();
  press("+");
  if (active !== null) field(active).focus();
});

onPart("change", "#record", (_form, { target }) => {
  changed();
  // Nobody's points count beside a close that wins the match.
  if (target.closest("[data-wins]") && !isCorrection()) form().requestSubmit();
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
  changed();
});
onPart("focusin", TYPED, ({ name }) => active === name || activate(name));
// Begin again with who closed. In a correction the numbers stay: they are those of the log.
onPart("reset", "#record", (_form, event) => {
  event.preventDefault();
  for (const input of parts("#record :is([type=radio], [type=checkbox]):checked")) input.checked = isCorrection() && input.type === "checkbox";
  for (const input of isCorrection() ? [] : parts("#record [type=text]")) input.value = "";
  for (const sure of parts("#record [data-sure]")) delete sure.dataset.sure;
  lastTyped = null;
  changed();
  if (usesKeyboard) focusNext();
});
// In the capture phase, before htmx reads the form.
onPart("submit", "#record", (sent, event) => {
  if (sent.matches(".htmx-request")) {
    event.preventDefault();
    return event.stopPropagation(); // the first is under way
  }
  // A preview that comes now would hide the message about the save.
  clearTimeout(previewTimer);
  window.htmx?.trigger("#line", "htmx:abort");
}, true);
document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (target.matches("#board form")) detail.timeout = TIMEOUT_MS;
});

// No answer. A hand waits in its form; its key makes a second try harmless.
function handFailed(/** @type {Heard<HtmxEvent>} */ { target }) {
  if (target === form()) form().dataset.unanswered = "";
  if (target.id !== "line") emit("hand:failed", target === form() && closer() && waitInForm() ? "waits" : "failed");
}

onNoAnswer(handFailed);
document.addEventListener("htmx:responseError", handFailed);
// `why`: the sentence is in that data attribute of the board.
on("hand:failed", (why) => {
  const line = part("#board [data-read-aloud]");
  if (!line) return;
  const { dataset } = board();
  const text = why === "failed" && form() && typing() ? `${dataset.failed} ${dataset.again}` : dataset[why]; // else there is no Save
  line.replaceChildren(Object.assign(document.createElement("p"), { className: "error", textContent: text }));
  speakLine();
});

// After a new board is shown, whether this phone or another one wrote.
on("board:shown", ({ hadFocus }) => {
  setUp();
  if (part(".ask")) bringIntoView();
  // The focused element went with the old board.
  if (!hadFocus || document.activeElement !== document.body) return;
  if (usesKeyboard && form()) focusNext();
  else part("[data-heading]")?.focus({ preventScroll: true });
});
on("hand:moved", setUp); // the form is that of another hand
on("hand:stored", removeOutdatedDrafts);
document.addEventListener("htmx:afterSettle", ({ target, detail }) => [target.id, detail.target?.id].includes("line") && speakLine());
setUp();
// The hand that came in the address is stored as a draft; a reload must not fill it in again.
if (!isCorrection() && location.search) history.replaceState(null, "", location.pathname);
