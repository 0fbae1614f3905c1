// What the pages of a night share: the time that is left as they write it, and asking again and again, while a page is visible,
// whether the night has something else to show. The standings need no more.

import { part } from "../dom.js";

/** 12:05. */
export const clockText = (/** @type {number} */ seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// `look` is called with whether the version at `data-poll` is another one than that of the page, and with when the server said
// so (milliseconds). Without `data-poll` nobody asks any more. A phone that may not watch any more is told so by the page itself.
export function follow(/** @type {string} */ selector, /** @type {(isOld: boolean, time: number) => void} */ look) {
  async function ask() {
    const { poll, version } = part(selector)?.dataset ?? {};
    if (document.hidden || !poll) return;
    const answer = await fetch(poll).catch(() => null);
    if (answer?.status === 404) location.reload();
    else if (answer?.ok) look(await answer.text() !== version, Date.parse(answer.headers.get("Date") ?? ""));
  }

  setInterval(ask, 1000 * Number(part(selector).dataset.seconds));
  document.addEventListener("visibilitychange", ask);
}

if (part("#live")) follow("#live", (isOld) => isOld && part("#live").dispatchEvent(new Event("changed")));
