// Erases what this browser has of the site, where it does not follow Clear-Site-Data: over plain HTTP, for one.

import { part } from "../dom.js";

const OLDER = ["reenganche", "outbox"]; // for browsers that do not list their databases

async function erase() {
  localStorage.clear();
  sessionStorage.clear();
  const listed = (await indexedDB.databases?.())?.map(({ name }) => name) ?? OLDER;
  for (const name of listed) indexedDB.deleteDatabase(/** @type {string} */ (name));
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}

erase().then(() => part("#not-erased").remove(), () => {}); // without storage, or without HTTPS, there was nothing
