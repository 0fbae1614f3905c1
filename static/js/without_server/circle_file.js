// The file of a circle (docs/RECORDS.md) with the matches of a phone that has no server, and what was paid. A match has its uid by its
// code, a person by the name, so that nothing comes twice.

import { blank } from "../sync/session.js";

export const ACCOUNT = "account"; // the code of the record with what was paid
const AT = 5; // the place of the time in a fact

/** The record of the account with facts behind those that it has. @type {(record: MatchRecord | undefined, fresh: AccountFact[]) => MatchRecord} */
export const withFacts = (record, fresh) => ({ ...blank(ACCOUNT), facts: [...(record?.facts ?? []), ...fresh].sort((one, other) => one[AT] - other[AT]) });

/** A uid that says the same for the same words. */
export async function uidOf(/** @type {string} */ words) {
  const bytes = [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)), 0, 16)];
  const hex = bytes.map((byte, index) => (index === 6 ? (byte & 15) | 128 : index === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

export const uidOfMatch = async (/** @type {any} */ document) => document.uid ?? uidOf(`match ${document.code}`);
const uidOfPerson = (/** @type {string} */ name) => uidOf(`person ${name.trim().toLowerCase()}`);
const timeOf = (/** @type {number} */ milliseconds) => new Date(milliseconds).toISOString().replace("Z", "+00:00");

/** @param {any} document @param {[number, string][]} names @param {string[]} texts */
async function matchLine(document, names, texts) {
  const uid = await uidOfMatch(document);
  const written = document.entries.map(async (/** @type {Entry} */ [type, payload, at, key]) => ({
    entry: { type, ...payload },
    at: timeOf(at),
    happened_at: timeOf(at),
    uid: await uidOf(`entry ${uid} ${key}`),
    key,
  }));
  const match = {
    uid,
    created_at: timeOf(document.created_at),
    played_on: document.played_on,
    ...Object.fromEntries(texts.filter((name) => document[name]).map((name) => [name, document[name]])),
    ruleset: document.ruleset,
    seats: await Promise.all(names.map(([, name]) => uidOfPerson(name))),
    at_start: document.players_at_start,
    dealer: document.first_dealer,
    direction: document.direction,
    entries: await Promise.all(written),
  };
  return { match };
}

async function accountLine(/** @type {AccountFact} */ [uid, payments, day, is_zero, undoes, at]) {
  const paid = payments.map(async ([currency, payer, payee, cents]) => [currency, await uidOfPerson(payer), await uidOfPerson(payee), cents]);
  return { account: { uid, at: timeOf(at), payments: await Promise.all(paid), ...(day && { day }), ...(is_zero && { is_zero }), ...(undoes && { undoes }) } };
}

// Who joined later is in the log only.
function namesIn(/** @type {MatchDocument} */ { names, entries }) {
  const seats = new Map(names);
  for (const [, { player }, , , name] of entries) if (name && !seats.has(player)) seats.set(player, name);
  return [...seats];
}

const writtenAt = (/** @type {MatchDocument} */ { entries, created_at }) => entries.at(-1)?.[2] ?? created_at;

/** What this phone has of a match that it cannot read; undefined of one that it can. @param {MatchRecord} record */
export const unreadText = ({ document, summary, unread }) => unread ?? (summary?.isBroken ? JSON.stringify(document) : undefined);

/** The file with these matches, the one written last as the last. What cannot be read is in it as it is.
 * @param {MatchRecord[]} records @param {string} texts the keys of the texts of a match, which the page knows */
export async function fileText(records, texts) {
  const documents = records.flatMap((record) => (unreadText(record) ? [] : (record.document ?? [])));
  const ordered = documents.sort((one, other) => writtenAt(one) - writtenAt(other));
  const named = ordered.map((document) => ({ document, seats: namesIn(document) }));
  const facts = records.flatMap((record) => record.facts ?? []);
  const paid = facts.flatMap(([, payments]) => payments.flatMap(([, payer, payee]) => [payer, payee]));
  const written = [...paid, ...named.flatMap(({ seats }) => seats.map(([, name]) => name))];
  const names = [...new Map(written.map((name) => [name.trim().toLowerCase(), name])).values()];
  const persons = await Promise.all(names.map(async (name, index) => ({ person: { uid: await uidOfPerson(name), name, colour: index % 8 } })));
  const matches = await Promise.all(named.map(({ document, seats }) => matchLine(document, seats, texts.split(" "))));
  const first = { reenganche_circle: 1, name: "", time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const account = await Promise.all(facts.map(accountLine));
  const end = { end: { persons: persons.length, house_rules: 0, matches: matches.length, ...(facts.length && { account: facts.length }) } };
  const unread = records.flatMap((record) => unreadText(record) ?? []).map((text) => ({ unread: JSON.parse(text) }));
  return [first, ...persons, ...matches, ...unread, ...account, end].map((line) => `${JSON.stringify(line)}\n`).join("");
}
