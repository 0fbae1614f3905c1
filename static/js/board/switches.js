// What a board says beside its numbers, as the user has switched it in "Este teléfono": aloud, with a celebration, and what its
// signs mean.

import { board, part, tryStorage } from "../dom.js";

const ON_AT_FIRST = ["celebrations", "signs"];
const stored = (/** @type {string} */ name) => tryStorage(() => localStorage.getItem(name));
export const isOn = (/** @type {string} */ name) => (stored(name) ?? (ON_AT_FIRST.includes(name) ? "on" : "off")) === "on";

const withSigns = () => import("./signs.js");

async function say() {
  if (isOn("voice")) (await import("./voice.js")).say();
}

/** What was touched: a sign, the line, or the button that repeats it. */
export async function answer(/** @type {Part} */ touched) {
  if (!("sign" in touched.dataset)) return say();
  if (isOn("signs")) (await withSigns()).explain(touched);
}

let told = ""; // match and line that were told last: a board may come again

/** @param {string} atFirst The board that was loaded with the page: it is no news. @param {() => unknown} isTyping */
export async function tell(atFirst, isTyping) {
  part("#repeat")?.toggleAttribute("hidden", !isOn("voice"));
  const { key, celebration } = board()?.dataset ?? {};
  if (!key || key === (told || atFirst)) return;
  told = key;
  part("#explained")?.remove(); // it stood below a sign of the board before
  if (!document.hidden) say();
  if (celebration && isOn("celebrations")) (await import("./celebrate.js")).celebrate();
  if (isOn("signs") && !part("[data-event]:not([hidden])")) (await withSigns()).explainNext(isTyping);
}
