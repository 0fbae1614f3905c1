// What a board says beside its numbers, as the user has switched it in "Este teléfono": aloud, with a celebration, and what its
// signs mean.

import { board, part, tryStorage } from "../dom.js";

const ON_AT_FIRST = ["celebrations", "signs"];
const stored = (/** @type {string} */ name) => tryStorage(() => localStorage.getItem(name));
export const isOn = (/** @type {string} */ name) => (stored(name) ?? (ON_AT_FIRST.includes(name) ? "on" : "off")) === "on";

const withSigns = () => import("./signs.js");

async function say() {
  if (isOn("voice")) (await import("./voice.js")).say(isOn("between"));
}

/** What was touched: a sign, the line, or the button that repeats it. */
export async function answer(/** @type {Part} */ touched) {
  if (!("sign" in touched.dataset)) return say();
  if (isOn("signs")) (await withSigns()).explain(touched);
}

/** What was just written. */
export async function tell(/** @type {() => unknown} */ isTyping) {
  part("#repeat")?.toggleAttribute("hidden", !isOn("voice"));
  part("#explained")?.remove(); // it stood below a sign of the board before
  if (!document.hidden && !isTyping()) say();
  if ("celebrated" in board().dataset && isOn("celebrations")) (await import("./celebrate.js")).celebrate();
  if (isOn("signs") && !part("[data-event]:not([hidden])")) (await withSigns()).explainNext(isTyping);
}
