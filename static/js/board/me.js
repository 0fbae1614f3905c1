// Marks the row of the player who holds this phone, and calls them: the phone vibrates, a screen reader says why, and the
// row has a frame for some seconds. The server says on the page who they are; the board in the page is the same for all.

import { part } from "../dom.js";

const BUZZ = [80, 60, 80]; // milliseconds on, off, on
const caption = part("#me"); // a live region of its own: the other says what was written
const texts = caption.dataset;

const myRow = () => part(`#board .rows [data-seat="${texts.seat}"]`);

// What there is to say to them, the most urgent first.
function reasonsOf(/** @type {Part} */ row) {
  for (const urgent of ["asked", "out"]) if (row.classList.contains(urgent)) return [urgent];
  return [...(part(".near, .edge", row) ? ["near"] : []), ...(part("[data-deals]", row) ? ["deals"] : [])];
}

const timesBought = (/** @type {Part} */ row) => Number.parseInt(part("[data-rebuys]", row)?.textContent ?? "0");

let known = /** @type {string[] | null} */ (null); // the reasons at the last look; null before the first, which calls nobody
let bought = 0; // how often they had bought back in at the last look

function look() {
  const row = myRow();
  if (!row) return;
  row.dataset.you = part(".name", row).dataset.you = texts.you;
  const now = reasonsOf(row);
  const before = known;
  const fresh = before ? now.filter((name) => !before.includes(name)) : [];
  // Where it is done without a question; who was asked knows.
  if (before && timesBought(row) > bought && !before.includes("asked")) fresh.unshift("back");
  known = now;
  bought = timesBought(row);
  if (fresh.length) call(fresh);
}

function call(/** @type {string[]} */ reasons) {
  caption.textContent = reasons.map((name) => texts[name]).join(" ");
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZ);
  myRow().classList.add("called");
}

// The board is replaced by the server's or by the one that the phone draws.
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
look();
