// Writing down a hand with one thumb. The form works without this file; here are the keypad, moving on by
// itself, and asking the server for the line to read aloud. No rule of the game: what may be typed and
// tapped comes in the page's data attributes.

import { speak, speakTheLine } from "../board/speak.js";

const UNSURE_MS = 4000;
const PATIENCE_MS = 3000; // a server that hangs is as good as none
const KEPT = /^(closer|close|deadwood_|table_|value_|buys_|melded_)/; // the fields that say what happened
const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
let active = null; // the name of the field that is being typed
let byKeys = false; // whether the last thing done was done with a keyboard

const form = () => document.getElementById("record");
const field = (name) => form()?.querySelector(`[name="${name}"]`);
const row = (cell) => cell.closest(".row");
const closer = () => form()?.querySelector("[name=closer]:checked")?.value;
const close = () => form()?.querySelector("[name=close]:checked");
const asksHow = () => Boolean(form().querySelector("[name=close]"));
const typing = () => closer() === "nobody" || Boolean(closer() && (close() || !asksHow()));

// Whose number a cell holds is said by the page: the closer's, the others' or everybody's.
function isAsked(cell) {
  const closes = row(cell).dataset.seat === closer();
  if (cell.dataset.of === "others") return !closes || close()?.value === "knock";
  return closes || cell.dataset.of === "all";
}

const cells = (within = form()) => [...within.querySelectorAll("[data-of]")].filter(isAsked).map((cell) => cell.name);
const isBlank = (name) => !field(name).value.trim();

function activate(name) {
  active = name;
  for (const one of form().querySelectorAll(".row.active, .points.active")) one.classList.remove("active");
  const cell = name === null ? null : field(name);
  for (const one of [cell?.closest(".row"), cell?.parentElement]) one?.classList.add("active");
}

const firstBlank = (within) => cells(within).find(isBlank) ?? null;

function moveOn() {
  const order = cells();
  const after = order.slice(order.indexOf(active) + 1).concat(order);
  activate(after.find(isBlank) ?? null);
}

// Whether no larger number that the rules allow begins with these digits.
function isComplete(text) {
  const terms = text.split("+");
  const last = terms.pop();
  if (!/^\d+$/.test(last)) return false;
  const before = terms.reduce((sum, term) => sum + Number(term), 0);
  const most = form().dataset.most;
  return Number(last) === 0 || (most !== "" && before + Number(last) * 10 > Number(most));
}

let lastTyped = null;

const bought = (button) => button.parentElement.querySelector("input");

// One more, and after the last that the rules allow none again.
function buy(button) {
  const times = (Number(bought(button).value) || 0) + 1;
  bought(button).value = times > Number(button.dataset.buy) ? "" : String(times);
  changed();
  speak(button.textContent);
}

function press(key) {
  if (key === "+" && lastTyped !== null && lastTyped !== active) activate(lastTyped);
  if (active === null) {
    if (key !== "erase" || lastTyped === null) return;
    activate(lastTyped);
  }
  if (key === "next") return moveOn();
  const input = field(active);
  lastTyped = active;
  if (key === "erase") input.value = input.value.slice(0, -1);
  else if (key === "+") input.value = input.value && !input.value.endsWith("+") ? `${input.value}+` : input.value;
  else input.value += key;
  if (/^\d$/.test(key) && isComplete(input.value)) moveOn();
  changed();
}

const mayClose = (chip) => !closer() || chip.dataset.seats.split(",").includes(closer());

// The chips that this closer may tap, and what the closer keeps, beside the name.
function refresh() {
  if (!form()) return;
  for (const chip of form().querySelectorAll(".chip")) {
    chip.hidden = !mayClose(chip);
  }
  const chosen = close()?.closest(".chip");
  for (const kept of form().querySelectorAll(".kept")) kept.textContent = chosen && close().value !== "knock" ? chosen.dataset.points : "";
  for (const button of form().querySelectorAll("[data-buy]")) button.querySelector("b").textContent = bought(button).value || "0";
  if (typing() && active === null && lastTyped === null) activate(firstBlank());
  if (!typing()) activate(null);
}

let soon;
function changed() {
  refresh();
  keep();
  clearTimeout(soon);
  soon = setTimeout(() => {
    const line = document.getElementById("line");
    if (line?.hasAttribute("hx-post") && closer()) window.htmx?.trigger(line, "say");
  }, 120);
}

