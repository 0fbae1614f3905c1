// The list of events between scripts (pages.d.ts) names who sends each of them and who listens.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../static/js/", import.meta.url));
const LISTED = /((?:^ {2}\/\/ .*\n)+) {2}"?([a-z:]+)"?:/gm;
const DECLARED = /interface Events \{\n([\s\S]*?)\n\}/;

const scripts = globSync("**/*.js", { cwd: ROOT }).sort();
const text = new Map(scripts.map((script) => [script, readFileSync(ROOT + script, "utf8")]));
const list = DECLARED.exec(readFileSync(`${ROOT}pages.d.ts`, "utf8"))[1];

const having = (call, name) => scripts.filter((script) => new RegExp(`\\b${call}\\("${name}"`).test(text.get(script))).join(", ");

test("each event of the list has the senders and listeners that it names", () => {
  const listed = [...list.matchAll(LISTED)].map(([, comment, name]) => {
    const [senders, listeners] = comment.replace(/\s*\/\/ /g, " ").trim().split(" → ");
    return { name, senders, listeners };
  });
  const found = listed.map(({ name }) => ({ name, senders: having("emit", name), listeners: having("on", name) }));
  assert.deepEqual(found, listed);
});

test("the list has every event that is sent or heard", () => {
  const used = [...text.values()].flatMap((code) => [...code.matchAll(/\b(?:emit|on)\("([a-z:]+)"/g)].map(([, name]) => name));
  const declared = [...list.matchAll(/^ {2}"?([a-z:]+)"?:/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(used)].sort(), declared.sort());
});
