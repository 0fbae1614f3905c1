// The file with the matches of a phone that has no server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ACCOUNT, fileText, unreadText, withFacts } from "../../static/js/without_server/circle_file.js";
import { blank } from "../../static/js/sync/session.js";

const played = { code: "abc", created_at: 1, place: "Bar", note: "", other: "x", names: [[0, "Ana"]], entries: [["undo", {}, 1, "k"]] };
const broken = { code: "def", names: 7, entries: [] };
const KEPT = '{"code":{"b":[1,2],"a":"<b>"}}';
const records = [{ ...blank("1"), unread: KEPT }, { ...blank("def"), document: broken, summary: { isBroken: true } }, { ...blank("abc"), document: played }];

test("a match has those of its texts that the page names and somebody wrote", async () => {
  const lines = (await fileText(records, "place note")).trimEnd().split("\n").map((line) => JSON.parse(line));
  const { match } = lines.find((line) => line.match);
  assert.deepEqual([match.place, "note" in match, "other" in match], ["Bar", false, false]);
});

test("what a phone cannot read is in the file as it was, with a document or as a text, and counts as no match", async () => {
  const lines = (await fileText(records, "")).trimEnd().split("\n");
  assert.deepEqual(lines.filter((line) => line.startsWith('{"unread"')), [`{"unread":${KEPT}}`, `{"unread":${JSON.stringify(broken)}}`]);
  assert.deepEqual(JSON.parse(lines.at(-1)), { end: { persons: 1, house_rules: 0, matches: 1 } });
  assert.deepEqual(records.map(unreadText), [KEPT, JSON.stringify(broken), undefined]);
});

const KEYS = ["0f8fad5b-d9cb-469f-a165-70867728950e", "1f8fad5b-d9cb-469f-a165-70867728950e"];
const PAID = [KEYS[0], [["€", "Luis", "Ana", 150]], "2026-07-01", true, "", 2000];
const UNDONE = [KEYS[1], [], "", false, KEYS[0], 3000];

test("what was paid stands behind the matches in the order of its times, of persons that the file names", async () => {
  const account = withFacts(withFacts(undefined, [UNDONE]), [PAID]);
  assert.deepEqual([account.code, account.facts], [ACCOUNT, [PAID, UNDONE]]);
  const lines = (await fileText([account, { ...blank("abc"), document: played }], "")).trimEnd().split("\n").map((line) => JSON.parse(line));
  const uids = new Map(lines.flatMap(({ person }) => (person ? [[person.name, person.uid]] : [])));
  assert.deepEqual([...uids.keys()], ["Luis", "Ana"]);
  assert.deepEqual(lines.slice(-3), [
    { account: { uid: KEYS[0], at: "1970-01-01T00:00:02.000+00:00", payments: [["€", uids.get("Luis"), uids.get("Ana"), 150]], day: "2026-07-01", is_zero: true } },
    { account: { uid: KEYS[1], at: "1970-01-01T00:00:03.000+00:00", payments: [], undoes: KEYS[0] } },
    { end: { persons: 2, house_rules: 0, matches: 1, account: 2 } },
  ]);
});
