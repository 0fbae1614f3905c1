// The engine in the phone: MicroPython with the translated rules. Only this script's own answer allows WebAssembly
// (chinchon_site/storage.py). Messages: {name, text, table} in, {text, heap} or {error} out; first {ready}.
//
// To read all modules takes half a second, or two on a slow phone. So the memory of WebAssembly as it is then is stored, and a
// later start takes that instead: MicroPython has all its state there, and what the loader has beside it is as it was.

import { loadMicroPython } from "../../vendor/micropython/micropython.mjs";
import { FIRST, TEXTS } from "./languages.js"; // chinchon_site/engine_file.py makes it

const HEAP = 4 * 2 ** 20; // bytes; it grows
const STACK = 64 * 2 ** 10; // bytes, for some 150 Python calls inside one another
const WASM = new URL("../../vendor/micropython/micropython.wasm", import.meta.url).href;
const ENGINE = new URL("./engine.json", import.meta.url).href;
const LANGUAGE = TEXTS[self.name]; // the worker is named by the language of the page
const STARTED = "engine"; // the cache with the memory of a started engine
const VERSION = `${import.meta.url}?${self.name}`; // the name of this script has a hash of all that it loads
const mayStore = Boolean(self.caches) && /\.[0-9a-f]{12}\.js$/.test(import.meta.url); // a server for developers has no hashes

// Before each call of Python's interpreter the loader compares its own table of functions with WebAssembly's, and
// `get` of that table is slow: with the entries kept here an answer takes three quarters of the time.
// The loader never writes into the table.
function keepEntries(/** @type {WebAssembly.Table} */ table) {
  const { get } = table;
  const entries = /** @type {unknown[]} */ ([]);
  table.get = function entry(index) {
    return (entries[index] ??= get.call(this, index));
  };
}

async function modules(/** @type {string} */ url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.json();
}

function writeModules(/** @type {any} */ files, /** @type {Record<string, string>} */ sources) {
  const utf8 = new TextEncoder(); // the browser's own: a third of the time that the loader's takes
  for (const [path, source] of Object.entries(sources)) {
    files.mkdirTree(`/lib/${path}`.replace(/\/[^/]*$/, ""));
    files.writeFile(`/lib/${path}`, utf8.encode(source), { canOwn: true });
  }
}

let memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (undefined));

// The loader keeps the memory to itself.
function keepMemory(/** @type {"instantiate" | "instantiateStreaming"} */ way) {
  const make = /** @type {any} */ (WebAssembly[way]);
  WebAssembly[way] = async (/** @type {unknown[]} */ ...given) => {
    const made = await make(...given);
    ({ memory } = made.instance.exports);
    return made;
  };
}

const loaded = () => loadMicroPython({ url: WASM, heapsize: HEAP, pystack: STACK });

// The loader comes last, and nothing is awaited behind it: so all that Python has given to scripts is the same at every start.
async function startFromSources() {
  const [sources, texts] = await Promise.all([modules(ENGINE), modules(LANGUAGE)]);
  const python = await loaded();
  writeModules(python.FS, { ...sources, ...texts });
  python.runPython("import sys; sys.path[:] = ['/lib', '.frozen']");
  python.pyimport(FIRST);
  return python;
}

async function startFromMemory(/** @type {Response} */ stored) {
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const python = await loaded();
  new Uint8Array(memory.buffer).set(bytes);
  return python;
}

// Of one version in one language. Without the zeros at the end, which are three quarters.
async function storeMemory() {
  const bytes = new Uint8Array(memory.buffer);
  let end = bytes.length;
  while (!bytes[end - 1]) end -= 1;
  const used = bytes.slice(0, end);
  await caches.delete(STARTED);
  await (await caches.open(STARTED)).put(VERSION, new Response(used));
}

async function start() {
  keepEntries(WebAssembly.Table.prototype);
  keepMemory("instantiate");
  keepMemory("instantiateStreaming");
  const stored = mayStore && (await caches.match(VERSION).catch(() => null));
  const python = await (stored ? startFromMemory(stored) : startFromSources());
  if (mayStore && !stored) storeMemory().catch(() => {}); // a full disk
  const { answer } = python.pyimport(FIRST);
  const { mem_alloc } = python.pyimport("gc"); // nothing is collected during a call: so much it took
  onmessage = ({ data: { name, text, table } }) => {
    try {
      postMessage({ text: answer(name, text, table), heap: mem_alloc() });
    } catch (error) {
      postMessage({ error: String(/** @type {Error} */ (error).message).trim() });
    }
  };
  postMessage({ ready: true });
}

start().catch(async (error) => {
  await self.caches?.delete(STARTED).catch(() => {}); // the next start reads all modules
  postMessage({ fatal: String(error) });
});
