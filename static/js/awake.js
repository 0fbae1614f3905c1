// The screen stays on while the board is seen; where the browser cannot do that, the page says so.

const said = document.getElementById("awake");

function say(what) {
  said.textContent = said.dataset[what];
}

async function stayAwake() {
  if (document.hidden) return;
  if (!window.isSecureContext) return say("insecure");
  if (!navigator.wakeLock) return say("unable");
  try {
    const lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => document.hidden || say("unable"));
    say("on");
  } catch {
    say("unable"); // a nearly empty battery, for one
  }
}

// The lock is gone whenever the page was hidden.
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
