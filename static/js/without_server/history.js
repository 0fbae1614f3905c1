// The pages about all matches of this phone: the list with its search, people and evenings (phone/runtime/history.py).

import { newKey, root } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { summaries } from "./documents.js";

/** `fields`: those of a search. @param {string} path @param {Pairs | undefined} fields @param {(blocks: Blocks) => boolean} draw */
export async function openPage(path, fields, draw) {
  const [pathname, asked] = path.split("?");
  if (pathname === `${root}import/`) return (await import("./copy.js")).openCopyPage(draw);
  if (pathname === `${root}join/`) return (await import("./hand_over.js")).openReceived(draw);
  const [, code = "", page] = /\/m\/([^/]+)\/(share|tell|big)\/$/.exec(pathname) ?? [];
  if (page === "share") return (await import("./hand_over.js")).openShared(code, draw);
  if (page === "tell") return (await import("./match_views.js")).openResult(code, draw);
  if (page === "big") return (await import("./match_views.js")).openBig(code, draw);
  if (pathname === `${root}demo/`) return draw((await call("demo", { groups: await groups(), key: newKey(), ...(fields && { fields }) })).blocks);
  const query = [...new URLSearchParams(fields ?? asked)].filter(([, value]) => value);
  if (fields) history.pushState(null, "", `${pathname}?${new URLSearchParams(query)}`);
  const matches = JSON.stringify(await summaries());
  const answer = await call("history", { path: pathname, query, groups: await groups(), matches });
  return answer.status === 200 && draw(answer.blocks);
}

addEventListener("popstate", () => location.reload());
