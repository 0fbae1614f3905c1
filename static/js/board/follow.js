// Pages of our server, asked for with a time limit; and whether the board of another match can be shown, before the page turns to it.

import { parsed, part } from "../dom.js";

export const RETRY_MS = 3000;

/** The status and the page; without a page where there is none, or another one answers, such as that of a hotel's login. Rejects
 * where nobody answers in time. */
export async function fetched(/** @type {string} */ address, /** @type {number} */ milliseconds, headers = {}) {
  const answer = await fetch(address, { cache: "no-store", headers, signal: AbortSignal.timeout(milliseconds) });
  const isOurs = answer.ok && answer.headers.has("X-Reenganche");
  return { status: answer.status, page: isOurs ? parsed(await answer.text()) : null };
}

/** The page with that board; "gone" if there is none, null without an answer of our server.
 * @param {string} address @returns {Promise<Document | "gone" | null>} */
export async function pageAt(address) {
  const { status, page } = await fetched(address, RETRY_MS);
  if (status === 404) return "gone";
  return page && part("#board[data-pulse]", page) ? page : null;
}
