// The overlay of a video follows its match: the address of the board waits for news, and the page is read again.

import { part } from "../dom.js";
import { fetched, RETRY_MS } from "./follow.js";

const TIMEOUT_MS = 30_000; // longer than the server is asked to wait
const overlay = part("#overlay");
const sleep = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

// After a match the overlay goes on with the rematch, as the big board does.
function leadOn() {
  const next = part("[data-next]")?.dataset.next;
  if (next) location.replace(next);
}

// Whether the server answered. Fails where the page does not come: then its news is asked for again.
async function showNews() {
  const { feed, seen } = overlay.dataset;
  const { status } = await fetched(feed, TIMEOUT_MS, { Prefer: "wait=20", "If-None-Match": `"${seen}"` });
  if (status !== 200) return status === 304;
  const { page } = await fetched(location.href, TIMEOUT_MS);
  const fresh = part("#overlay", /** @type {Document} */ (page));
  overlay.replaceChildren(...fresh.childNodes);
  overlay.dataset.seen = fresh.dataset.seen;
  leadOn();
  return true;
}

leadOn();
for (;;) {
  const isAnswered = await showNews().catch(() => false);
  if (!isAnswered) await sleep(RETRY_MS);
}
