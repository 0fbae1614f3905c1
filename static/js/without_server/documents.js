// The matches of a phone that has no server: their documents as this version of the app needs them, and what lists know of them.

import { groups } from "../offline/no_signal_page.js";
import { callAbout } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { all, change, read } from "../sync/store.js";

const OFFERED = 24; // names
const OWNER = 3;
const { version = "" } = document.documentElement.dataset;

/** What is stored of a match. Each version of the app has other files. */
export async function renewed(/** @type {string} */ code) {
  const record = await read(code);
  if (!record?.document || record.app === version) return record;
  const { static: files } = await groups();
  return (await change(code, (known) => known?.document && { ...known, app: version, document: { ...known.document, static: files } })) ?? undefined;
}

/** The groups for a new match: this phone as the only one, with the people of its matches, the last rules, and those with a name. */
export async function groupsWithMatches() {
  const known = await groups();
  const documents = (await all()).flatMap(({ document }) => document ?? []).sort((one, other) => other.created_at - one.created_at);
  if (!documents.length) return known;
  const [{ code, ruleset, currency = "" }] = documents;
  const named = new Map([...documents].reverse().map((one) => [one.rules_name, one.ruleset]));
  named.delete("");
  const recent = [...new Set(documents.flatMap(({ names }) => names.map(([, name]) => name)))].slice(0, OFFERED);
  const rules = [...named].map(([name, saved], place) => [place, name, saved]).reverse();
  const nobody = { people: [], uids: [], called: [], faces: [] };
  const group = { code: "phone", name: "", role: OWNER, utc_offset: known.utc_offset, house_rules: rules, last: { code, ruleset, currency }, recent, ...nobody };
  return { ...known, groups: [group] };
}

/** Each match with its summary (phone/runtime/without_server.py), the one written last first. A summary is made anew once
 * the log is longer. */
export async function summaries() {
  const found = [];
  for (const record of await all()) if (record.document) found.push(await summaryOf(record));
  return found.sort((one, other) => other.written - one.written);
}

async function summaryOf(/** @type {MatchRecord} */ { code, document, summary }) {
  const facts = { rematch: document?.rematch, role: document?.role };
  if (summary?.length === document?.entries.length) return { ...summary, ...facts };
  const state = stateOf(await renewed(code));
  const fresh = state && (await callAbout(state, "summary", {}));
  await change(code, (known) => known && { ...known, summary: fresh });
  return { ...fresh, ...facts };
}