// A half-filled hand survives a reload, a phone call, a dead battery, and what others write meanwhile. The place
// is hand:match:number for the board and hand:match:number:ref:act for a correction.
const place = () => `hand:${document.getElementById("board")?.dataset.hand}`;
const isCorrection = () => place().split(":").length > 3;

function keep() {
  const kept = [...new FormData(form())].filter(([name]) => KEPT.test(name));
  try {
    localStorage.setItem(place(), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only costs the comfort.
  }
}

// The board shows a later hand, or a correction was left for the board.
function isOver(key) {
  const [kind, match, number, ref] = key.split(":");
  const [, here, now] = place().split(":");
  return kind === "hand" && match === here && (Number(number) < Number(now) || ref !== undefined);
}

function forgetWhatIsOver() {
  if (isCorrection()) return;
  try {
    for (const key of Object.keys(localStorage)) if (isOver(key)) localStorage.removeItem(key);
  } catch {
    // What cannot be read was not kept.
  }
}

function bringBack() {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(place()) ?? "[]");
  } catch {
    return;
  }
  for (const [name, value] of kept) {
    const inputs = [...form().querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const radio = inputs.find((input) => input.type === "radio" && input.value === value);
    if (radio) radio.checked = true;
    else if (inputs[0]?.type === "checkbox") inputs[0].checked = true;
    else if (inputs[0]?.type === "text") inputs[0].value = value;
  }
  // What others wrote may have taken this way of closing away.
  const way = close();
  if (way && !mayClose(way.closest(".chip"))) way.checked = false;
}

// By keyboard

// The radios of one question that can be seen.
const choices = (radio) => [...form().querySelectorAll(`[name="${radio.name}"]`)].filter((one) => one.labels[0]?.getClientRects().length);

function focusNext() {
  const chip = form().querySelector(".chip:not([hidden]) input");
  const next = typing() ? field(firstBlank() ?? cells()[0]) : closer() ? chip : form().querySelector("[name=closer]");
  next?.focus({ preventScroll: true });
}

// Arrows only look; Enter and Space choose, as a tap does.
function choose(radio) {
  if (radio.name === "closer" && !radio.checked && close()) close().checked = false;
  radio.click();
  if (radio.checked) focusNext();
}

function goBack() {
  const chosen = close() ?? form().querySelector("[name=closer]:checked");
  if (!chosen) return;
  chosen.checked = false;
  lastTyped = null;
  changed();
  chosen.focus({ preventScroll: true });
}

// Somebody else closed: what the others were left with stays.
function askAgain() {
  for (const input of form().querySelectorAll("[type=radio]:checked")) input.checked = false;
  for (const sure of form().querySelectorAll(".sure")) sure.classList.remove("sure");
  lastTyped = null;
  changed();
  if (byKeys) focusNext();
}

function draw() {
  active = lastTyped = null;
  forgetWhatIsOver();
  if (!form()) return;
  // What the server filled in is what was typed last, but a correction starts from what was written.
  if (!closer() || isCorrection()) bringBack();
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
    // The name is the radio's own label; the rest of the row does the same.
    if (!event.target.closest("label")) tapped.querySelector("[name=closer]")?.click();
    return;
  }
  event.preventDefault();
  if (tapped.dataset.seat === closer() && asksHow()) {
    if (close()) close().checked = false;
    return changed();
  }
  const here = event.target.matches("[data-of]") ? event.target.name : (firstBlank(tapped) ?? cells(tapped)[0]);
  if (typing() && here) {
    activate(here);
    lastTyped = here;
  }
});

// To the checker with the hand typed so far; it comes back in the address.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-check]");
  if (!link || !form()) return;
  const fields = [...new FormData(form())].filter(([name, value]) => value && KEPT.test(name));
  if (active !== null) fields.push(["at", row(field(active)).dataset.seat]);
  link.search = new URLSearchParams(fields);
});

// Of the second of two saves the numbers are looked at again.
document.addEventListener("click", (event) => {
  const clash = form()?.querySelector(".clash-panel");
  if (clash && event.target.closest("[data-edit], #record .row[data-seat]")) clash.remove();
  if (event.target.closest("[data-heard]")) event.target.closest(".meanwhile").hidden = true;
});

