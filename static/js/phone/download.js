// A button that loads the engine, while it is not here: on the page of this phone, and for a phone that saves data on the
// first board that it opens (connection.js).

import "../offline/connection.js";

const WORKER = new URL("./engine_worker.js", import.meta.url).href;
const part = document.getElementById("engine");
const [text, button] = part.children;

async function download() {
  button.disabled = true;
  const isHere = await import("./idle.js").then(({ load }) => load()).then(() => true, () => false);
  text.textContent = isHere ? part.dataset.done : part.dataset.failed;
  button.hidden = isHere;
  button.disabled = false;
  if (isHere) localStorage.setItem("engine", "yes");
}

// Each board has the code of its match.
function isFirstBoard() {
  const code = document.getElementById("board")?.dataset.key.split(":")[0];
  if (code && !localStorage.getItem("engine")) localStorage.setItem("engine", code);
  return !code || localStorage.getItem("engine") === code;
}

button.addEventListener("click", download);
if (window.caches && isFirstBoard() && !(await caches.match(WORKER))) part.hidden = false;
