// The engine in the phone: MicroPython with the translated rules. Only this script's own answer allows WebAssembly
// (chinchon_site/storage.py). Messages: {name, text} in, {text, heap} or {error} out; first {ready}.

import { loadMicroPython } from "../../vendor/micropython/micropython.mjs";
import { FIRST, TEXTS } from "./languages.js"; // chinchon_site/engine_file.py makes it

const HEAP = 4 * 2 ** 20; // bytes; it grows
const STACK = 64 * 2 ** 10; // bytes, for some 150 Python calls inside one another
const WASM = new URL("../../vendor/micropython/micropython.wasm", import.meta.url).href;
const ENGINE = new URL("./engine.json", import.meta.url).href;
const LANGUAGE = TEXTS[self.name]; // the worker is named by the language of the page

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

async function start() {
  keepEntries(WebAssembly.Table.prototype);
  const [python, sources, texts] = await Promise.all([
    loadMicroPython({ url: WASM, heapsize: HEAP, pystack: STACK }),
    modules(ENGINE),
    modules(LANGUAGE),
  ]);
  writeModules(python.FS, { ...sources, ...texts });
  python.runPython("import sys; sys.path[:] = ['/lib', '.frozen']");
  python.pyimport(FIRST);
  const { answer } = python.pyimport("phone.runtime.entry_points");
  const { mem_alloc } = python.pyimport("gc"); // nothing is collected during a call: so much it took
  onmessage = ({ data: { name, text } }) => {
    try {
      postMessage({ text: answer(name, text), heap: mem_alloc() });
    } catch (error) {
      postMessage({ error: String(/** @type {Error} */ (error).message).trim() });
    }
  };
  postMessage({ ready: true });
}

start().catch((error) => postMessage({ fatal: String(error) }));
