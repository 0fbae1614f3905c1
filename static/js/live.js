// An open board shows what others write: it asks every second and a half whether there is something new, while
// the page is seen. Nothing is kept open, so sleep, tunnels and a restarted server need no care.

import { notice } from "./notice.js";
import { speakTheLine } from "./speak.js";

const EVERY_MS = 1500;
const PATIENCE_MS = 5000;
const FAILURES_SHOWN = 2;

const board = () => document.getElementById("board");
const number = (tag) => Number.parseInt(tag, 10);

let timer = 0;
let asking = false;
let told = ""; // what was announced, but not shown, because a hand was being typed
let failures = 0;
let shown = board().dataset.seen;

function again() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, EVERY_MS);
}

async function ask() {
  clearTimeout(timer);
  if (document.hidden || asking) return;
  asking = true;
  try {
    await hear(await asked());
  } catch {
    fail();
  }
  asking = false;
  again();
}

async function asked() {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(board().dataset.pulse, {
      headers: { "If-None-Match": `"${told || board().dataset.seen}"` },
      cache: "no-store",
      signal: patience.signal,
    });
    return { status: answer.status, page: answer.status === 200 ? await answer.text() : "" };
  } finally {
    clearTimeout(late);
  }
}

function hear({ status, page }) {
  if (status >= 500) return fail();
  failures = 0;
  document.getElementById("lost").hidden = true;
  if (status === 404) return isTyping() ? meanwhile(board().dataset.gone) : location.reload();
  if (status === 200) show(new DOMParser().parseFromString(page, "text/html"));
}

function fail() {
  failures += 1;
  document.getElementById("lost").hidden = failures < FAILURES_SHOWN;
}

// An answer to something this phone sent is on its way, and will be drawn.
const isBusy = () => document.querySelector(".htmx-request:not(#line)") !== null;

function isTyping() {
  const form = document.getElementById("record");
  return form !== null && [...form.elements].some((one) => (one.type === "text" && one.value) || (/^(radio|checkbox)$/.test(one.type) && one.checked));
}

// An answer may come after what this phone saved meanwhile was drawn.
function isNews(tag) {
  const seen = board().dataset.seen;
  return tag !== seen && number(tag) >= number(seen);
}

function show(page) {
  const fresh = page.getElementById("board");
  if (!fresh || isBusy() || !isNews(fresh.dataset.seen)) return;
  if (isTyping()) {
    if (told !== fresh.dataset.seen) meanwhile(fresh.querySelector(".line")?.textContent ?? "");
    told = fresh.dataset.seen;
    return;
  }
  const place = reading();
  document.title = page.title;
  const old = board();
  old.replaceWith(fresh);
  markWhatChanged(old, fresh);
  returnTo(place);
  window.htmx?.process(fresh);
  document.dispatchEvent(new Event("board:shown"));
  speakTheLine();
  drawn();
}

// Somebody is typing: the hand stays under the thumb, and what others wrote is said beside it.
function meanwhile(text) {
  const said = document.querySelector("#record .meanwhile");
  if (!said) return;
  said.querySelector(".what").textContent = text.replace(/\s+/g, " ").trim();
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
  notice();
}

const totals = (one) => new Map([...one.querySelectorAll(".row[data-seat]")].map((row) => [row.dataset.seat, row.querySelector(".total")?.textContent]));

function markWhatChanged(old, fresh) {
  const before = totals(old);
  for (const row of fresh.querySelectorAll(".row[data-seat]")) {
    row.classList.toggle("changed", before.get(row.dataset.seat) !== row.querySelector(".total")?.textContent);
  }
}

// Whoever reads further down goes on reading what was under the eyes. Hands are added at the top of the sheet, so
// what keeps its place is the end of a section.
const end = (section) => section.getBoundingClientRect().bottom;

function reading() {
  const sections = [...document.querySelectorAll("#board .below > [id]")];
  const read = sections.find((one) => end(one) >= innerHeight / 2);
  return scrollY > 0 && read ? { id: read.id, end: end(read) } : null;
}

function returnTo(place) {
  const same = place && document.getElementById(place.id);
  if (same) scrollBy(0, end(same) - place.end);
}

// However the board came to show something new: this phone saved it, or another one.
function drawn() {
  const now = board().dataset.seen;
  if (number(now) > number(shown)) notice();
  shown = now;
  told = "";
}

document.addEventListener("htmx:afterSettle", (event) => {
  if ([event.target.id, event.detail.target?.id].includes("board")) drawn();
});
document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", (event) => event.persisted && ask());
addEventListener("online", ask);
again();
