// What is below the fold of a board: loaded when it is seen, and again when the board has changed. The engine in the phone
// draws it where it can, else the server. A board that replaces another one takes it over. polling.js imports this module
// when it is seen for the first time.

import { emit, on, parsed, part } from "../dom.js";
import { keepPosition, storeBoard } from "./polling.js";

const RETRY_MS = 3000;

const below = () => part("#below");

let isSeen = false;
let isCurrent = false; // whether it belongs to the board that is shown
let loads = 0; // an older answer does not replace a newer one

async function load() {
  if (isCurrent || !isSeen || !below()) return;
  const number = (loads += 1);
  isCurrent = true;
  const html = await htmlOf(below().dataset.from).catch(() => null);
  if (number !== loads) return;
  if (html) return show(part("#main", parsed(html)));
  isCurrent = false;
  setTimeout(load, RETRY_MS);
}

async function htmlOf(/** @type {string} */ address) {
  const wanted = { address, html: /** @type {Promise<string> | null} */ (null) };
  emit("below:wanted", wanted);
  return (await wanted.html?.catch(() => null)) ?? fetched(address);
}

async function fetched(/** @type {string} */ address) {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.ok && answer.headers.has("X-Reenganche") ? answer.text() : null;
}

function show(/** @type {Part} */ fresh) {
  if (!below()) return;
  keepPosition(() => below().replaceChildren(...fresh.childNodes));
  emit("below:shown");
  storeBoard().catch(() => {}); // storage is forbidden or full
}

const observer = new IntersectionObserver((entries) => {
  isSeen = Boolean(entries.at(-1)?.isIntersecting);
  load();
});

function watch() {
  isCurrent = false;
  observer.disconnect();
  if (!below()) return;
  observer.observe(below());
}

on("board:shown", watch);
watch();
