// The pages that only the edition without a server makes, each named as its address (HISTORY of
// scores/table/offline/without_server.py): those about all matches of this phone (phone/runtime/history.py), and those that only
// look at one (phone/runtime/match_views.py). The picture of a result is drawn by the browser, from the drawing that the engine makes.

import { newKey, onPart, ownKey, parsed, part, parts } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call, callAbout, prepare } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { change, read } from "../sync/store.js";
import { ACCOUNT, uidOf, withFacts } from "./circle_file.js";
import { renewed, summaries, tableOf, version } from "./documents.js";

const VERSION = "X-Reenganche";
const DEADLINE_MS = 60_000; // of phones with thousands of matches, or of hundreds of playouts on an old one
const LISTED = 100; // matches of the first page, which shows fewer
const HANDS = new URL("../forecast/shipped_hands.json", import.meta.url).href;
const PICTURE = "reenganche.png";
const TYPE = "image/png";
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
  const isDrawn = await drawAgain(query.length ? null : path, draw, async () => {
    const { status, blocks } = await answerAbout(path, { query });
    return status === 200 && blocks;
  });
  return isDrawn && offerToSend();
}

// Draw what was drawn last at that path, and what `make` gives if that is something else. False if it gives nothing.
async function drawAgain(/** @type {string | null} */ path, /** @type {Draw} */ draw, /** @type {() => Promise<Blocks | false>} */ make) {
  const cache = path === null ? undefined : await window.caches?.open("lists").catch(() => undefined);
  const cached = await cache?.match(path ?? "");
  const last = cached?.headers.get(VERSION) === version && (await cached.text());
  if (last) draw(JSON.parse(last));
  const blocks = await make();
  if (!blocks) return false;
  const drawn = JSON.stringify(blocks);
  cache?.put(path ?? "", new Response(drawn, { headers: { [VERSION]: version } })).catch(() => {}); // a full disk
  return drawn === last || draw(blocks);
}

/** The first page, from the matches that this phone has: once there are any. */
export const openHome = () => drawAgain(location.pathname, drawHome, async () => {
  const { matches, broken } = await summaries();
  if (!matches.length && !broken) return false;
  const { uncopied } = await import("./copy.js");
  const isLasting = await navigator.storage?.persisted?.();
  const asked = { groups: await groups(), uncopied: uncopied(matches), is_lasting: isLasting ?? false, now: Date.now(), matches: [], broken };
  return (await call("home", asked, { table: tableOf(matches.slice(0, LISTED)) })).blocks;
});

/** @type {Draw} */
function drawHome({ main = "" }) {
  const isCached = part("#ready")?.classList.contains("yes") ?? false; // what a phone needs without a signal
  part("#main").innerHTML = main;
  part("#ready")?.classList.toggle("yes", isCached);
  return true;
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

async function openBig(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const { blocks } = await callAbout(state, "big", { csrf_token: "", key: "" });
  draw(blocks);
  part("#whole-screen").hidden = !document.fullscreenEnabled;
  await import("../board/stay_awake.js");
  return true;
}

onPart("click", "#whole-screen", () => document.documentElement.requestFullscreen());

async function openChances(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const shipped = await (await fetch(HANDS)).json();
  const hands = shipped[state.document.ruleset.key] ?? shipped.chinchon;
  return draw((await callAbout(state, "chances", { hands }, { deadline: DEADLINE_MS })).blocks);
}

async function openResult(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const sprite = parsed(await (await fetch(state.document.static["cards.svg"])).text());
  const symbols = parts("symbol", sprite).map(({ outerHTML }) => outerHTML).join("");
  const hand = new URLSearchParams(location.search).get("hand") ?? "";
  const { blocks, svgs } = await callAbout(state, "result", { symbols, hand });
  draw(blocks);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  for (const [at, image] of parts("img.result").entries()) await showPicture(image, svgs[at]).catch(() => {}); // the text stays
  await import("../sharing/share.js");
  return true;
}

async function showPicture(/** @type {Part} */ shown, /** @type {string} */ svg) {
  const image = document.createElement("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  shown.src = canvas.toDataURL(TYPE);
  /** @type {Blob | null} */
  const content = await new Promise((done) => canvas.toBlob(done, TYPE));
  const files = [new File([content ?? ""], PICTURE, { type: TYPE })];
  const section = shown.parentElement;
  const send = part("button", section);
  part("[download]", section).href = URL.createObjectURL(files[0]);
  send.hidden = !navigator.canShare?.({ files });
  send.addEventListener("click", () => navigator.share({ files }).catch(() => {})); // the dialog may be closed
}

addEventListener("popstate", () => location.reload());
