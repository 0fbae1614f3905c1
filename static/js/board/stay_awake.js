// The screen stays on while the board is seen, until the match is over; where the browser cannot do that, the page
// says so.

const said = document.getElementById("awake");
const isOver = () => document.querySelector("#board[data-over]") !== null;

let lock = null; // of the screen, once it was asked for

function say(what) {
  said.textContent = said.dataset[what];
}

async function stayAwake() {
  if (document.hidden) return;
  if (isOver()) return letSleep();
  if (lock) return;
  if (!window.isSecureContext) return say("insecure");
  if (!navigator.wakeLock) return say("unable");
  try {
    lock = navigator.wakeLock.request("screen");
    const held = await lock;
    held.addEventListener("release", released);
    say("on");
  } catch {
    lock = null;
    say("unable"); // a nearly empty battery, for one
  }
}

function released() {
  lock = null;
  if (!document.hidden && !isOver()) say("unable");
}

async function letSleep() {
  const held = await lock?.catch(() => null);
  await held?.release();
}

// The lock is gone whenever the page was hidden.
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("board:shown", stayAwake);
document.addEventListener("htmx:afterSettle", stayAwake);
stayAwake();
