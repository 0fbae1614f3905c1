// Loads the engine behind a page that is shown, and has the service worker cache what a phone needs without a signal.
// Imported once a page is idle (connection.js), or when the user asks for it.

import { prepare } from "./engine.js";

// Resolves when the engine can answer. The service worker caches its files from the browser's cache: none comes twice.
export async function load() {
  import("../offline/storage.js").catch(() => {});
  await prepare();
  const language = document.documentElement.lang;
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ language })); // on a first page later than the engine
}
