// Says what a sign of the board means, where it stands for a word: when it is touched, and once by itself in the first match that
// this phone sees from now on. The bubble lies over the strip of the dealer, or, where that is out of sight or there is none, over
// the line to read aloud: there nothing is tapped, and no total stands. Screen readers have the words anyway. switches.js imports
// this module.

import { codeHere, part, parts, tryStorage } from "../dom.js";

const SHOWN_MS = 3000;
const KEY = "explained"; // the code of that match, and the signs that were explained in it
let bubble = /** @type {HTMLElement | null} */ (null);

export function explain(/** @type {Part} */ sign) {
  bubble?.remove();
  const lines = parts("#board :is(.strip, [data-read-aloud])");
  const line = /** @type {Part} */ (lines.find((one) => one.getBoundingClientRect().top >= 0) ?? lines[0]);
  const { left, top, width, height } = line.getBoundingClientRect();
  const own = (bubble = document.createElement("p"));
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
export function explainNext(/** @type {() => unknown} */ isTyping) {
  const [code, ...explained] = tryStorage(() => localStorage.getItem(KEY)?.split("\n")) ?? [codeHere()];
  if (code !== codeHere() || isTyping() || bubble?.isConnected) return;
  const sign = parts("#board [data-sign]").find((one) => !explained.includes(one.dataset.sign) && one.checkVisibility?.() && !isSaid(one));
  if (!sign) return;
  tryStorage(() => localStorage.setItem(KEY, [code, ...explained, sign.dataset.sign].join("\n")));
  explain(sign);
  setTimeout(() => explainNext(isTyping), SHOWN_MS + 500);
}
