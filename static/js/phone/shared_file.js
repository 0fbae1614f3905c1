// Files that were shared with the app, or opened with it, wait in a cache until the page that imports shows them, one after the other.
// Nothing is sent or stored by itself.

import { newKey, root } from "../dom.js";

const QUEUE = "shared"; // the service worker fills it too
const NAME = "X-Name";

/** The next file, which waits no longer. @returns {Promise<File | null>} */
export async function nextShared() {
  const queue = await window.caches?.open(QUEUE);
  const [first] = (await queue?.keys()) ?? [];
  const answer = await queue?.match(first ?? "");
  if (!answer) return null;
  await queue.delete(first);
  return new File([await answer.blob()], decodeURIComponent(answer.headers.get(NAME) ?? ""));
}

export const isMoreShared = async () => Boolean((await (await window.caches?.open(QUEUE))?.keys())?.length);

/** Run `act` once files that are opened with the app wait. */
export function onOpened(/** @type {() => unknown} */ act) {
  window.launchQueue?.setConsumer(async ({ files }) => {
    const queue = await caches.open(QUEUE);
    for (const file of await Promise.all(files.map((handle) => handle.getFile()))) {
      await queue.put(`${root}import/?${newKey()}`, new Response(file, { headers: { [NAME]: encodeURIComponent(file.name) } }));
    }
    if (files.length) act();
  });
}
