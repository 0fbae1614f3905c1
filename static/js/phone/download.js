// On the page of this phone: a button that loads the engine, while it is not here.

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
}

button.addEventListener("click", download);
if (window.caches && !(await caches.match(WORKER))) part.hidden = false;
