// Says on a board that this phone cannot store what is typed without a signal, before anything is typed. Over plain HTTP no
// browser runs the engine, however much it can store: a hand waits in its form, and the form says so.

import { on, part } from "../dom.js";
import { probe } from "../sync/store.js";
import { sentences } from "./no_signal_page.js";

const ENOUGH = 2_000_000; // bytes: the documents and lines of many evenings

async function canStore() {
  await probe();
  const room = await navigator.storage?.estimate?.(); // not in Safari before version 17; WebKitGTK has no navigator.storage
  return !room || (room.quota ?? 0) - (room.usage ?? 0) > ENOUGH;
}

if (window.isSecureContext && !(await canStore().catch(() => false))) {
  const { noStorage } = await sentences();
  const line = Object.assign(document.createElement("p"), { id: "no-storage", className: "trouble", textContent: noStorage });
  const say = () => part("#board:not(:has(#no-storage)) :is(.said, .below)")?.prepend(line);
  on("board:shown", say);
  say();
}
