// On the home page: has the service worker fetch what a phone needs without a signal, and says so once all of it is there.

const { serviceWorker } = navigator;

serviceWorker?.addEventListener("message", () => document.getElementById("ready").classList.add("yes"));
serviceWorker?.ready.then(({ active }) => active.postMessage({ language: document.documentElement.lang }));
