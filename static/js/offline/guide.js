// Keeps the whole guide for where there is no signal, once somebody has opened its contents: the pages and what they show.

import { parsed, parts } from "../dom.js";

async function keep(/** @type {string} */ page) {
  const { active } = await navigator.serviceWorker.ready;
  const shown = parts("main img, link[rel=stylesheet]", parsed(await (await fetch(page)).text()));
  await Promise.all(shown.map(({ src, href }) => fetch(src ?? href)));
  active?.postMessage(page);
}

async function keepAll() {
  for (const { href } of parts(".menu a[data-page]")) await keep(href);
}

if (navigator.serviceWorker && !navigator.connection?.saveData) keepAll().catch(() => {}); // no signal, or a full disk
