// The engine as browsers load it: static/js/phone/engine_worker.js itself, here in the process, for the workers of all tabs.

import fs from "node:fs";
import { registerHooks } from "node:module";

const FORGET = 'ENTRY_POINTS["forget"] = lambda payload: HELD.clear() or {}\n'; // what a new worker has not heard of
// The build makes the module.
const LANGUAGES = "data:text/javascript,export const FIRST = \"phone.runtime.entry_points\"; export const TEXTS = { es: \"/language_es.json\" };";
let loaded;

registerHooks({
  resolve: (name, context, next) => name === "./languages.js" ? { url: LANGUAGES, shortCircuit: true } : next(name, context),
});

/** `post(message)` gives what the worker posts. `files` are those that it fetches (chinchon_site/engine_file.py). */
export const engine = (files) => (loaded ??= load(files));

async function load(files) {
  const posted = [];
  const { promise, resolve } = Promise.withResolvers();
  globalThis.self = { name: "es" };
  globalThis.onmessage = null;
  globalThis.postMessage = (message) => resolve(posted.push(message));
  globalThis.fetch = async (url) => ({ ok: true, json: async () => read(files.find((file) => file.endsWith(url.split("/").at(-1)))) });
  await import("../../../static/js/phone/engine_worker.js");
  await promise;
  const { fatal } = posted.pop();
  if (fatal) throw Error(fatal);
  return (data) => {
    globalThis.onmessage({ data });
    return posted.pop();
  };
}

function read(file) {
  const modules = JSON.parse(fs.readFileSync(file, "utf8"));
  const entryPoints = "phone/runtime/entry_points.py";
  return entryPoints in modules ? { ...modules, [entryPoints]: modules[entryPoints] + FORGET } : modules;
}
