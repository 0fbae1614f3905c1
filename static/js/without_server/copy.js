// The page on which all matches of this phone go into one file and come back: the file of a circle, which a server imports too.

import { onPart, part, tryStorage } from "../dom.js";
import { codeOf } from "../new_match/start_offline.js";
import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { blank } from "../sync/session.js";
import { all, changeAll } from "../sync/store.js";
import { fileText, TEXTS, uidOfMatch } from "./circle_file.js";
import { summaries, version, withScheme } from "./documents.js";

const LARGEST = 20_000_000; // bytes
const COPIED = "copied"; // in localStorage: how many matches were in the last copy

/** How many matches are over that the last copy lacks. @param {{finished?: number | null}[]} matches */
export const uncopied = (matches) => matches.filter(({ finished }) => finished).length - Number(tryStorage(() => localStorage.getItem(COPIED)));

// Out

async function copy(/** @type {string} */ how) {
  // The share sheet takes texts only; what is saved has the ending of the files that the app opens.
  const [ending, type] = how === "share" ? ["txt", "text/plain"] : ["jsonl", "application/x-ndjson"];
  const { matches } = await summaries(); // what cannot be read is found by them
  const name = `reenganche-${new Date().toISOString().slice(0, 10)}.${ending}`;
  const file = new File([await fileText(await all())], name, { type });
  if (how === "share") await navigator.share({ files: [file] });
  else {
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    URL.revokeObjectURL(href);
  }
  const over = matches.filter(({ finished }) => finished).length;
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
  const records = (await all()).filter(({ document }) => document);
  const codes = new Set(records.map(({ code }) => code));
  const here = new Set(await Promise.all(records.map(({ document }) => uidOfMatch(document))));
  const brought = /** @type {MatchRecord[]} */ ([]);
  for (const [place, line] of lines.entries()) {
    try {
      const { reenganche_circle: format, person, match, unread, end } = JSON.parse(line);
      if ((place === 0) !== (format === 1) || (place === lines.length - 1) !== Boolean(end)) throw new Error("no whole file");
      if (person) names.set(person.uid, person.name);
      if (unread && !codes.has(unread.code)) brought.push({ ...blank(unread.code), app: version, document: unread });
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
