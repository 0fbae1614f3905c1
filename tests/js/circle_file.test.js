// The file with the matches of a phone that has no server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fileText, unreadText } from "../../static/js/without_server/circle_file.js";
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
