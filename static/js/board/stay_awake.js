// Keeps the screen on while the board is visible and the match goes on. The page says so where the browser cannot.

import "../offline/connection.js";
import { on } from "../events.js";

const message = document.getElementById("awake");
const isOver = () => document.querySelector("#board[data-over]") !== null;

let lock = null; // the promise of a wake lock

function showState(state) {
  message.textContent = message.dataset[state];
}

async function stayAwake() {
  if (document.hidden) return;
  if (isOver()) return letSleep();
  if (lock) return;
  if (!window.isSecureContext) return showState("insecure");
  if (!navigator.wakeLock) return showState("unable");
  try {
    lock = navigator.wakeLock.request("screen");
    const wakeLock = await lock;
    wakeLock.addEventListener("release", lockReleased);
    showState("on");
  } catch {
    lock = null;
    showState("unable"); // for example with a nearly empty battery
  }
}

function lockReleased() {
  lock = null;
  if (!document.hidden && !isOver()) showState("unable");
}

async function letSleep() {
  const wakeLock = await lock?.catch(() => null);
  await wakeLock?.release();
}

// The browser releases the lock when the page is hidden.
document.addEventListener("visibilitychange", stayAwake);
on("board:shown", stayAwake);
document.addEventListener("htmx:afterSettle", stayAwake);
stayAwake();
