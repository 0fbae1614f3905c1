// Whether the board of another match can be shown, before the page turns to it.

import { parsed, part } from "../dom.js";

export const RETRY_MS = 3000;

/** The page with that board; "gone" if there is none, null without an answer of our server.
 * @param {string} address @returns {Promise<Document | "gone" | null>} */
export async function pageAt(address) {
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(RETRY_MS) });
  if (answer.status === 404) return "gone";
  const page = parsed(await answer.text());
  return answer.ok && answer.headers.has("X-Reenganche") && part("#board[data-pulse]", page) ? page : null;
}
