// What a board says beside its numbers, as the user has switched it in "Este teléfono": aloud, with a celebration, and what its
// signs mean.

import { board, codeHere, part, parts, tryStorage } from "../dom.js";

const ON_AT_FIRST = ["celebrations", "signs"];
const SHOWN_MS = 3000;
const EXPLAINED = "explained"; // in localStorage: the code of that match, and the signs that were explained in it

const stored = (/** @type {string} */ name) => tryStorage(() => localStorage.getItem(name));
export const isOn = (/** @type {string} */ name) => (stored(name) ?? (ON_AT_FIRST.includes(name) ? "on" : "off")) === "on";

async function say() {
  if (isOn("voice")) (await import("./voice.js")).say(isOn("between"));
}

/** What was touched: a sign, the line, or the button that repeats it. */
export async function answer(/** @type {Part} */ touched) {
  if (!("sign" in touched.dataset)) return say();
  if (isOn("signs")) explain(touched);
}

/** What was just written. */
export async function tell(/** @type {() => unknown} */ isTyping) {
  part("#repeat")?.toggleAttribute("hidden", !isOn("voice"));
  part("#explained")?.remove(); // it stood below a sign of the board before
  if (!document.hidden && !isTyping()) say();
  if ("celebrated" in board().dataset && isOn("celebrations")) (await import("./celebrate.js")).celebrate();
  if (isOn("signs") && !part("[data-event]:not([hidden])")) explainNext(isTyping);
}

// A sign of the board stands for a word. What it means is said when it is touched, and once by itself in the first match that this
// phone sees from now on. The bubble lies over the strip of the dealer, or, where that is out of sight or there is none, over the
// line to read aloud: there nothing is tapped, and no total stands. Screen readers have the words anyway.
function explain(/** @type {Part} */ sign) {
  part("#explained")?.remove();
  const lines = parts("#board :is(.strip, [data-read-aloud])");
  const line = /** @type {Part} */ (lines.find((one) => one.getBoundingClientRect().top >= 0) ?? lines[0]);
  const { left, top, width, height } = line.getBoundingClientRect();
  const own = document.createElement("p");
  own.id = "explained";
  own.ariaHidden = "true";
  own.textContent = sign.dataset.sign;
  own.style.cssText = `left: ${left}px; top: ${top}px; width: ${width}px; min-height: ${height}px; font-size: ${getComputedStyle(line).fontSize}`;
  document.body.append(own);
  setTimeout(() => own.remove(), SHOWN_MS);
}

// Where there is room, the word of the sign is seen beside it.
const isSaid = (/** @type {Part} */ sign) => (part(".word", sign)?.offsetWidth ?? 0) > 1;

// One sign after the other, each once.
function explainNext(/** @type {() => unknown} */ isTyping) {
  const [code, ...explained] = stored(EXPLAINED)?.split("\n") ?? [codeHere()];
  if (code !== codeHere() || isTyping() || part("#explained")) return;
  const sign = parts("#board [data-sign]").find((one) => !explained.includes(one.dataset.sign) && one.checkVisibility?.() && !isSaid(one));
  if (!sign) return;
  tryStorage(() => localStorage.setItem(EXPLAINED, [code, ...explained, sign.dataset.sign].join("\n")));
  explain(sign);
  setTimeout(() => explainNext(isTyping), SHOWN_MS + 500);
}
