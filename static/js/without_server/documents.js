// The matches of a phone that has no server: their documents as this version of the app needs them, and what lists know of them.

import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { all, change, changeAll, read } from "../sync/store.js";

const OFFERED = 24; // names
const OWNER = 3;
const SCHEME = 1; // of summaries: those of another one are made anew
const STORED_AT_ONCE = 50;
const CODE = /^\w+$/;
export const { version = "" } = document.documentElement.dataset;

/** What is stored of a match. Each version of the app has other files. Only a server gives links and photos: until 1.1 a file could. */
export async function renewed(/** @type {string} */ code) {
  const record = await read(code);
  if (!record?.document || record.app === version) return record;
  const { static: files } = await groups();
  const own = { static: files, links: [], photos: [] };
  return (await change(code, (known) => known?.document && { ...known, app: version, document: { ...known.document, ...own } })) ?? undefined;
}

/** The groups for a new match: this phone as the only one, with the people of its matches, the last rules, and those with a name. */
export async function groupsWithMatches() {
  const known = await groups();
  const readable = new Set((await summaries()).matches.map((match) => match.code));
  const documents = (await all()).flatMap((record) => (readable.has(record.code) ? (record.document ?? []) : [])).sort((one, other) => other.created_at - one.created_at);
  if (!documents.length) return known;
  const [{ code, ruleset, currency = "" }] = documents;
  const named = new Map([...documents].reverse().map((one) => [one.rules_name, one.ruleset]));
  named.delete("");
  const recent = [...new Set(documents.flatMap(({ names }) => names.map(([, name]) => name)))].slice(0, OFFERED);
  const rules = [...named].map(([name, saved], index) => [index, name, saved]).reverse();
  const nobody = { people: [], uids: [], called: [], faces: [] };
  const group = { code: "phone", name: "", role: OWNER, utc_offset: known.utc_offset, house_rules: rules, last: { code, ruleset, currency }, recent, ...nobody };
  return { ...known, groups: [group] };
}

/** The summary of each match (phone/runtime/summaries.py), the one written last first, and how many matches cannot be read.
 * @returns {Promise<{matches: any[], broken: number}>} */
export async function summaries() {
  const stored = await all();
  const records = stored.filter(({ document }) => document);
  const outdated = records.filter(({ document, summary }) => summary?.scheme !== SCHEME || summary.length !== document?.entries?.length);
  const fresh = /** @type {Map<string, Summary>} */ (new Map());
  for (let start = 0; start < outdated.length; start += STORED_AT_ONCE) await summarize(outdated.slice(start, start + STORED_AT_ONCE), fresh);
  const found = records.map(({ code, document, summary }) => /** @type {any} */ ({ ...(fresh.get(code) ?? summary), rematch: document?.rematch, role: document?.role }));
  const matches = found.filter(({ isBroken }) => !isBroken).sort((one, other) => other.written - one.written);
  return { matches, broken: found.length - matches.length + stored.filter(({ unread }) => unread).length };
}

// The phone writes them to its disk once for all: each time takes as long as many summaries.
async function summarize(/** @type {MatchRecord[]} */ records, /** @type {Map<string, Summary>} */ fresh) {
  for (const record of records) fresh.set(record.code, withScheme(await summaryOf(record)));
  await changeAll(records.map(({ code }) => code), (stored) => stored.map((record) => record && { ...record, summary: fresh.get(record.code) }));
}

// One that cannot be read must not hide the others. It is tried again once it is longer, or summaries have another scheme.
async function summaryOf(/** @type {MatchRecord} */ record) {
  const { code } = record.document ?? {};
  try {
    if (typeof code !== "string" || !CODE.test(code)) throw new TypeError("no code");
    return await call("summary", { ...stateOf(record) });
  } catch (error) {
    const { reason = "failed" } = /** @type {{reason?: string}} */ (error);
    if (reason !== "failed") throw error;
    return { length: record.document?.entries?.length, isBroken: true };
  }
}

/** Summaries as the engine takes them: the names of all facts once, then those of each match in the same order. */
export function tableOf(/** @type {Summary[]} */ matches) {
  const names = Object.keys(matches[0] ?? {});
  return JSON.stringify([names, ...matches.map((match) => names.map((name) => match[name]))]);
}

export const withScheme = (/** @type {any} */ summary) => /** @type {Summary} */ ({ ...summary, scheme: SCHEME });
