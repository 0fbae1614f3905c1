// What is below the fold of a board: loaded when it is seen, and again when the board has changed. The engine in the phone
// draws it where it can, else the server. A board that replaces another one takes it over. polling.js imports this module
// and marks the part while it is seen.

import { board, emit, on, parsed, part, parts } from "../dom.js";
import { fetched, RETRY_MS } from "./follow.js";
import { keepPosition, storeBoard } from "./polling.js";

const PATIENCE_MS = 15_000; // a server under load draws a long sheet

const below = () => part("#below");

let loadedFor = /** @type {Part | null} */ (null); // the board for which it was loaded, or is

export async function load() {
  const shown = board();
  if (loadedFor === shown || !below()?.hasAttribute("data-in-view")) return;
  loadedFor = shown;
  const page = await pageOf(below().dataset.from).catch(() => null);
  const fresh = page && part("#main", page);
  if (fresh) await styled(fresh);
  if (board() !== shown) return;
  if (fresh) return show(fresh);
  loadedFor = null;
  setTimeout(load, RETRY_MS);
}

async function pageOf(/** @type {string} */ address) {
  const wanted = { address, html: /** @type {Promise<string> | null} */ (null) };
  emit("below:wanted", wanted);
  const drawn = await wanted.html?.catch(() => null);
  return drawn ? parsed(drawn) : (await fetched(address, PATIENCE_MS)).page;
}

// Its style sheets, loaded first: a chart without them is twice as high. In the head they stay: one that leaves the page with
// the part before would be missing for a moment.
const styled = (/** @type {Part} */ fresh) => Promise.all(parts("link", fresh).map((sheet) => {
  if (part(`head > [href="${sheet.getAttribute("href")}"]`)) return sheet.remove();
  return new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
}));

function show(/** @type {Part} */ fresh) {
  if (!below()) return;
  keepPosition(() => below().replaceChildren(...fresh.childNodes));
  emit("below:shown");
  storeBoard().catch(() => {}); // storage is forbidden or full
}

on("board:shown", load);
