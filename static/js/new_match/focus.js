// The focus of a keyboard in the form of a new match, once the form was drawn anew.

import { part, parts } from "../dom.js";

/** To the button that has come in the place of the focused one; past a name that is taken now; to the rules that a button showed. */
export function focusAgain(/** @type {string} */ focused) {
  if (focused === "look-house") return part("#house .field input, #house .field select")?.focus();
  const buttons = parts("#new-match button[name=do]");
  const rest = buttons.slice(buttons.findIndex(({ value }) => value === focused));
  rest.find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
}
