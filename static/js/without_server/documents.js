// The matches of a phone that has no server: their documents as this version of the app needs them, and what lists know of them.

import { groups } from "../offline/no_signal_page.js";
import { callAbout } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { all, change, read } from "../sync/store.js";

const { version = "" } = document.documentElement.dataset;

/** What is stored of a match. Each version of the app has other files. */
export async function renewed(/** @type {string} */ code) {
  const record = await read(code);
  if (!record?.document || record.app === version) return record;
  const { static: files } = await groups();
  return (await change(code, (known) => known?.document && { ...known, app: version, document: { ...known.document, static: files } })) ?? undefined;
}

/** Each match with its summary (phone/runtime/without_server.py), the one written last first. A summary is made anew once
 * the log is longer. */
export async function summaries() {
  const found = [];
  for (const record of await all()) if (record.document) found.push(await summaryOf(record));
  return found.sort((one, other) => other.written - one.written);
}

async function summaryOf(/** @type {MatchRecord} */ { code, document, summary }) {
  if (summary?.length === document?.entries.length) return { ...summary, rematch: document?.rematch };
  const state = stateOf(await renewed(code));
  const fresh = state && (await callAbout(state, "summary", {}));
  await change(code, (known) => known && { ...known, summary: fresh });
  return { ...fresh, rematch: document?.rematch };
}
