// A button that loads the engine, while it is not here: on the page of this phone, and for a phone that saves data on the
// first board that it opens (connection.js).

import { codeHere, part } from "../dom.js";

const WORKER = new URL("./engine_worker.js", import.meta.url).href;
const section = part("#engine");
const text = part("p", section);
const button = part("button", section);

async function download() {
  button.disabled = true;
  const isHere = await import("./engine.js").then(({ load }) => load()).then(() => true, () => false);
  text.textContent = isHere ? section.dataset.done : section.dataset.failed;
  button.hidden = isHere;
  button.disabled = false;
  if (isHere) localStorage.setItem("engine", "yes");
}

// Each board has the code of its match.
function isFirstBoard() {
  const code = codeHere();
  if (code && !localStorage.getItem("engine")) localStorage.setItem("engine", code);
  return !code || localStorage.getItem("engine") === code;
}

button.addEventListener("click", download);
if (window.caches && isFirstBoard() && !(await caches.match(WORKER))) section.hidden = false;
