// The pages about all matches of this phone: the list with its search, people and evenings (phone/runtime/history.py).

import { newKey, root } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call, prepare } from "../phone/engine.js";
import { summaries, tableOf, version } from "./documents.js";

const VERSION = "X-Reenganche";
const DEADLINE_MS = 60_000; // of phones with thousands of matches

/** `fields`: those of a search. @param {string} path @param {Pairs | undefined} fields @param {(blocks: Blocks) => boolean} draw */
export async function openPage(path, fields, draw) {
  const [pathname, asked] = path.split("?");
  if (pathname === `${root}import/`) return (await import("./copy.js")).openCopyPage(draw);
  if (pathname === `${root}join/`) return (await import("./hand_over.js")).openReceived(draw);
  const [, code = "", page] = /\/m\/([^/]+)\/(share|tell|big|forecast)\/$/.exec(pathname) ?? [];
  if (page === "share") return (await import("./hand_over.js")).openShared(code, draw);
  if (page === "tell") return (await import("./match_views.js")).openResult(code, draw);
  if (page === "forecast") return (await import("./match_views.js")).openChances(code, draw);
  if (page === "big") return (await import("./match_views.js")).openBig(code, draw);
  if (pathname === `${root}demo/`) return draw((await call("demo", { groups: await groups(), key: newKey(), ...(fields && { fields }) })).blocks);
  const query = [...new URLSearchParams(fields ?? asked)].filter(([, value]) => value);
  if (fields) history.pushState(null, "", `${pathname}?${new URLSearchParams(query)}`);
  return openList(pathname, query, draw);
}

// A phone that has many matches needs some seconds: until then a page without a search is as it was drawn last.
async function openList(/** @type {string} */ path, /** @type {Pairs} */ query, /** @type {(blocks: Blocks) => boolean} */ draw) {
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
