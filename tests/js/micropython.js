// A phone in Node: MicroPython with the modules of the engine, as static/js/phone/engine_worker.js starts it. A call is a line of
// its input, and the answer one of its output. tests/scores/support/phone_process.py runs it.

import { readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";

import { loadMicroPython } from "../../static/vendor/micropython/micropython.mjs";

const [first, ...bundles] = process.argv.slice(2);
const python = await loadMicroPython({ heapsize: 64 * 2 ** 20, pystack: 64 * 2 ** 10, stdout: () => {} });
for (const bundle of bundles) {
  for (const [path, source] of Object.entries(JSON.parse(readFileSync(bundle, "utf8")))) {
    python.FS.mkdirTree(`/lib/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/lib/${path}`, source);
  }
}
python.runPython("import sys; sys.path[:] = ['/lib', '.frozen']");
const { answer } = python.pyimport(first);

for await (const line of createInterface({ input: process.stdin })) {
  const [name, text] = JSON.parse(line);
  try {
    console.log(answer(name, text.normalize()));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }));
  }
}
