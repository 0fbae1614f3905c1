// The overlay of a video: it shows the news of its match, also where the page does not come at once.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const shown = [];
const led = [];
function show(...nodes) {
  shown.push(...nodes);
  overlay.dataset.next = "rematch/overlay/";
}
const overlay = { dataset: { feed: "board.json", seen: "1" }, replaceChildren: show };
globalThis.document = { querySelector: () => overlay, documentElement: { dataset: {} } };
globalThis.location = { href: "overlay/", replace: (address) => led.push(address) };
globalThis.DOMParser = class {
  parseFromString = (html) => ({ querySelector: () => (html === "the new board" ? { childNodes: [html], dataset: { seen: "2" } } : null) });
};

test("news whose page does not come is asked for again, and leads on to a rematch", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const pages = ["502 Bad Gateway", "the new board"];
  const asked = [];
  globalThis.fetch = async (address, { headers }) => {
    asked.push(headers?.["If-None-Match"] ?? address);
    if (asked.length > 4) return new Promise(() => {});
    const body = address === "overlay/" ? pages.shift() : "{}";
    return { ok: !body.startsWith("502"), status: 200, headers: new Headers({ "X-Reenganche": "1" }), text: async () => body };
  };
  import("../../static/js/board/overlay.js");
  await settled();
  mock.timers.tick(3000);
  await settled();
  assert.deepEqual(shown, ["the new board"]);
  assert.deepEqual(led, ["rematch/overlay/"]);
  assert.deepEqual(asked, ['"1"', "overlay/", '"1"', "overlay/", '"2"']);
});
