// Loads the chances of a match after the board is shown, and again when it has changed. The board never waits for
// them. polling.js imports this module where a page has something to load.

import { on } from "../events.js";

const RETRY_MS = 2000;
const MORE_MS = 300; // a long match comes in several answers
const TRIES = 15;

const loads = new WeakMap(); // of each part the number of its last load: an older answer does not replace a newer one

async function load(part, tries = TRIES) {
  const number = (loads.get(part) ?? 0) + 1;
  loads.set(part, number);
  const answer = await fetch(part.dataset.forecast).catch(() => null);
  const text = answer?.status === 200 ? await answer.text() : "";
  if (loads.get(part) !== number) return;
  if (answer?.status === 204 && tries > 1) setTimeout(() => loads.get(part) === number && load(part, tries - 1), RETRY_MS);
  if (!text) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  part.querySelector("[data-forecast-here]").replaceChildren(...page.body.childNodes);
  showInRows();
  if (part.querySelector("[data-more]") && tries > 1) setTimeout(() => loads.get(part) === number && load(part, tries - 1), MORE_MS);
}

// The chance in front of the note in each row: on the line that is there already, so no row grows.
function showInRows() {
  for (const chance of document.querySelectorAll("[data-chance]")) {
    for (const seat of chance.dataset.chance.split(" ")) {
      const note = document.querySelector(`[data-seat="${seat}"] .note`);
      if (!note) continue;
      note.querySelector(".chance")?.remove();
      const shown = document.createElement("span");
      shown.className = "chance";
      shown.textContent = chance.textContent + (note.textContent.trim() ? " · " : "");
      note.prepend(shown);
    }
  }
}

const loadAll = () => document.querySelectorAll("[data-forecast]").forEach((part) => load(part));

on("board:shown", loadAll);
on("below:shown", () => document.querySelectorAll("[data-forecast]").forEach((part) => loads.has(part) || load(part)));
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && loadAll());
if (document.querySelector("[data-chance]")) showInRows();
else loadAll();
