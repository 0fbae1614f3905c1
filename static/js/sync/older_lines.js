// Lines that 0.5.0 and 0.6.0 stored in IndexedDB "outbox". They are sent once, in order, as the forms that they are. No other
// module of this folder needs this one: a later release can do without it.
//
// A line has the `match`, the address `post` with `fields`, `key`, `seq` the number of its entry, `at`, and `told`. `start`: it
// makes the match; `form` is then the page with its token, `after` a match whose lines are sent before. A refused line
// has the sentences `said`, and `next`, the number that its entry would have had.

import { emit } from "../events.js";

/** @import {OlderLine} from "./types" */

const NAME = "outbox";
const PATIENCE_MS = 15_000;
const HEADERS = { "HX-Request": "true", Accept: "application/json, text/html;q=0.9" }; // a refusal is JSON, a board is HTML
const REASONS = ".trouble p, .trouble li, .error, .errorlist li"; // on a page that refuses
const NAMES_ANOTHER = ["undo", "redo", "correct"]; // by its number

/** The lines by the matches, in their order. @returns {Promise<OlderLine[]>} */
export const olderLines = () => inStore((store) => store.getAll());

/** @template T @param {(store: IDBObjectStore) => IDBRequest<T[]> | void} act @returns {Promise<T[]>} */
function inStore(act) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME);
    asked.onupgradeneeded = () => asked.transaction?.abort(); // there is none
    asked.onerror = () => resolve([]);
    asked.onsuccess = () => {
      const [name] = [...asked.result.objectStoreNames].filter((one) => one !== "documents"); // "hands" in 0.5.0
      const work = asked.result.transaction(name, "readwrite", { durability: "strict" });
      const request = act(work.objectStore(name));
      work.commit();
      work.oncomplete = () => resolve(request?.result ?? []);
      work.onabort = () => reject(work.error);
      asked.result.close();
    };
  });
}

/** The lines that go if this one is thrown away: it, and those behind it that name another by its number.
 * @param {OlderLine[]} lines @param {number} id */
export function goneWith(lines, id) {
  const [one] = lines.filter((line) => line.id === id);
  const goes = (/** @type {OlderLine} */ line) => line.match === one.match && (one.start || (line.id > id && NAMES_ANOTHER.includes(line.action ?? "")));
  return lines.filter((line) => line === one || goes(line));
}

/** Those behind it take its place in the log. @param {number} id */
export async function dropOlder(id) {
  await alone(async () => {
    const lines = await olderLines();
    const gone = goneWith(lines, id);
    const inLog = lines.filter((line) => line.match === gone[0].match && !line.start);
    const left = inLog.filter((line) => !gone.includes(line));
    const first = gone[0].next ?? inLog[0]?.seq ?? 0;
    await rewrite(gone, left.map((line, place) => ({ ...line, seq: first + place })));
  });
  await sendOlder();
}

// One tab, and one thing at a time.
/** @param {() => Promise<unknown>} act */
const alone = (act) => navigator.locks.request(NAME, act);

/** @param {OlderLine[]} gone @param {OlderLine[]} [changed] */
async function rewrite(gone, changed = []) {
  await inStore((store) => {
    for (const { id } of gone) store.delete(id);
    for (const line of changed) store.put(line);
  });
  emit("hands");
  if (!(await olderLines()).length) indexedDB.deleteDatabase(NAME);
}

/** Send what can be sent. */
export async function sendOlder() {
  if ((await olderLines()).length) await alone(sendAll).catch(() => {}); // no signal
}

async function sendAll() {
  for (let line; (line = ready(await olderLines())) && (await sent(line)); );
}

/** @param {OlderLine[]} lines */
function ready(lines) {
  const of = (/** @type {string | undefined} */ match) => lines.filter((line) => line.match === match);
  return lines.find((line) => line === of(line.match)[0] && !line.said && !of(line.after).length);
}

/** @param {string} address @param {RequestInit} [options] */
async function ask(address, options) {
  const reply = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  if (!reply.headers.has("X-Reenganche") || reply.status >= 500 || reply.status === 429) throw new Error("later");
  const isJson = reply.headers.get("Content-Type")?.startsWith("application/json");
  const page = new DOMParser().parseFromString(isJson ? "" : await reply.text(), "text/html");
  return { status: reply.status, page, code: page.getElementById("board")?.dataset.key?.split(":")[0], refusal: isJson ? await reply.json() : null };
}

// Whether more can be sent: not while a question of the board waits for its answer.
/** @param {OlderLine} line */
async function sent(line) {
  const { page } = await ask(line.start ? (line.form ?? line.post) : `/m/${line.match}/`);
  if (line.post.endsWith("/hand/") && page.querySelector("[action*='/answer/']")) return false;
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
  const body = new URLSearchParams([...line.fields, ["client_key", line.key], ["happened_at", line.at], ["csrfmiddlewaretoken", token]]);
  if (!line.start) body.set("seq", String(line.seq));
  const answer = await ask(line.post, { method: "POST", headers: HEADERS, body });
  const code = answer.status === 200 && answer.code;
  if (code === line.match) await rewrite([line]);
  else if (code && line.start) await move(line, code);
  else await rewrite([], [{ ...line, said: reasons(answer), next: answer.refusal?.line }]);
  return true;
}

/** @param {Awaited<ReturnType<typeof ask>>} answer @returns {string[]} */
const reasons = ({ page, refusal }) => refusal?.reasons ?? [...new Set([...page.querySelectorAll(REASONS)].map((element) => element.textContent?.trim() ?? ""))];

// The server gave the match another code, or its rematch exists: its lines follow.
/** @param {OlderLine} start @param {string} code */
async function move(start, code) {
  const moved = (await olderLines()).filter(({ id, match, after }) => id !== start.id && [match, after].includes(start.match));
  await rewrite([start], JSON.parse(JSON.stringify(moved).replaceAll(start.match, code)));
}
