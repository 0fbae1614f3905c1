// Comforts of typing the numbers of a hand. The form works without this file.

import { speak } from "../board/signals.js";
import { part } from "../dom.js";

/** Make one number of a sum, once another field is typed. */
export function addUp(/** @type {Part} */ input) {
  const terms = input.value.split("+").filter(Boolean);
  const isSum = input.value.includes("+") && terms.every((term) => /^\d+$/.test(term));
  if (isSum) input.value = String(terms.reduce((sum, term) => sum + Number(term), 0));
}

/** After two digits of a number that may have three, say how the third is typed. */
export function sayLarger(/** @type {string} */ text) {
  const line = part("#line");
  const number = Number(text) * 10;
  const { most, larger } = part("#record").dataset;
  if (!line || text.length !== 2 || number < 100 || number > Number(most)) return;
  line.dataset.larger = larger.replace("{number}", String(number));
  speak(line.dataset.larger);
}

/** Until something else is typed than the 0 that may have been meant for it. */
export function forgetLarger(/** @type {string} */ key) {
  if (key !== "0") delete part("#line")?.dataset.larger;
}
