// The time as the server has it. The clock of a phone may be wrong by days, and what it writes stands beside what others write.

import { tryStorage } from "../dom.js";

const STORED_AS = "clock"; // in localStorage: by how many milliseconds the server is ahead
const LEAST_MS = 60_000; // less may be the line's

const ahead = () => Number(tryStorage(() => localStorage.getItem(STORED_AS))) || 0;

/** In milliseconds, as Date.now(). */
export const now = () => Date.now() + ahead();

/** Our server has just answered. */
export function compareClocks(/** @type {Headers} */ headers) {
  const by = Date.parse(headers.get("Date") ?? "") - Date.now();
  if (by) tryStorage(() => localStorage.setItem(STORED_AS, String(Math.abs(by) < LEAST_MS ? 0 : by)));
}
