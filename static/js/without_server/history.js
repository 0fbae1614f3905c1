// The pages that only the edition without a server makes, each named as its address (HISTORY of
// scores/table/offline/without_server.py): those about all matches of this phone (phone/runtime/history.py), and the others.

import { newKey } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call, prepare } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { renewed, summaries, tableOf, version } from "./documents.js";
import { openBig, openChances, openResult } from "./match_views.js";

const VERSION = "X-Reenganche";
const DEADLINE_MS = 60_000; // of phones with thousands of matches

const ofAll = /** @type {Record<string, (draw: Draw, fields?: Pairs) => Promise<boolean>>} */ ({
  import: async (draw) => (await import("./copy.js")).openCopyPage(draw),
  join: async (draw) => (await import("./hand_over.js")).openReceived(draw),
  demo: async (draw, fields) => draw((await call("demo", { groups: await groups(), key: newKey(), ...(fields && { fields }) })).blocks),
});
const ofMatch = /** @type {Record<string, (state: State, draw: Draw) => Promise<boolean>>} */ ({
  share: async (state, draw) => (await import("./hand_over.js")).openShared(state, draw),
  tell: openResult,
  forecast: openChances,
  big: openBig,
});

/** As those of ../offline/match_pages.js. */
export const makerOf = (/** @type {string} */ name, /** @type {Draw} */ draw) => async (/** @type {string} */ path, /** @type {string} */ code, /** @type {Pairs=} */ fields) => {
  if (name in ofAll) return ofAll[name](draw, fields);
  if (!(name in ofMatch)) return openList(path, fields, draw);
  const state = stateOf(await renewed(code));
  return state !== null && ofMatch[name](state, draw);
};

// A phone that has many matches needs some seconds: until then a page without a search is as it was drawn last.
async function openList(/** @type {string} */ address, /** @type {Pairs | undefined} */ fields, /** @type {Draw} */ draw) {
  const [path, asked] = address.split("?");
  const query = [...new URLSearchParams(fields ?? asked)].filter(([, value]) => value);
  if (fields) history.pushState(null, "", `${path}?${new URLSearchParams(query)}`);
  const cache = query.length ? null : await caches.open("lists").catch(() => null);
  const cached = await cache?.match(path);
  const last = cached?.headers.get(VERSION) === version && (await cached.text());
  if (last) draw(JSON.parse(last));
  const [{ matches, broken }] = await Promise.all([summaries(), prepare()]);
  const { status, blocks } = await call("history", { path, query, groups: await groups(), now: Date.now(), matches: [], broken }, { deadline: DEADLINE_MS, table: tableOf(matches) });
  if (status !== 200) return false;
  const drawn = JSON.stringify(blocks);
  cache?.put(path, new Response(drawn, { headers: { [VERSION]: version } })).catch(() => {}); // a full disk
  return drawn === last || draw(blocks);
}

addEventListener("popstate", () => location.reload());
