// What is below the fold of a board: loaded when it is seen, and again when the board has changed. The engine in the phone
// draws it where it can, else the server. A board that replaces another one takes it over. polling.js imports this module
// when it is seen for the first time.

import { emit, on } from "../events.js";
import { keepPosition, storeBoard } from "./polling.js";

const RETRY_MS = 3000;

const part = () => document.getElementById("below");

let isSeen = false;
let isCurrent = false; // whether it belongs to the board that is shown
let loads = 0; // an older answer does not replace a newer one

async function load() {
  if (isCurrent || !isSeen || !part()) return;
  const number = (loads += 1);
  isCurrent = true;
  const html = await htmlOf(part().dataset.from).catch(() => null);
  if (number !== loads) return;
  if (html) return show(new DOMParser().parseFromString(html, "text/html").getElementById("main"));
  isCurrent = false;
  setTimeout(load, RETRY_MS);
}

async function htmlOf(address) {
  const wanted = { address, html: null };
  emit("below:wanted", wanted);
  return (await wanted.html?.catch(() => null)) ?? fetched(address);
}

async function fetched(address) {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.ok && answer.headers.has("X-Reenganche") ? answer.text() : null;
}

function show(fresh) {
  if (!part()) return;
  keepPosition(() => part().replaceChildren(...fresh.childNodes));
  emit("below:shown");
  storeBoard().catch(() => {}); // storage is forbidden or full
}

const observer = new IntersectionObserver((entries) => {
  isSeen = entries.at(-1).isIntersecting;
  load();
});

function watch() {
  isCurrent = false;
  observer.disconnect();
  if (!part()) return;
  observer.observe(part());
}

on("board:shown", watch);
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && watch());
watch();
