// Where Enter leads in the form of a new match.

import { part, parts } from "../dom.js";

/** To the next field. After the last name, and after the last field of all, the match starts. */
export function goOn(/** @type {Part} */ field) {
  const isAfter = (/** @type {Part} */ other) => Boolean(field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = parts("#new-match input[type=text]").find((other) => isAfter(other) && other.getClientRects().length);
  if (!next || field.matches(".place [enterkeyhint=go]")) return part("#new-match .start button").click();
  next.focus();
  next.select();
}
