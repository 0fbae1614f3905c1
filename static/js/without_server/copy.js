// The page on which all matches of this phone go into one file and come back: the file of a circle, which a server imports too.
// What a file brings is judged and shown first, and stored once somebody taps.

import { onPart, part, parts, tryStorage } from "../dom.js";
import { codeOf } from "../new_match/start_offline.js";
import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { isMoreShared, nextShared, onOpened } from "../phone/shared_file.js";
import { blank } from "../sync/session.js";
import { all, changeAll } from "../sync/store.js";
import { fileText, uidOfMatch, unreadText, withFacts } from "./circle_file.js";
import { summaries, version, withScheme } from "./documents.js";

const LARGEST = 20_000_000; // bytes
const NAMED = 30; // people of a file
const COPIED = "copied"; // in localStorage: how many matches were in the last copy

/** How many matches are over that the last copy lacks. @param {{finished?: number | null}[]} matches */
export const uncopied = (matches) => matches.filter(({ finished }) => finished).length - Number(tryStorage(() => localStorage.getItem(COPIED)));

// Out

async function copy(/** @type {Record<string, string>} */ { copy: how, type, ending }) {
  const { matches } = await summaries(); // what cannot be read is found by them
  const name = `reenganche-${new Date().toISOString().slice(0, 10)}${ending}`;
  const file = new File([await fileText(await all(), part("#copied").dataset.texts)], name, { type });
  if (how === "share") await navigator.share({ files: [file] });
  else {
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    URL.revokeObjectURL(href);
  }
  const over = matches.filter(({ finished }) => finished).length;
  localStorage.setItem(COPIED, String(over));
  part("#copied").textContent = part("#copied").dataset.saved;
}

// In

/** What is stored of a match of a file. Rejects for a match that the rules do not allow.
 * @param {any} match @param {Map<string, string>} names @returns {Promise<MatchRecord>} */
async function recordOf({ uid, created_at, played_on, ruleset, seats, at_start, dealer, direction, entries, ...texts }, names) {
  const match = {
    ...texts,
    ...{ uid, created_at: Date.parse(created_at), played_on, ruleset, direction, players_at_start: at_start, first_dealer: dealer },
    names: seats.map((/** @type {string} */ person, /** @type {number} */ index) => [index, names.get(person)]),
    entries: entries.map((/** @type {any} */ { entry: { type, ...payload }, happened_at, at, key }) => [type, payload, Date.parse(happened_at ?? at), key]),
  };
  const { document, summary } = await call("file_match", { groups: await groups(), code: await codeOf(uid), match });
  return { ...blank(document.code), app: version, document, summary: withScheme(summary) };
}

/** What a file brings: the records of its matches and of its account, and how many of the matches are here. What a phone cannot read stays a text, of which
 * nothing is ever drawn. Throws the number of the line at fault, and what the phone's storage throws. @returns {Promise<[records: MatchRecord[], here: number]>} */
async function broughtBy(/** @type {string} */ text) {
  const lines = text.trimEnd().split("\n");
  const names = /** @type {Map<string, string>} */ (new Map());
  await summaries();
  const stored = await all();
  const uids = await Promise.all(stored.map(({ document }) => document && uidOfMatch(document)));
  const known = new Set([...uids, ...stored.map(unreadText)].filter(Boolean));
  const records = /** @type {MatchRecord[]} */ ([]);
  const paid = /** @type {object[]} */ ([]);
  let here = 0;
  for (const [index, line] of lines.entries()) {
    try {
      const { reenganche_circle: format, person, match, unread, account, end } = JSON.parse(line);
      if ((index === 0) !== (format === 1) || (index === lines.length - 1) !== Boolean(end)) throw new Error("no whole file");
      if (person) names.set(person.uid, person.name);
      if (account) paid.push(paidLine(account, names, index + 1));
      if (!match && !unread) continue;
      const name = unread ? JSON.stringify(unread) : match.uid;
      if (known.has(name)) here += 1;
      else records.push(unread ? { ...blank(await codeOf(name)), unread: name } : await recordOf(match, names));
      known.add(name);
    } catch {
      throw index + 1;
    }
  }
  const { line, fresh } = await call("file_facts", { lines: paid, facts: factsOf(stored) });
  if (line) throw line;
  if (fresh.length) records.push(withFacts(undefined, fresh));
  return [records, here];
}

