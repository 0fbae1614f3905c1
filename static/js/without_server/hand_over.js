// From phone to phone without a server: the page with the codes of a match, and that to which they lead. No browser sends what is
// behind the # of an address, and there is the match.

import { addressOfMatch, onPart, part, root, tryStorage } from "../dom.js";
import { codeOf, leave } from "../new_match/start_offline.js";
import { groups } from "../offline/no_signal_page.js";
import { call, callAbout } from "../phone/engine.js";
import { blank } from "../sync/session.js";
import { all, change } from "../sync/store.js";
import { uidOfMatch } from "./circle_file.js";
import { codesOf, partOf, valueOf } from "./codes.js";

const READ = "codes"; // in localStorage: the codes of one match that were read

let code = ""; // of the match whose codes are shown
let codes = /** @type {{address: string, svg: string}[]} */ ([]);
let turn = 0; // the index of the shown one
let arrived = /** @type {{document: MatchDocument, length: number} | null} */ (null); // and of how many entries this phone has it

// Out

export async function openShared(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const { blocks, packed } = await callAbout(state, "shared", { uid: await uidOfMatch(state.document) });
  draw(blocks);
  ({ code } = state.document);
  codes = await codesOf(packed, `${location.origin}${root}join/`);
  turn = 0;
  part("#too-long").hidden = codes.length > 0;
  for (const id of ["turn", "next-code"]) part(`#${id}`).hidden = codes.length < 2;
  showCode();
  return true;
}

function showCode() {
  if (!codes.length) return;
  part("#code").innerHTML = codes[turn].svg;
  part("#code").href = codes[turn].address;
  part("#turn b").textContent = `${turn + 1}/${codes.length}`;
}

onPart("click", "#next-code", () => {
  turn = (turn + 1) % codes.length;
  showCode();
});

onPart("click", "[data-role]", async ({ dataset }) => {
  const role = Number(dataset.role);
  await change(code, (record) => record?.document && { ...record, document: { ...record.document, role } });
  location.assign(addressOfMatch(code));
});

// In

export async function openReceived(/** @type {Draw} */ draw) {
  const known = await groups();
  const read = readDigits();
  const missing = read.flatMap((digits, index) => (digits ? [] : [String(index + 1)]));
  const answer = missing.length ? null : await receive(read.join("")).catch(() => null);
  const { blocks } = answer ?? (await call("unread", { groups: known, missing }));
  return draw(blocks);
}

/** The digits of each code of the match in the address: in its other codes if this phone has read them. @returns {(string | undefined)[]} */
function readDigits() {
  const read = partOf(location.hash);
  if (!read) return [];
  const { nth, count, remainder, digits } = read;
  const match = `${count}-${remainder}`;
  const before = JSON.parse(tryStorage(() => localStorage.getItem(READ)) ?? "{}");
  const now = { ...(before.match === match && before), match, [nth]: digits };
  tryStorage(() => localStorage.setItem(READ, JSON.stringify(now)));
  return Array.from({ length: count }, (_, at) => now[at + 1]);
}

async function receive(/** @type {string} */ digits) {
  const packed = await valueOf(digits, partOf(location.hash)?.remainder ?? "");
  const [, uid] = packed;
  let here = null;
  for (const { document } of await all()) if (document && (await uidOfMatch(document)) === uid) here = document;
  const answer = await call("received", { packed, here, groups: await groups(), code: await codeOf(uid) });
  arrived = { document: answer.document, length: here?.entries.length ?? 0 };
  return answer;
}

onPart("click", "[data-receive]", async ({ dataset }) => {
  if (!arrived) return;
  const { document, length } = arrived;
  const role = Math.max(Number(dataset.receive), document.role);
  const isAsJudged = (/** @type {MatchRecord | undefined} */ record) => (record?.document?.entries.length ?? 0) === length;
  await change(document.code, (record) => (isAsJudged(record) ? { ...(record ?? blank(document.code)), document: { ...document, role } } : undefined));
  await leave(document.code);
});

addEventListener("hashchange", () => location.reload());
