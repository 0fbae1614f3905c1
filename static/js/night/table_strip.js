// The strip of a table of a club night, above its board: says the round, the clock and the ranks, and turns the page to the
// next match of the table once its round is published. It asks again when the board changes, once a minute for the clock, and when the
// time is over.

import { fetched, pageAt, RETRY_MS } from "../board/follow.js";
import { isTyping } from "../board/signals.js";
import { codeHere, emit, on, part, tryStorage } from "../dom.js";
import { onChange, read } from "../sync/store.js";
import { wake } from "../sync/transport.js";

const MINUTE_MS = 60_000;
const PATIENCE_MS = 10_000;

const strip = part("#night");
const isBig = "big" in strip.dataset; // a big board stays, and with it a screen that is full or kept awake
const storedAs = () => `night:${codeHere()}`; // set while this tab waits for the next round: whoever comes back later to read stays

let asked = 0; // how often; only the last answer counts
let heard = { at: 0, minutes: 0 }; // when the server answered last, and what the clock showed then
let timeIsOver = 0; // the timer
let isTurning = false;

async function look() {
  if (document.hidden) return;
  const own = ++asked;
  const fresh = await answered().catch(() => null);
  if (own !== asked) return;
  if (fresh) show(fresh);
  else countDown();
}

async function answered() {
  const { page } = await fetched(`/m/${codeHere()}/night/`, PATIENCE_MS, { "HX-Request": "true" });
  return page && part("#night", page);
}

function show(/** @type {Part} */ fresh) {
  strip.dataset.card = fresh.dataset.card ?? "";
  for (const name of [".night-line", ".night-then"]) {
    const [shown, other] = [part(name, strip), part(name, fresh)];
    if (shown.innerHTML !== other.innerHTML) shown.replaceChildren(...other.childNodes);
  }
  heard = { at: performance.now(), minutes: Number(part("[data-minutes]", strip)?.textContent) };
  clearTimeout(timeIsOver);
  const { left } = part("[data-left]", strip)?.dataset ?? {};
  if (left) timeIsOver = setTimeout(look, (Number(left) + 1) * 1000);
  if (!part("[data-next]", strip)) tryStorage(() => sessionStorage.setItem(storedAs(), "waits"));
  turn();
}

// Without a signal the clock goes on.
function countDown() {
  const minutes = part("[data-minutes]", strip);
  const gone = Math.floor((performance.now() - heard.at) / MINUTE_MS);
  if (minutes) minutes.textContent = String(Math.max(0, heard.minutes - gone));
}

const isWaiting = () => tryStorage(() => sessionStorage.getItem(storedAs()) === "waits", false);

// What this phone has not sent yet goes first; what is typed stays.
async function turn() {
  const link = part("[data-next]", strip);
  if (!link || isTurning || !isWaiting() || isTyping()) return;
  isTurning = true;
  await turnTo(isBig ? `${link.href}big/` : link.href);
  isTurning = false;
}

async function turnTo(/** @type {string} */ address) {
  if (await hasUnsent()) return;
  const page = await pageAt(address).catch(() => null);
  if (!page) return setTimeout(turn, RETRY_MS);
  if (page === "gone" || isTyping()) return;
  sessionStorage.removeItem(storedAs());
  if (!isBig) return location.assign(address);
  history.replaceState(null, "", address);
  emit("board:drawn", page);
}

async function hasUnsent() {
  const record = await read(codeHere()).catch(() => undefined); // storage is forbidden
  const inForm = tryStorage(() => localStorage.getItem(`waiting:${codeHere()}`)); // of hand_entry/draft.js
  const isUnsent = Boolean(record?.lines.length || record?.start || inForm);
  if (isUnsent) wake();
  return isUnsent;
}

// The match was begun anew for other people: the card leads to the one of now.
async function leave() {
  if (await hasUnsent()) location.reload();
  else location.replace(strip.dataset.card);
}

on("board:gone", (_nothing, event) => {
  if (!strip.dataset.card) return;
  event.preventDefault();
  leave();
});
on("board:shown", look);
on("board:announced", look);
on("answer", look); // what waited is sent: the board has shown it before
on("waiting", turn);
onChange((code) => code === codeHere() && turn());
document.addEventListener("visibilitychange", look);
setInterval(look, MINUTE_MS);
look();
