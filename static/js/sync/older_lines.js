// Lines that 0.5.0 and 0.6.0 stored in IndexedDB "outbox". They are sent once, in order, as the forms that they are. No other
// module of this folder needs this one: a later release can do without it.

import { emit, parsed, part, parts } from "../dom.js";

const NAME = "outbox";
const HEADERS = { "HX-Request": "true", Accept: "application/json, text/html;q=0.9" }; // a refusal is JSON, a board is HTML
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
      Object.assign(work, { oncomplete: () => resolve(request?.result ?? []), onabort: () => reject(work.error) }).commit();
      asked.result.close();
    };
  });
}

/** The lines that go if this one is thrown away: it, and those behind it that name another by its number. */
export function goneWith(/** @type {OlderLine[]} */ lines, /** @type {number} */ id) {
  const [one] = lines.filter((line) => line.id === id);
  const ofMatch = lines.filter(({ match }) => match === one?.match);
  return one?.start ? ofMatch : ofMatch.filter((line) => line === one || (line.id > id && NAMES_ANOTHER.includes(line.action ?? "")));
}

/** Those behind it take its place in the log. */
export async function dropOlder(/** @type {number} */ id) {
  await alone(async () => {
    const lines = await olderLines();
    const gone = goneWith(lines, id);
    const inLog = lines.filter((line) => line.match === gone[0]?.match && !line.start);
    const first = gone[0]?.next ?? inLog[0]?.seq ?? 0;
    const left = inLog.filter((line) => !gone.includes(line));
    await rewrite(gone, left.map((line, index) => ({ ...line, seq: first + index })));
  });
  await sendOlder();
}

const alone = (/** @type {() => Promise<unknown>} */ act) => navigator.locks.request(NAME, act); // one tab, one thing at a time

async function rewrite(/** @type {OlderLine[]} */ gone, /** @type {OlderLine[]} */ changed = []) {
  await inStore((store) => {
    for (const { id } of gone) store.delete(id);
    for (const line of changed) store.put(line);
  });
  emit("waiting");
}

/** Send what can be sent. Without lines the database goes: the documents in it are of no more use. */
export async function sendOlder() {
  if ((await olderLines()).length) await alone(sendAll).catch(() => {}); // no signal
  if (!(await olderLines()).length) indexedDB.deleteDatabase(NAME);
}

// Not the hands of a match with a question on its board that waits for its answer.
async function sendAll() {
  const asked = new Set();
  for (let line; (line = ready(await olderLines(), asked)); ) if (!(await sent(line))) asked.add(line.match);
}

function ready(/** @type {OlderLine[]} */ lines, /** @type {Set<string>} */ asked) {
  const of = (/** @type {string | undefined} */ match) => lines.filter((line) => line.match === match);
  return lines.find((line) => line === of(line.match)[0] && !line.said && !asked.has(line.match) && !of(line.after).length);
}

async function ask(/** @type {string} */ address, /** @type {RequestInit} */ options = {}) {
  const reply = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(15_000), ...options });
  if (!reply.headers.has("X-Reenganche") || reply.status >= 500 || reply.status === 429) throw new Error("later");
  const isJson = reply.headers.get("Content-Type")?.startsWith("application/json");
  const page = parsed(isJson ? "" : await reply.text());
  return { status: reply.status, page, code: part("#board", page)?.dataset.key?.split(":")[0], refusal: isJson ? await reply.json() : null };
}

async function sent(/** @type {OlderLine} */ line) {
  const { page } = await ask(line.start ? (line.form ?? line.post) : `/m/${line.match}/`);
  if (line.post.endsWith("/hand/") && part("[action*='/answer/']", page)) return false;
  const body = new URLSearchParams([...line.fields, ["client_key", line.key], ["happened_at", line.at]]);
  body.set("csrfmiddlewaretoken", part("[name=csrfmiddlewaretoken]", page)?.value ?? "");
  if (!line.start) body.set("seq", String(line.seq));
  const answer = await ask(line.post, { method: "POST", headers: HEADERS, body });
  const code = answer.status === 200 && answer.code;
  const shown = parts(".trouble p, .trouble li, .error, .errorlist li", answer.page).map((element) => element.textContent.trim());
  if (code && (code === line.match || line.start)) await rewrite([line], code === line.match ? [] : await moved(line, code));
  else await rewrite([], [{ ...line, said: answer.refusal?.reasons ?? [...new Set(shown)], next: answer.refusal?.line }]);
  return true;
}

// The server gave the match another code, or its rematch exists: its lines follow.
/** @param {OlderLine} start @param {string} code @returns {Promise<OlderLine[]>} */
async function moved(start, code) {
  const behind = (await olderLines()).filter(({ id, match, after }) => id !== start.id && [match, after].includes(start.match));
  return JSON.parse(JSON.stringify(behind).replaceAll(start.match, code));
}
