// The page on which all matches of this phone go into one file and come back: the file of a circle (docs/RECORDS.md), which a
// server imports too. A match has its uid by its code, a person by the name, so that nothing comes twice.

import { onPart, part, tryStorage } from "../dom.js";
import { codeOf } from "../new_match/start_offline.js";
import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { blank } from "../sync/session.js";
import { all, changeAll } from "../sync/store.js";
import { summaries, version, withScheme } from "./documents.js";

const LARGEST = 20_000_000; // bytes
const TEXTS = ["rules_name", "currency", "place", "note"];
const COPIED = "copied"; // in localStorage: how many matches were in the last copy

/** How many matches are over that the last copy lacks. @param {{finished?: number | null}[]} matches */
export const uncopied = (matches) => matches.filter(({ finished }) => finished).length - Number(tryStorage(() => localStorage.getItem(COPIED)));

/** A uid that says the same for the same words. */
async function uidOf(/** @type {string} */ words) {
  const bytes = [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)), 0, 16)];
  const hex = bytes.map((byte, place) => (place === 6 ? (byte & 15) | 128 : place === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

export const uidOfMatch = async (/** @type {any} */ document) => document.uid ?? uidOf(`match ${document.code}`);
const uidOfPerson = (/** @type {string} */ name) => uidOf(`person ${name.trim().toLowerCase()}`);
const timeOf = (/** @type {number} */ milliseconds) => new Date(milliseconds).toISOString().replace("Z", "+00:00");

// Out

async function matchLine(/** @type {any} */ document, /** @type {[number, string][]} */ names) {
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
    ...Object.fromEntries(TEXTS.filter((name) => document[name]).map((name) => [name, document[name]])),
    ruleset: document.ruleset,
    seats: await Promise.all(names.map(([, name]) => uidOfPerson(name))),
    at_start: document.players_at_start,
    dealer: document.first_dealer,
    direction: document.direction,
    entries: await Promise.all(written),
  };
  return { match };
}

async function fileText() {
  const records = new Map((await all()).map((record) => [record.code, record]));
  const known = (await summaries()).reverse(); // the oldest first
  const names = [...new Map(known.flatMap(({ names }) => names).map(([, name]) => [name.trim().toLowerCase(), name])).values()];
  const persons = await Promise.all(names.map(async (name, place) => ({ person: { uid: await uidOfPerson(name), name, colour: place % 8 } })));
  const matches = await Promise.all(known.map(({ code, names }) => matchLine(records.get(code)?.document, names)));
  const first = { reenganche_circle: 1, name: "", time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const end = { end: { persons: persons.length, house_rules: 0, matches: matches.length } };
  return [first, ...persons, ...matches, end].map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function copy(/** @type {string} */ how) {
  // The share sheet takes texts only; what is saved has the ending of the files that the app opens.
  const [ending, type] = how === "share" ? ["txt", "text/plain"] : ["jsonl", "application/x-ndjson"];
  const name = `reenganche-${new Date().toISOString().slice(0, 10)}.${ending}`;
  const file = new File([await fileText()], name, { type });
  if (how === "share") await navigator.share({ files: [file] });
  else {
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    URL.revokeObjectURL(href);
  }
  const over = (await summaries()).filter(({ finished }) => finished).length;
  localStorage.setItem(COPIED, String(over));
  say("saved");
}

// In

/** What is stored of a match of a file. Rejects for a match that the rules do not allow.
 * @param {any} match @param {Map<string, string>} names @returns {Promise<MatchRecord>} */
async function recordOf({ uid, created_at, played_on, ruleset, seats, at_start, dealer, direction, entries, ...texts }, names) {
  const match = {
    ...Object.fromEntries(TEXTS.map((name) => [name, texts[name] ?? ""])),
    ...{ uid, created_at: Date.parse(created_at), played_on, ruleset, direction, players_at_start: at_start, first_dealer: dealer },
    names: seats.map((/** @type {string} */ person, /** @type {number} */ place) => [place, names.get(person)]),
    entries: entries.map((/** @type {any} */ { entry: { type, ...payload }, happened_at, at, key }) => [type, payload, Date.parse(happened_at ?? at), key]),
  };
  const { document, summary } = await call("file_match", { groups: await groups(), code: await codeOf(uid), match });
  return { ...blank(document.code), app: version, document, summary: withScheme(summary) };
}

// Nothing is stored before all of it was judged. Throws the number of the line at fault.
async function bring(/** @type {string} */ text) {
  const lines = text.trimEnd().split("\n");
  const names = /** @type {Map<string, string>} */ (new Map());
  const here = new Set(await Promise.all((await all()).filter(({ document }) => document).map(({ document }) => uidOfMatch(document))));
  const brought = /** @type {MatchRecord[]} */ ([]);
  for (const [place, line] of lines.entries()) {
    try {
      const { reenganche_circle: format, person, match, end } = JSON.parse(line);
      if ((place === 0) !== (format === 1) || (place === lines.length - 1) !== Boolean(end)) throw new Error("no whole file");
      if (person) names.set(person.uid, person.name);
      if (!match || here.has(match.uid)) continue;
      brought.push(await recordOf(match, names));
      here.add(match.uid);
    } catch {
      throw place + 1;
    }
  }
  if (brought.length) await changeAll(brought.map(({ code }) => code), () => brought);
  return brought.length;
}

function say(/** @type {string} */ what, /** @type {number | string} */ number = "") {
  const status = part("#copied");
  status.textContent = `${status.dataset[what]} ${number}`.trim();
}

async function bringFile(/** @type {File} */ file) {
  if (file.size > LARGEST) return say("large");
  const number = await bring(await file.text()).catch((line) => say("bad", typeof line === "number" ? line : ""));
  if (number !== undefined) say(number ? "brought" : "none", number || "");
}

/** @param {(blocks: Blocks) => boolean} draw */
export async function openCopyPage(draw) {
  const { blocks } = await call("copy", { groups: await groups() });
  draw(blocks);
  part("[data-copy=share]").hidden = !navigator.canShare?.({ files: [new File([""], "a.txt", { type: "text/plain" })] });
  await import("../phone/shared_file.js");
  return true;
}

onPart("click", "[data-copy]", ({ dataset }) => copy(dataset.copy).catch(() => {})); // the share dialog was closed
onPart("change", "#bring", (input) => {
  const [file] = /** @type {FileList} */ (/** @type {any} */ (input).files);
  if (!file) return;
  bringFile(file);
  input.value = ""; // else the same file would be no change
});
