// Loads the files of all pages anew, past the browser's cache, and leads back. It imports nothing: that may be what is damaged.

const back = /** @type {Part} */ (document.querySelector("#repaired"));
/** @type {string[]} */
const files = JSON.parse(back.dataset.files);

// The whole body: a browser caches only what it has read to the end.
const load = async (/** @type {string} */ file) => (await fetch(file, { cache: "reload" })).arrayBuffer();

Promise.allSettled(files.map(load)).then(() => location.replace(back.href));
