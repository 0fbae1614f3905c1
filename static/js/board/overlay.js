// The overlay of a video follows its match: the address of the board waits for news, and the page is read again.

import { parsed, part } from "../dom.js";

const RETRY_MS = 3000; // after a request that failed
const TIMEOUT_MS = 30_000; // longer than the server is asked to wait
const WAIT = { Prefer: "wait=20" };
const overlay = part("#overlay");
const sleep = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
let seen = `"${overlay.dataset.seen}"`;

const load = (/** @type {string} */ address, headers = {}) => fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });

// After a match the overlay goes on with the rematch, as the big board does.
function leadOn() {
  const next = part("[data-next]")?.dataset.next;
  if (next) location.replace(next);
}

// Whether the server answered. Fails where the page does not come: then its news is asked for again.
async function showNews() {
  const { feed = "" } = overlay.dataset;
  const answer = await load(feed, { ...WAIT, "If-None-Match": seen });
  if (answer.status !== 200) return answer.status === 304;
  const page = await load(location.href);
  overlay.replaceChildren(...part("#overlay", parsed(await page.text())).childNodes);
  leadOn();
  seen = answer.headers.get("ETag") ?? "";
  return true;
}

leadOn();
for (;;) {
  const isAnswered = await showNews().catch(() => false);
  if (!isAnswered) await sleep(RETRY_MS);
}
