// Keeps the screen on while the board is visible and the match goes on. The page says so where the browser cannot.

import { on, part } from "../dom.js";

const isOver = () => Boolean(part("#board[data-over]"));

let lock = /** @type {Promise<WakeLockSentinel> | null} */ (null);

function showState(/** @type {"on" | "unable" | "insecure"} */ state) {
  const message = part("#awake");
  message.textContent = message.dataset[state];
}

async function stayAwake() {
  if (document.hidden) return;
  if (isOver()) return (await lock?.catch(() => null))?.release();
  if (lock) return;
  if (!window.isSecureContext) return showState("insecure");
  if (!navigator.wakeLock) return showState("unable");
  try {
    lock = navigator.wakeLock.request("screen");
    const wakeLock = await lock;
    wakeLock.addEventListener("release", () => {
      lock = null;
      if (!document.hidden && !isOver()) showState("unable");
    });
    showState("on");
  } catch {
    lock = null;
    showState("unable"); // for example with a nearly empty battery
  }
}

// The browser releases the lock when the page is hidden.
document.addEventListener("visibilitychange", stayAwake);
on("board:shown", stayAwake);
stayAwake();
