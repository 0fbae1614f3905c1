// A file that was shared with the app, or opened with it, is put into the form to import it. Nothing is sent by itself.

import { part } from "../dom.js";

const input = part("form input[type=file]");

export function put(/** @type {File} */ file) {
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// The service worker has what was shared.
async function takeShared() {
  const cache = await caches.open("shared");
  const shared = await cache.match(location.href);
  if (!shared) return;
  put(new File([await shared.blob()], decodeURIComponent(shared.headers.get("X-Name") ?? "")));
  await caches.delete("shared");
}

window.launchQueue?.setConsumer(async ({ files: [opened] }) => opened && put(await opened.getFile()));
if (window.caches && location.search === "?shared") await takeShared();
