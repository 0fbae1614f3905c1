// What the service worker caches for scripts: the sentences of the page without a signal and its table of addresses
// (scores/table/offline/without_signal.py), which come from the server while it answers, and the groups of this phone.

import { hasServer, parsed, part, root } from "../dom.js";

const ADDRESS = `${root}no-signal/`;
const GROUPS = `${root}new/document/`; // the groups in which this phone may start a match (scores/table/new_match/setup.py)

export async function sentences() {
  const here = part("#missing");
  if (here) return here.dataset;
  const cached = await window.caches?.match(ADDRESS).catch(() => null);
  const answer = cached ?? (await fetch(ADDRESS));
  return part("#missing", parsed(await answer.text())).dataset;
}

// A function that says what the table has of an address without query, and the code of the match in it.
export async function pagesByAddress() {
  /** @type {Row[]} */
  const rows = JSON.parse((await sentences()).pages);
  return (/** @type {string} */ path) => {
    /** @type {Partial<Row>} */
    const row = rows.find(({ pattern }) => new RegExp(pattern).test(path)) ?? {};
    return { ...row, code: new RegExp(row.pattern ?? "").exec(path)?.[1] ?? "" };
  };
}

/** undefined if this phone never had them. Without a server the phone has the only group, and its own clock. */
export async function groups() {
  const kept = await window.caches?.match(GROUPS);
  if (hasServer) return kept?.json();
  return { ...(await (kept ?? (await fetch(GROUPS))).json()), utc_offset: -new Date().getTimezoneOffset() };
}

/** Without an answer of the server nothing changes. */
export const refreshGroups = () => hasServer && navigator.serviceWorker?.controller?.postMessage(GROUPS);
