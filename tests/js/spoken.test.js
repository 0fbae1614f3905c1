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
  "Ana 👍🏽 +1 = 1 · Luis 🇦🇷 +2 = 2": "Ana más 1, en total 1. Luis más 2, en total 2",
  "Eva 👩‍👧‍👦 +3 = 3 · Paco ❤️ +4 = 4": "Eva más 3, en total 3. Paco más 4, en total 4",
  "Inés 🏴󠁧󠁢󠁳󠁣󠁴󠁿 +5 = 5 · Juan 2️⃣ +6 = 6": "Inés más 5, en total 5. Juan 2 más 6, en total 6",
};

test("a line is said in words, and its numbers as they are", () => {
  const said = Object.fromEntries(Object.keys(LINES).map((line) => [line, spoken(line, WORDS)]));
  assert.deepEqual(said, LINES);
});