// What was typed is dropped, and the link leads to the board as it is.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-drop]")) return;
  try {
    localStorage.removeItem(place());
  } catch {
    // What cannot be removed was not kept.
  }
});

// A close that decides too much for a slip of the thumb is asked once more.
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
  }, UNSURE_MS);
});

document.addEventListener("pointerdown", () => {
  byKeys = false;
});
document.addEventListener("keydown", (event) => {
  byKeys = true;
  if (!form() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") return goBack();
  const radio = event.target.closest("#record [type=radio]");
  const chooses = event.key === "Enter" || event.key === " ";
  if (radio && event.key in STEPS) {
    const all = choices(radio);
    all.at((all.indexOf(radio) + STEPS[event.key]) % all.length)?.focus();
  } else if (radio && chooses && !event.repeat) choose(radio);
  // A key held down chooses and saves nothing more.
  else if (!chooses || !(radio || (event.repeat && event.target.closest("#record")))) return;
  event.preventDefault();
});
// The space bar has chosen when it went down.
document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.matches("#record [type=radio]")) event.preventDefault();
});
// A + right after it moved on returns, as on the keypad.
document.addEventListener("beforeinput", (event) => {
  if (event.data !== "+" || event.target.value || !event.target.matches("#record [data-of]")) return;
  event.preventDefault();
  press("+");
  field(active)?.focus();
});

document.addEventListener("change", (event) => {
  if (event.target.closest("#record")) changed();
});
document.addEventListener("input", (event) => {
  if (!event.target.matches("#record [data-of]")) return;
  activate(event.target.name);
  lastTyped = event.target.name;
  if (/^\d$/.test(event.data ?? "") && isComplete(event.target.value)) {
    moveOn();
    if (active !== null) field(active).focus();
  }
  changed();
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("#record [data-of]")) activate(event.target.name);
});
document.addEventListener("reset", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  askAgain();
});
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  form().querySelector("[name=happened_at]").value = new Date().toISOString();
  // What the line would say now comes too late, and would hide what is said about the save.
  clearTimeout(soon);
  window.htmx?.trigger("#line", "htmx:abort");
});

// A second tap while the first is under way is the same tap.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form() || !form().classList.contains("htmx-request")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("htmx:configRequest", (event) => {
  if (event.target === form()) event.detail.timeout = PATIENCE_MS;
});

const inTime = (what) => Promise.race([what, new Promise((_, late) => setTimeout(late, PATIENCE_MS))]);

// Whether the hand waits on this phone from now on, to go up by itself.
async function isKept(config) {
  if (config?.elt !== form() || !window.isSecureContext) return false;
  try {
    const { keep } = await inTime(import("../offline/outbox.js"));
    await keep(form(), config.formData);
    return true;
  } catch {
    return false; // a private window, a full disk, a script that does not come
  }
}

// Nothing was answered. What cannot wait stays as typed, and the same key makes a second try harmless.
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, async (event) => {
    const line = document.getElementById("line");
    if (!line || event.target === line || (await isKept(event.detail.requestConfig))) return;
    const said = document.createElement("p");
    said.className = "error";
    said.textContent = document.getElementById("board").dataset.failed;
    line.replaceChildren(said);
    speakTheLine();
  });
}

// A new board is shown, after something this phone sent or another one wrote.
function shown(hadFocus) {
  draw();
  // What had the focus is gone with the old board.
  if (!hadFocus || document.activeElement !== document.body) return;
  if (byKeys && form()) focusNext();
  else document.querySelector("#board h1")?.focus({ preventScroll: true });
}

document.addEventListener("board:shown", (event) => shown(event.detail.hadFocus));
document.addEventListener("hand:moved", draw); // the form is for another hand: one more waits, or one less
document.addEventListener("htmx:afterSettle", (event) => {
  const swapped = [event.target.id, event.detail.target?.id];
  if (swapped.includes("board")) shown(true);
  if (swapped.includes("board") || swapped.includes("line")) speakTheLine();
});
draw();
// A hand that came in the address is kept by now; on a reload it would be filled in once more.
if (!isCorrection() && location.search) history.replaceState(null, "", location.pathname);
