// What the page without a signal says to scripts of other pages: its sentences, and the table of addresses of
// scores/table/offline/without_signal.py. It comes from the cache of the service worker, or from the server while it answers.

export async function dataOf(id) {
  const here = document.getElementById(id);
  if (here) return here.dataset;
  const cached = await globalThis.caches?.match("/no-signal/").catch(() => null);
  const answer = cached ?? (await fetch("/no-signal/"));
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id).dataset;
}

// A function that says what the table has of an address without query, with what its pattern has `found`.
export async function pagesByAddress() {
  const rows = JSON.parse((await dataOf("missing")).pages);
  return (path) => rows.map((row) => ({ ...row, found: new RegExp(row.pattern).exec(path) })).find(({ found }) => found) ?? {};
}
