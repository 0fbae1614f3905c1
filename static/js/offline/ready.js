// On the home page: has the service worker fetch what a phone needs without a signal, and says so once all of it is there.
// A phone that saves data is asked.

import "./connection.js";

const { serviceWorker } = navigator;

async function prepare() {
  const { active } = await serviceWorker.ready;
  active.postMessage({ language: document.documentElement.lang });
}

serviceWorker?.addEventListener("message", () => {
  document.getElementById("ready").classList.add("yes");
});
if (navigator.connection?.saveData) import("../phone/download.js").catch(() => {});
else if (serviceWorker) addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(() => prepare().catch(() => {})));
