// The form of a hand, for one thumb: who closed and how, the preview of the line to read aloud, keys, what comes and goes. The form
// works without this file. What is typed is keypad.js's, what survives is draft.js's.

import { isMoreOpen, speak, speakLine } from "../board/signals.js";
import { board, emit, isSure, on, onNoAnswer, onPart, part, parts, tryStorage } from "../dom.js";
import { handFields, isCorrection, removeOutdatedDrafts, restoreDraft, storeDraft, waitInForm } from "./draft.js";
import { TYPED, asksHow, asksOpponent, cells, chosen, close, closer, field, firstBlank, form, mayClose, met, opponent } from "./keypad.js";
import { activateDue, active, bringIntoView, leave, seatOf, seatRow, showEnd, takeBackError, tap, typeOn, typing, typingState } from "./keypad.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });

let usesKeyboard = false; // whether the last input came from a keyboard

// The number that was typed for another opponent goes along.
function chooseOpponent(/** @type {string} */ seat) {
  const [from, to] = [opponent(), seat].map((other) => field(`deadwood_${other}`));
  if (from?.value && !to.value) [from.value, to.value] = ["", from.value];
  part(`#opponent-${seat}`).checked = true;
  leave();
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
  activateDue();
}

const buysField = (/** @type {Part} */ button) => part("input", button.parentElement);

let previewTimer = 0;
let saidBefore = /** @type {Node[]} */ ([]); // what the line said before a closer was chosen

function changed() {
  refresh();
  storeDraft();
  clearTimeout(previewTimer);
  if (!closer()) window.htmx?.trigger("#line", "htmx:abort"); // the answer on its way is about the one before
  if (!closer()) part("#line")?.replaceChildren(...saidBefore);
  previewTimer = setTimeout(() => closer() && part("#line[hx-post]") && window.htmx?.trigger("#line", "say"), firstBlank() ? 120 : 0);
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
  leave();
  changed();
  last.focus({ preventScroll: true });
}

let setUpFor = ""; // the address of the form that was set up last

// A form may be drawn anew while somebody types into it: the next digit belongs where the last one went.
function setUp() {
  const state = typingState();
  const address = form()?.getAttribute("action") ?? "";
  const isSameForm = address === setUpFor;
  setUpFor = address;
  leave();
  removeOutdatedDrafts();
  if (!form()) return;
  saidBefore = closer() ? [] : [...part("#line").childNodes];
  // Fields that the server filled in are newer than the draft, except in a correction.
  if (!closer() || isCorrection()) restoreDraft();
  for (const input of parts(TYPED)) input.inputMode = "none";
  refresh();
  if (isSameForm) typeOn(state);
  if (closer()) changed();
  focusNamed();
}

// The address of a correction may name the control to begin with, as a cell of the sheet does.
function focusNamed() {
  const named = isCorrection() && part(`#record [id="${CSS.escape(location.hash.slice(1))}"]`);
  if (!named) return;
  if (named.matches(TYPED)) tap(/** @type {Part} */ (named.closest(".row")), named);
  named.focus({ preventScroll: true });
}

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
    leave();
    return changed();
  }
  tap(tapped, target);
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
onPart("change", "#record", (_form, { target }) => {
  changed();
  // Nobody's points count beside a close that wins the match.
  if (target.closest("[data-wins]") && !isCorrection()) form().requestSubmit();
});
// Begin again with who closed. In a correction the numbers stay: they are those of the log.
onPart("reset", "#record", (_form, event) => {
  event.preventDefault();
  for (const input of parts("#record :is([type=radio], [type=checkbox]):checked")) input.checked = isCorrection() && input.type === "checkbox";
  for (const input of isCorrection() ? [] : parts("#record :is([type=text], [name^=cards_])")) input.value = "";
  for (const sure of parts("#record [data-sure]")) delete sure.dataset.sure;
  leave();
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
on("hand:typed", changed);
document.addEventListener("htmx:afterSettle", ({ target, detail }) => [target.id, detail.target?.id].includes("line") && speakLine());
setUp();
if (tryStorage(() => localStorage.getItem("dictation")) === "on") import("./listen.js");
// The hand that came in the address is stored as a draft; a reload must not fill it in again.
if (!isCorrection() && location.search) history.replaceState(null, "", location.pathname);
