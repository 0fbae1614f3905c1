// Comforts of typing the numbers of a hand. The form works without this file.

import { part } from "../dom.js";

/** Make one number of a sum, once another field is typed. */
export function addUp(/** @type {Part} */ input) {
  const terms = input.value.split("+").filter(Boolean);
  const isSum = input.value.includes("+") && terms.every((term) => /^\d+$/.test(term));
  if (isSum) input.value = String(terms.reduce((sum, term) => sum + Number(term), 0));
}

/** What becomes of a third digit, in place of the line to read aloud: "larger" says it before it is typed, "taken" and "other" say
 * whose it was. `text`: what was typed for that player, with the digit. */
export function say(/** @type {"larger" | "taken" | "other"} */ what, /** @type {Part} */ cell, /** @type {string} */ text) {
  const hint = part("#larger");
  const number = text.slice(-3);
  const name = part(".name", /** @type {Part} */ (cell.closest(".row"))).innerText;
  if (!hint) return;
  hint.textContent = hint.dataset[what].replace("{number}", number).replace("{before}", number.slice(0, 2)).replace("{name}", () => name);
}

export const hush = () => part("#larger")?.replaceChildren();
