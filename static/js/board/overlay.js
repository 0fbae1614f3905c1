// The overlay of a video follows its match: the address of the board waits for news, and the page is read again.

import { parsed, part } from "../dom.js";

const AGAIN_MS = 3000; // after an answer that is none
const WAIT = { Prefer: "wait=20" };
const overlay = part("#overlay");
const sleep = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
let seen = `"${overlay.dataset.seen}"`;

async function hearNews() {
  const { feed = "" } = overlay.dataset;
  const answer = await fetch(feed, { headers: { ...WAIT, "If-None-Match": seen }, cache: "no-store" });
  if (answer.status !== 200) return answer.status === 304;
  await readAgain();
  seen = answer.headers.get("ETag") ?? "";
  return true;
}

async function readAgain() {
  const answer = await fetch(location.href, { cache: "no-store" });
  const fresh = part("#overlay", parsed(await answer.text()));
  if (fresh) overlay.replaceChildren(...fresh.childNodes);
}

for (;;) {
  const isHeard = await hearNews().catch(() => false);
  if (!isHeard) await sleep(AGAIN_MS);
}
