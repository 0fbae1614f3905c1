// Asks the engine in the phone: the app's own rules in Python, run by MicroPython in a worker that starts with the
// first question. `await call("draw", { document, key })`. What can be asked: phone/runtime/entry_points.py.

import { cacheForNoSignal, emit } from "../dom.js";

const DEADLINE_MS = 5000; // of one call, from when the worker begins with it
const START_MS = 60000; // for downloading and starting the worker, over a bad line too
const MOST_HEAP = 64 * 2 ** 20; // bytes; the memory of a worker never shrinks, so after more it is replaced
const TAG = "\u0001"; // of arrays that stand for objects: MicroPython's JSON forgets the order of keys

// Unavailable: it could not be loaded; failed: an error in Python.
const engineError = (/** @type {"deadline" | "unavailable" | "failed"} */ reason, /** @type {string} */ message = reason) => Object.assign(new Error(message), { name: "EngineError", reason });

let starting = /** @type {Promise<Worker> | undefined} */ (undefined);
let last = /** @type {Promise<unknown>} */ (Promise.resolve()); // the last call in the queue: the worker does one at a time
let running = /** @type {Worker | null} */ (null); // once it can answer

/** The answer of an entry point, as JSON. Rejects with an EngineError; past the deadline the worker is replaced.
 * @typedef {{deadline?: number, table?: string}} Options `table`: the `matches` of the payload */
export async function call(/** @type {string} */ name, /** @type {object} */ payload, /** @type {Options} */ options = {}) {
  return untagged(JSON.parse(await callText(name, JSON.stringify(tagged(payload)), options)));
}

/** The same with texts in the tagged form of phone/runtime/messages.py, in which keys keep their order and numbers all digits.
 * @param {string} name @param {string} text @param {Options} options @returns {Promise<string>} */
export function callText(name, text, { deadline = DEADLINE_MS, table = "" } = {}) {
  // MicroPython cannot compose letters with accents: names reach it as the server stores them.
  const answer = last.then(async () => ask(await prepare(), { name, text: text.normalize(), table: table.normalize() }, deadline));
  last = answer.catch(() => {});
  return answer;
}

/** The same about the match of a `state` (../sync/session.js). The engine holds the one of the last call, and what it has
 * written to it: mostly the name is enough. */
export async function callAbout(/** @type {State} */ { id, document, mutations }, /** @type {string} */ name, /** @type {object} */ payload, /** @type {Options} */ options = {}) {
  const answer = await call(name, { id, ...payload }, options);
  return answer.unknown ? call(name, { id, document, mutations, ...payload }, options) : answer;
}

/** Load it behind a page that is shown, and what goes with it. */
export async function load() {
  import("../offline/storage.js").catch(() => {});
  await prepare();
  cacheForNoSignal(); // on a first page the worker comes later than the engine
}

// Start the worker, unless it runs. Resolves when it can answer; rejects with an EngineError.
export const prepare = () => (starting ??= start().catch((error) => {
  starting = undefined;
  throw error;
}));

async function start() {
  const worker = new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module", name: document.documentElement.lang });
  const { ready, fatal } = await next(worker, START_MS).catch(({ message }) => ({ ready: false, fatal: message }));
  if (!ready) {
    worker.terminate();
    throw engineError("unavailable", fatal);
  }
  running = worker;
  emit("engine"); // connection.js loads what boards do with it
  return worker;
}

async function ask(/** @type {Worker} */ worker, /** @type {object} */ asked, /** @type {number} */ deadline) {
  worker.postMessage(asked);
  const answer = await next(worker, deadline).catch((error) => {
    replace(worker);
    throw error;
  });
  if (answer.heap > MOST_HEAP) replace(worker);
  if (answer.error) throw engineError("failed", answer.error);
  return answer.text;
}

function replace(/** @type {Worker} */ worker) {
  worker.terminate();
  starting = undefined;
  running = null;
}

// Whether the next call is answered without a start.
export const isReady = () => running !== null;

/** The next message of a worker. @param {Worker} worker @param {number} milliseconds @returns {Promise<any>} */
function next(worker, milliseconds) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(engineError("deadline")), milliseconds);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      event.preventDefault();
      reject(engineError("unavailable", event.message));
    };
  });
}

/** @param {unknown} value @returns {unknown} */
function tagged(value) {
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== "object" || value === null) return value;
  return [TAG, ...Object.entries(value).flatMap(([key, inner]) => [key, tagged(inner)])];
}

/** @param {unknown} value @returns {any} */
function untagged(value) {
  if (!Array.isArray(value)) return value;
  if (value[0] !== TAG) return value.map(untagged);
  const object = /** @type {Record<string, unknown>} */ ({});
  for (let at = 1; at < value.length; at += 2) object[value[at]] = untagged(value[at + 1]);
  return object;
}
