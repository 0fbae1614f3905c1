// What the form of a new match does seldom, and loads then.

import { part, parts } from "../dom.js";

/** Enter leads to the next field. After the last name, and after the last field of all, the match starts. */
export function goOn(/** @type {Part} */ field) {
  const isAfter = (/** @type {Part} */ other) => Boolean(field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = parts("#new-match input[type=text]").find((other) => isAfter(other) && other.getClientRects().length);
  if (!next || field.matches(".seat [enterkeyhint=go]")) return part("#new-match .start button").click();
  next.focus();
  next.select();
}

/** Once the form was drawn anew, the focus of a keyboard goes to the button that has come in the place of the focused one; past a
 * name that is taken now; to the rules that a button showed. */
export function focusAgain(/** @type {string} */ focused) {
  if (focused === "look-house") return part("#house .field input, #house .field select")?.focus();
  const buttons = parts("#new-match button[name=do]");
  const rest = buttons.slice(buttons.findIndex(({ value }) => value === focused));
  rest.find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
}

const NO_RULE = /^(name_.*|places|circle|dealer|deal_direction|currency|place|note|played_on)$/;

/** The rules that the five questions led to hold, whatever was stored before: of that only who plays, where and when. */
export function withAnswers(/** @type {Pairs} */ answered, /** @type {Pairs} */ stored) {
  return [...answered, ...stored.filter(([name]) => NO_RULE.test(name))];
}
