// Says on a board that this phone cannot store what is typed without a signal, before anything is typed.

import { on, part } from "../dom.js";
import { probe } from "../sync/store.js";
import { sentences } from "./no_signal_page.js";

const ENOUGH = 2_000_000; // bytes: the documents and lines of many evenings

async function canStore() {
  if (!window.isSecureContext) return false;
  await probe();
  const room = await navigator.storage?.estimate?.(); // not in Safari before version 17; WebKitGTK has no navigator.storage
  return !room || (room.quota ?? 0) - (room.usage ?? 0) > ENOUGH;
}

if (!(await canStore().catch(() => false))) {
  const { noStorage } = await sentences();
  const lost = part("#lost");
  const line = Object.assign(document.createElement("p"), { id: "no-storage", className: "trouble", textContent: noStorage });
  // Without a secure context nothing can be stored anywhere: it is said once the signal is lost.
  const sayIfDue = () => (window.isSecureContext || !lost.hidden) && part("#board:not(:has(#no-storage)) :is(.said, .below)")?.prepend(line);
  new MutationObserver(sayIfDue).observe(lost, { attributeFilter: ["hidden"] });
  on("board:shown", sayIfDue);
  sayIfDue();
}
