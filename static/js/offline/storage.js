// Says on a board that this phone cannot store what is typed without a signal, before anything is typed.

import { on } from "../events.js";
import { keep } from "../sync/store.js";
import { dataOf } from "./no_signal_page.js";

const ENOUGH = 2_000_000; // bytes: the documents and lines of many evenings

async function canStore() {
  if (!window.isSecureContext) return false;
  await keep("probe", null);
  const room = await navigator.storage?.estimate?.(); // not in Safari before version 17; WebKitGTK has no navigator.storage
  return !room || room.quota - room.usage > ENOUGH;
}

function say(text) {
  const place = document.querySelector("#board :is(.said, .below)");
  if (!place || document.getElementById("no-storage")) return;
  place.prepend(Object.assign(document.createElement("p"), { id: "no-storage", className: "trouble", textContent: text }));
}

if (!(await canStore().catch(() => false))) {
  const { noStorage } = await dataOf("missing");
  const lost = document.getElementById("lost");
  // Without a secure context nothing can be stored anywhere: it is said once the signal is lost.
  const sayIfDue = () => (window.isSecureContext || !lost.hidden) && say(noStorage);
  new MutationObserver(sayIfDue).observe(lost, { attributeFilter: ["hidden"] });
  document.addEventListener("htmx:afterSettle", sayIfDue);
  on("board:shown", sayIfDue);
  sayIfDue();
}
