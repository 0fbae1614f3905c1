// The engine as browsers load it: the WebAssembly of MicroPython with the translated rules. All workers share one, which
// is loaded with the first run that needs it; each holds its own match (phone/runtime/entry_points.py).

import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { loadMicroPython } from "../../../static/vendor/micropython/micropython.mjs";

const WASM = fileURLToPath(new URL("../../../static/vendor/micropython/micropython.wasm", import.meta.url));
const SIZES = { heapsize: 4 * 2 ** 20, pystack: 64 * 2 ** 10 }; // as in static/js/phone/engine_worker.js
const ASK = `
import sys
sys.path[:] = ['/lib']
from phone.runtime.entry_points import _held, answer
matches = {}
def ask(worker, name, text):
    _held[:] = matches.get(worker, [])
    try:
        return answer(name, text)
    finally:
        matches[worker] = _held[:]
`;

let python;

/** `ask(worker, name, text)` for workers that hold nothing yet. `files`: those of chinchon_site/engine_file.py. */
export async function engine(files) {
  python ??= await loaded(files);
  python.runPython("matches.clear()");
  return python.globals.get("ask");
}

async function loaded(files) {
  const micropython = await loadMicroPython({ url: WASM, ...SIZES });
  for (const file of files) {
    for (const [path, source] of Object.entries(JSON.parse(fs.readFileSync(file, "utf8")))) {
      micropython.FS.mkdirTree(`/lib/${path.slice(0, path.lastIndexOf("/"))}`);
      micropython.FS.writeFile(`/lib/${path}`, source);
    }
  }
  micropython.runPython(ASK);
  return micropython;
}
