// A match as QR codes and back: how many it takes, and what is no match.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { codeOf, codesOf, partOf, valueOf } from "../../static/js/without_server/codes.js";

const ADDRESS = "https://una-familia-numerosa.github.io/reenganche/join/";
const LARGEST = 17 + 4 * 25; // modules of a side of version 25

// Hands of four with numbers that repeat seldom, as they are played.
function hands(count) {
  return Array.from({ length: count }, (_, index) => {
    const number = (seat) => 1 + ((index * 7919 + seat * 104729 + index * index * 31) % 59);
    return ["hand", { closer: index % 4, close: index % 3 ? "knock" : "clean", deadwood: { 0: number(1), 1: number(2), 2: number(3) } }, 60 + number(4) * 3];
  });
}

async function read(codes) {
  const parts = codes.map(({ address }) => partOf(address.slice(ADDRESS.length)));
  assert.deepEqual(parts.map(({ nth, count }) => [nth, count]), codes.map((_, index) => [index + 1, codes.length]));
  return valueOf(parts.map(({ digits }) => digits).join(""), parts[0].remainder);
}

// The fragment of any bytes, with the remainder that fits.
function fragmentOf(bytes) {
  const number = BigInt(`0x1${bytes.toString("hex")}`);
  return partOf(`#1-1-${number % 99991n}-${number}`);
}

test("forty hands of four fit one code of version 25 at most, longer matches several", async () => {
  for (const [count, most] of [[0, 1], [40, 1], [300, 4]]) {
    const value = ["Ana, Ñico & 李", hands(count)];
    const codes = await codesOf(value, ADDRESS);
    assert.ok(codes.length <= most && codes.every(({ modules }) => modules <= LARGEST), `${count} hands: ${codes.length} codes`);
    assert.deepEqual(await read(codes), value);
  }
});

test("a code is drawn as segno draws it", () => {
  const { svg } = codeOf("https://ana.github.io/reenganche/join/#1-1-12345-", `${"1234567890".repeat(120)}7`);
  const dark = [...svg.matchAll(/M(\d+),(\d+)/g)].map(([, x, y]) => `${x - 4},${y - 4}`).join(" ");
  // Of segno 1.6.6, with error correction L and mask 3.
  assert.equal(createHash("sha256").update(dark).digest("hex"), "e519c85276a8b982d781eb63004c50fe35c0768b87405fee2a0c38f0a9a7c9d8");
});

test("what is too large for nine codes has none", async () => {
  assert.deepEqual(await codesOf(hands(3000).map((hand, index) => [hand, Math.sin(index)]), ADDRESS), []);
});

test("codes that are cut, changed or of another match are not read", async () => {
  const [{ address }] = await codesOf(hands(9), ADDRESS);
  const { digits, remainder } = partOf(address.slice(ADDRESS.length));
  for (const wrong of [digits.slice(0, -1), `${digits}0`, digits.replace(/\d$/, (last) => (Number(last) + 1) % 10), ""]) {
    await assert.rejects(valueOf(wrong, remainder));
  }
});

test("what inflates to more than a match has is given up", async () => {
  const { digits, remainder } = fragmentOf(deflateRawSync(Buffer.alloc(1_000_000, "[")));
  await assert.rejects(valueOf(digits, remainder), RangeError);
});

test("what is no part of a match is none", () => {
  const long = "1".repeat(3101);
  for (const wrong of ["", "#", "#1", "#1-1-5-", "#2-1-5-55", "#0-1-5-55", "#1-10-5-55", "#1-1-x-55", "#1-1-5-5x5", `#1-1-5-${long}`]) assert.equal(partOf(wrong), null, wrong);
});
