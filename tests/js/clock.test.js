// The clock of a phone beside that of the server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Phone } from "./tabs.js";

const DAY = 24 * 3_600_000;
const stored = new Map();
const { compareClocks, now } = await new Phone().tab("transport");
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => void stored.set(key, text) };

const serverSays = (by) => compareClocks(new Headers({ Date: new Date(Date.now() + by).toUTCString() }));
const isAhead = (by) => Math.abs(now() - Date.now() - by) < 2000;

test("a hand has the time of the server on a phone whose clock is wrong, until the clock is set", () => {
  assert.ok(isAhead(0));
  serverSays(2 * DAY);
  assert.ok(isAhead(2 * DAY));
  compareClocks(new Headers());
  assert.ok(isAhead(2 * DAY));
  serverSays(-DAY);
  assert.ok(isAhead(-DAY));
  serverSays(20_000); // the line was slow
  assert.ok(isAhead(0));
});