const factsOf = (/** @type {(MatchRecord | undefined)[]} */ records) => records.flatMap((record) => record?.facts ?? []);

/** A line of an account as the engine judges it. @param {any} account @param {Map<string, string>} names @param {number} line */
function paidLine({ payments = [], ...account }, names, line) {
  const paid = payments.map((/** @type {any} */ [currency, payer, payee, cents]) => [currency, names.get(payer) ?? null, names.get(payee) ?? null, cents]);
  return { line, account: { ...account, at: Date.parse(account.at), payments: paid } };
}

let draw = /** @type {Draw} */ (() => false);
let files = /** @type {File[]} */ ([]); // that were chosen and are still to be shown
let shown = /** @type {File | null} */ (null);
let judged = /** @type {MatchRecord[]} */ ([]); // what the shown file brings
let before = 0; // how many facts the account had then

// Of the file that is shown, until the page is drawn again: what it brings may be stored already, or be another file's.
const disableButtons = () => parts("#file button").forEach((button) => (button.disabled = true));

/** Show the page with the next file. @param {object} [said] what else the page says (`copy` of phone/runtime/without_server.py) */
async function showNext(said) {
  disableButtons();
  shown = files.shift() ?? (await nextShared());
  await show(said);
}

async function show(said = {}) {
  const found = shown && { name: shown.name, ...(await judge(shown)), has_next: files.length > 0 || (await isMoreShared()) };
  const { blocks } = await call("copy", { groups: await groups(), ...said, file: found });
  draw(blocks);
  const share = part("[data-copy=share]");
  const { type, ending } = share.dataset;
  share.hidden = !navigator.canShare?.({ files: [new File([""], `a${ending}`, { type })] });
}

// What the page says of a file.
async function judge(/** @type {File} */ file) {
  judged = [];
  if (file.size > LARGEST) return { is_large: true };
  try {
    let here = 0;
    before = factsOf(await all()).length;
    [judged, here] = await broughtBy(await file.text());
    const people = [...new Set(judged.flatMap(({ document }) => document?.names.map(([, name]) => name) ?? []))];
    const unread = judged.filter((record) => record.unread).length;
    const fresh = judged.filter(({ document }) => document).length;
    return { here, unread, fresh, paid: factsOf(judged).length, names: people.slice(0, NAMED).join(", "), has_more_names: people.length > NAMED };
  } catch (fault) {
    return typeof fault === "number" ? { line: fault } : { is_unreadable: true };
  }
}

/** @param {Draw} drawn */
export async function openCopyPage(drawn) {
  draw = drawn;
  await showNext({ is_shared: location.search === "?shared" });
  history.replaceState(history.state, "", location.pathname); // loaded again it is no share
  onOpened(() => judged.length || showNext()); // until somebody says what becomes of the one that is shown
  return true;
}

onPart("click", "[data-copy]", ({ dataset }) => copy(dataset).catch(() => {})); // the share dialog was closed
onPart("change", "#bring", (input) => {
  files = [.../** @type {FileList} */ (input.files)];
  showNext();
});
onPart("click", "[data-bring]", async () => {
  const brought = judged.filter(({ facts }) => !facts).length;
  const paid = factsOf(judged).length;
  disableButtons();
  // Another tab may have written what was paid since the file was judged: then it is judged again.
  const act = (/** @type {(MatchRecord | undefined)[]} */ there) => {
    const isAsJudged = !paid || factsOf(there).length === before;
    return judged.map((one, index) => (isAsJudged ? (one.facts ? withFacts(there[index], one.facts) : (there[index] ?? one)) : undefined));
  };
  const stored = await changeAll(judged.map(({ code }) => code), act).catch(() => null);
  await (stored ? showNext({ brought, paid }) : show(stored === null ? { is_full: true } : {}));
});
onPart("click", "[data-skip]", () => showNext());
