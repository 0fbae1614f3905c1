// What the scripts of a board share: whether somebody types, the guard against a second tap, and what the board tells to
// those who do not look: texts for screen readers, and a signal of a save: the phone vibrates and, if the user wants it,
// plays two soft tones.

import { emit, on, onPart, part, parts, tryStorage } from "../dom.js";

const TAP_GUARD_MS = 700;

// A board that htmx put into the page.
document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if ([target.id, detail.target?.id].includes("board")) emit("board:shown", { hadFocus: true });
});

export function isTyping() {
  const form = part("[data-hand-form]");
  return form && !("saved" in form.dataset) && [...form.elements].some(({ type, value, checked }) => (type === "text" && value) || (/^(radio|checkbox)$/.test(type) && checked));
}

// Whether the sheet «Más» lies over the board. A browser without popover shows it below.
export const isMoreOpen = () => "popover" in HTMLElement.prototype && Boolean(part("#mas")?.getClientRects().length);

// For a moment, ignore taps on buttons that have just appeared: a double tap on Save must not answer or undo.
export function guardTaps() {
  const guarded = parts("#board :is(.ask button, [form=undo], [form=redo], [data-tap-guard])");
  for (const button of guarded) button.setAttribute("aria-disabled", "true");
  const free = () => guarded.forEach((button) => "needsSignal" in button.dataset || button.removeAttribute("aria-disabled"));
  setTimeout(free, TAP_GUARD_MS);
}

// What needs a signal leads on: the page without one says what it needs.
onPart("click", "[aria-disabled=true]:not([data-needs-signal])", (_button, event) => {
  if (!event.detail) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Texts for screen readers. The line to read aloud is redrawn too often to be a live region itself.
export function speak(/** @type {string} */ text) {
  const liveRegion = part("#spoken");
  if (liveRegion) liveRegion.textContent = text.replace(/\s+/g, " ").trim();
}

export const speakLine = () => speak(part("[data-read-aloud]")?.innerText ?? "");
on("board:shown", speakLine);

const KEY = "sound";
const TONES = /** @type {[pitch: number, delay: number][]} */ ([[880, 0], [1175, 0.12]]);

const isSoundOn = () => tryStorage(() => localStorage.getItem(KEY)) === "on";
const withSound = () => import("../sound.js");
const resumeIfOn = () => isSoundOn() && withSound().then(({ resumeAudio }) => resumeAudio()).catch(() => {});
resumeIfOn(); // loads it before the first tap

export function signalSave() {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
  if (isSoundOn()) withSound().then(({ isAudible, playTones }) => isAudible() && playTones(TONES)).catch(() => {});
}

const box = part("#sound");
if (box && !window.AudioContext) box.labels[0].hidden = true;
else if (box) {
  box.disabled = false; // the listener below is ready
  box.checked = isSoundOn();
  box.addEventListener("change", () => {
    tryStorage(() => localStorage.setItem(KEY, box.checked ? "on" : "off")); // else it is lost with the page
    if (!box.checked || !isSoundOn()) return;
    withSound().then(({ resumeAudio, playTones }) => {
      resumeAudio();
      playTones(TONES);
    }).catch(() => {});
  });
}
document.addEventListener("pointerdown", resumeIfOn);

// What else a board says is loaded once there is something to say. That module imports nothing of this one.
const withSwitches = () => import("./switches.js");
onPart("click", "#repeat, [data-read-aloud], [data-sign]", (touched) => withSwitches().then(({ answer }) => answer(touched)).catch(() => {}));
on("board:written", () => withSwitches().then(({ tell }) => tell(isTyping)).catch(() => {}));
