// Says what a sign of the board means, in a bubble below it: when it is touched, and once by itself in the first match that this
// phone sees from now on. Screen readers have the words anyway. switches.js imports this module.

import { codeHere, parts, tryStorage } from "../dom.js";

const SHOWN_MS = 3000;
const MOST_RIGHT = 0.6; // of the width of the screen: totals are right of it
const KEY = "explained"; // the code of that match, and the signs that were explained in it
const LOOK = {
  position: "fixed",
  zIndex: "9",
  maxWidth: "50vw",
  padding: "6px 12px",
  border: "2px solid var(--gold)",
  borderRadius: "var(--r1)",
  background: "var(--gold-tint)",
  color: "var(--ink)",
  fontSize: "var(--small)",
  lineHeight: "1.2",
  pointerEvents: "none",
};

let bubble = /** @type {HTMLElement | null} */ (null);

export function explain(/** @type {Part} */ sign) {
  bubble?.remove();
  const own = (bubble = document.createElement("p"));
  const { left, bottom } = sign.getBoundingClientRect();
  own.id = "explained";
  own.ariaHidden = "true";
  own.textContent = sign.dataset.sign;
  Object.assign(own.style, { ...LOOK, top: `${bottom + 4}px` });
  document.body.append(own);
  own.style.left = `${Math.max(8, Math.min(left, MOST_RIGHT * innerWidth - own.offsetWidth))}px`;
  setTimeout(() => own.remove(), SHOWN_MS);
}

// One sign after the other, each once.
export function explainNext(/** @type {() => unknown} */ isTyping) {
  const [code, ...explained] = tryStorage(() => localStorage.getItem(KEY)?.split("\n")) ?? [codeHere()];
  if (code !== codeHere() || isTyping() || bubble?.isConnected) return;
  const sign = parts("#board [data-sign]").find((one) => !explained.includes(one.dataset.sign) && one.checkVisibility?.());
  if (!sign) return;
  tryStorage(() => localStorage.setItem(KEY, [code, ...explained, sign.dataset.sign].join("\n")));
  explain(sign);
  setTimeout(() => explainNext(isTyping), SHOWN_MS + 500);
}
