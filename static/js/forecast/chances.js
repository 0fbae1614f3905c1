// Loads the chances of a match after the board is shown, and again when it has changed. The board never waits for
// them. polling.js imports this module where a page has something to load.

import { on, parsed, part, parts } from "../dom.js";

const RETRY_MS = 2000;
const MORE_MS = 300; // a long match comes in several answers
const TRIES = 15;

const loads = new WeakMap(); // of each part the number of its last load: an older answer does not replace a newer one

async function load(/** @type {Part} */ card, tries = TRIES) {
  const number = (loads.get(card) ?? 0) + 1;
  const loadAgain = (/** @type {number} */ pause) => tries > 1 && setTimeout(() => loads.get(card) === number && load(card, tries - 1), pause);
  loads.set(card, number);
  const answer = await fetch(card.dataset.forecast).catch(() => null);
  const text = answer?.status === 200 ? await answer.text().catch(() => "") : "";
  if (loads.get(card) !== number) return;
  if (answer?.status === 204) loadAgain(RETRY_MS);
  if (!text) return;
  part("[data-forecast-here]", card).replaceChildren(...parsed(text).body.childNodes);
  showInRows();
  if (part("[data-more]", card)) loadAgain(MORE_MS);
}

// The chance in front of the note in each row: on the line that is there already, so no row grows.
function showInRows() {
  for (const chance of parts("[data-chance]")) {
    for (const seat of chance.dataset.chance.split(" ")) {
      const note = part(`.team:has([data-seat="${seat}"]) > .note`) ?? part(`[data-seat="${seat}"] .note`);
      if (!note) continue;
      part(".chance", note)?.remove();
      const textContent = chance.textContent + (note.textContent.trim() ? " · " : "");
      note.prepend(Object.assign(document.createElement("span"), { className: "chance", textContent }));
    }
  }
}

const loadAll = () => parts("[data-forecast]").forEach((card) => load(card));

on("board:shown", loadAll);
on("below:shown", () => parts("[data-forecast]").forEach((card) => loads.has(card) || load(card)));
if (part("[data-chance]")) showInRows();
else loadAll();
