// The pages that only the edition without a server makes, each named as its address (HISTORY of
// scores/table/offline/without_server.py): those about all matches of this phone (phone/runtime/history.py), and the others.

import { newKey, ownKey, part } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call, prepare } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { change, read } from "../sync/store.js";
import { ACCOUNT, uidOf, withFacts } from "./circle_file.js";
import { renewed, summaries, tableOf, version } from "./documents.js";
import { openBig, openChances, openResult } from "./match_views.js";

const VERSION = "X-Reenganche";
const DEADLINE_MS = 60_000; // of phones with thousands of matches
const PAID = ["account", "evening"]; // pages whose forms say what was paid

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
  if (fields && PAID.includes(name)) return writePaid(path.split("?")[0], fields, draw);
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
  const { status, blocks } = await answerAbout(path, { query });
  if (status !== 200) return false;
  const drawn = JSON.stringify(blocks);
  cache?.put(path, new Response(drawn, { headers: { [VERSION]: version } })).catch(() => {}); // a full disk
  if (drawn !== last) draw(blocks);
  return offerToSend();
}

// The same facts give the same keys to forms, so that a page stays as it was drawn and a second tap is known; another phone gives others.
async function answerAbout(/** @type {string} */ path, /** @type {object} */ asked) {
  const [{ matches, broken }, account] = await Promise.all([summaries(), read(ACCOUNT), prepare()]);
  const facts = account?.facts ?? [];
  const key = await uidOf(`${ownKey()} ${facts.length} ${facts.at(-1)}`);
  const payload = { path, query: [], ...asked, groups: await groups(), now: Date.now(), matches: [], broken, facts, key };
  return { facts, ...(await call("history", payload, { deadline: DEADLINE_MS, table: tableOf(matches) })) };
}

// What the engine has judged is stored unless another tab has written meanwhile: then it is judged again.
/** @type {(path: string, fields: Pairs, draw: Draw, isFull?: boolean) => Promise<boolean>} */
async function writePaid(path, fields, draw, isFull = false) {
  const { facts, fact, blocks } = await answerAbout(path, { fields, is_full: isFull });
  if (blocks) return draw(blocks) && offerToSend();
  try {
    const isStored = await change(ACCOUNT, (record) => ((record?.facts ?? []).length === facts.length ? withFacts(record, [fact]) : undefined));
    if (!isStored) return writePaid(path, fields, draw);
  } catch {
    return writePaid(path, fields, draw, true);
  }
  await (await caches.open("lists")).delete(path).catch(() => {}); // it was drawn with what is paid now
  return openList(path, undefined, draw);
}

async function offerToSend() {
  if (!part("[data-share]")) return true;
  (await import("../sharing/share.js")).offer();
  await import("../print.js");
  return true;
}

addEventListener("popstate", () => location.reload());
