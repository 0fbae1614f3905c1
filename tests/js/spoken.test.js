// Lines of a board as they are said at a table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { spoken } from "../../static/js/board/spoken.js";

const WORDS = { minus: "menos", plus: "más", sum: "en total" };
const LINES = {
  "Cierra Ana: \u221210, va con \u22124 · Luis +23 = 87": "Cierra Ana: menos 10, va con menos 4. Luis más 23, en total 87",
  "Luis se pasa (115):\n  reenganche en 86": "Luis se pasa (115): reenganche en 86",
  "Eva 60 \u2212 4": "Eva 60 menos 4",
  "\u2068A+B 🎉\u2069 +7 = 7": "A+B más 7, en total 7",
};

test("a line is said in words, and its numbers as they are", () => {
  const said = Object.fromEntries(Object.keys(LINES).map((line) => [line, spoken(line, WORDS)]));
  assert.deepEqual(said, LINES);
});
