// A phone with tabs: the parts of a browser that the app's modules use, each waiting for the scheduler.

import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { Dice } from "./scheduler.js";
import { Disk, Factory } from "./storage.js";

const HEADERS = { 503: { "Retry-After": "1" }, 429: { "Retry-After": "3" } };
const SLOW_TIMER = 1000; // milliseconds
const LATE = 5000; // milliseconds
const SITE = "https://table.test/";
const NOTHING = '["\\u0001"]'; // no fields, as engine.js writes them

// Modules as functions of the names below, so that each tab has its own in a moment. Imports come first in a file.
const GLOBALS = `document navigator indexedDB BroadcastChannel Worker fetch setTimeout clearTimeout Date Math performance
  AbortSignal addEventListener importModule exportNames`.split(/\s+/);
const compiled = new Map();
let plants = [];

// `[{file, old, new}]`: texts that are replaced in modules as they are read.
export const plant = (chosen) => (plants = chosen);

function compile(file) {
  if (!compiled.has(file)) {
    let text = fs.readFileSync(file, "utf8");
    for (const { file: name, old, new: fresh } of plants) if (file.endsWith(name)) text = text.replace(old, () => fresh);
    compiled.set(file, vm.compileFunction(asFunction(text), GLOBALS, { filename: file }));
  }
  return compiled.get(file);
}

function asFunction(text) {
  const names = [];
  const body = text
    .replace(/^import\s+(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+("[^"]+");/gm, (_all, whole, some, from) => `const ${whole ?? `{${some}}`} = importModule(${from});`)
    .replace(/^export\s+(async function\*?|function\*?|const|let|class)\s+(\w+)/gm, (_all, kind, name) => {
      names.push(name);
      return `${kind} ${name}`;
    })
    .replaceAll("import.meta.url", `"${SITE}"`);
  return `"use strict"; exportNames({${names.map((name) => `get ${name}() { return ${name}; }`).join(", ")}}); ${body}`;
}

export class Phone {
  constructor(number, world) {
    Object.assign(this, { number, world, name: "ABCD"[number], signal: "up", skew: 0, tabs: [], channels: new Set() });
    this.disk = new Disk(world.scheduler);
    this.locks = new Map(); // name: {holder, queue}
    this.dice = new Dice(world.seed * 31 + number);
    this.opened = 0;
  }
  get now() {
    return this.world.scheduler.now + this.skew;
  }
  // Give a free lock to the next tab in its queue.
  grant(name) {
    const lock = this.locks.get(name);
    const next = !lock.holder && lock.queue.shift();
    if (!next) return;
    lock.holder = next;
    this.world.scheduler.add(next.tab, "lock", () => next.run());
  }
  release(name, holder) {
    const lock = this.locks.get(name);
    if (lock.holder === holder) lock.holder = null;
    this.grant(name);
  }
  closedTab(tab) {
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.disk.closedTab(tab);
    for (const channel of this.channels) if (channel.tab === tab) this.channels.delete(channel);
    for (const [name, lock] of this.locks) {
      lock.queue = lock.queue.filter((waiting) => waiting.tab !== tab);
      if (lock.holder?.tab === tab) this.release(name, lock.holder);
    }
  }
}

export class Tab {
  constructor(phone, root) {
    Object.assign(this, { phone, root, world: phone.world, modules: new Map(), isClosed: false });
    this.name = `${phone.name}${++phone.opened}`;
    this.target = new EventTarget();
    this.values = this.globals();
    phone.tabs.push(this);
  }
  // Run what the app has given to the browser; false if it throws.
  report(act) {
    try {
      act();
      return true;
    } catch (error) {
      this.world.errors.push(`${this.name}: ${error?.stack ?? error}`);
      return false;
    }
  }
  load(file) {
    const found = path.resolve(this.root, file);
    if (this.modules.has(found)) return this.modules.get(found);
    const load = (name) => this.load(path.resolve(path.dirname(found), name));
    compile(found)(...GLOBALS.slice(0, -2).map((name) => this.values[name]), load, (names) => this.modules.set(found, names));
    return this.modules.get(found);
  }
  close() {
    this.isClosed = true;
    this.report(() => this.target.dispatchEvent(new Event("pagehide")));
    this.world.scheduler.forget(this);
    this.phone.closedTab(this);
  }
  // An event of the window or of the document.
  tell(type) {
    this.report(() => this.target.dispatchEvent(new Event(type)));
  }
  globals() {
    const { phone, world, target } = this;
    const tab = this;
    const { scheduler } = world;
    const listen = {
      addEventListener: (type, act, options) => target.addEventListener(type, guarded(tab, act), options),
      dispatchEvent: (event) => target.dispatchEvent(event),
    };
    const document = { ...listen, hidden: false, querySelector: () => null };
    document.documentElement = { lang: "es", dataset: { version: world.version } };
    const timers = new Map();
    const setTimeout = (act, milliseconds = 0) => {
      const id = timers.size + 1;
      const due = scheduler.now + Math.trunc(milliseconds); // as browsers do: up to a millisecond too early
      timers.set(id, scheduler.add(tab, "timer", () => tab.report(act), { due, isSlow: milliseconds >= SLOW_TIMER }));
      return id;
    };
    const clearTimeout = (id) => timers.has(id) && scheduler.remove(timers.get(id));
    class LocalDate extends Date {
      constructor(...parts) {
        super(...(parts.length ? parts : [phone.now]));
      }
      static now() {
        return phone.now;
      }
    }
    const timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("timeout", "TimeoutError")), milliseconds);
      return controller.signal;
    };
    const navigator = { locks: locksOf(tab), storage: { persist: async () => true } };
    return {
      ...listen, document, navigator, setTimeout, clearTimeout, Date: LocalDate, performance: { now: () => scheduler.now + (scheduler.now * 0.618) % 1 },
      indexedDB: new Factory(tab), AbortSignal: { timeout }, Math: Object.create(Math, { random: { value: () => phone.dice.number() } }),
      BroadcastChannel: channelOf(tab), Worker: workerOf(tab), fetch: (address, options) => fetched(tab, address, options),
    };
  }
}

// Errors in listeners are the app's; EventTarget would throw them out of the process.
const guarded = (tab, act) => (event) => void tab.report(() => act(event));

const channelOf = (tab) =>
  class BroadcastChannel {
    constructor() {
      this.tab = tab;
      tab.phone.channels.add(this);
    }
    postMessage(data) {
      if (tab.isClosed) return;
      for (const other of tab.phone.channels) {
        if (other === this) continue;
        const copy = structuredClone(data);
        tab.world.scheduler.add(other.tab, "message", () => other.tab.report(() => other.onmessage({ data: copy })));
      }
    }
  };

// The worker of the engine, which answers one call after another until it is killed.
const workerOf = (tab) =>
  class Worker {
    asked = 0;

    constructor() {
      tab.worker = this;
      this.say("worker", () => {
        const { error } = tab.world.post({ name: "forget", text: NOTHING });
        if (error) throw Error(error);
        return { ready: true };
      });
    }
    postMessage(message) {
      if (this.asked++) tab.world.errors.push(`${tab.name} asks a worker that has not answered`);
      this.say("engine", () => tab.world.post(message));
    }
    say(label, answer) {
      const run = () => {
        if (this.isDead) return;
        this.asked = 0;
        tab.report(() => this.onmessage({ data: answer() }));
      };
      tab.world.scheduler.add(tab, label, run);
    }
    terminate() {
      this.isDead = true;
    }
    // The phone needs its memory; the page hears of it or not.
    kill(isTold) {
      this.terminate();
      if (isTold) tab.world.scheduler.add(tab, "killed", () => this.onerror?.({ message: "killed", preventDefault() {} }));
    }
  };

const locksOf = (tab) => ({
  async request(name, act) {
    const { phone } = tab;
    if (tab.isClosed) return new Promise(() => {});
    if (!phone.locks.has(name)) phone.locks.set(name, { holder: null, queue: [] });
    const lock = phone.locks.get(name);
    const waiting = { tab };
    await new Promise((resolve) => {
      waiting.run = resolve;
      lock.queue.push(waiting);
      phone.grant(name);
    });
    try {
      return await act();
    } finally {
      if (!tab.isClosed) phone.release(name, waiting);
    }
  },
});

// A request is two tasks: it arrives at the server, and its answer arrives here. `how` they go is a fault or nothing:
// late, lost, twice, busy (503), limit (429), foreign (the page of a hotel), torn.
function fetched(tab, address, options = {}) {
  const { phone, world } = tab;
  const { scheduler } = world;
  const { method = "GET", headers = {}, body = "", signal } = options;
  const asked = { method, url: address, headers: Object.fromEntries(new Headers(headers)), body };
  const label = method === "GET" ? "get" : method === "PUT" ? "start" : "push";
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError("Failed to fetch"));
    const later = (name, run) => scheduler.add(tab, name, run);
    signal.addEventListener("abort", () => reject(signal.reason));
    const answer = (how, given) => {
      if (how === "lost" || phone.signal === "cut") return fail();
      return resolve(new Answer(how === "torn" ? { ...given, body: given.body.slice(0, given.body.length / 2) } : given));
    };
    const arrive = (how = "") => {
      if (phone.signal === "cut" || how === "lost") return later(`no signal for ${label}`, fail);
      if (["busy", "limit", "foreign"].includes(how)) {
        return later(`answer ${how} to ${label}`, () => answer("", refusal(how, world.version)));
      }
      if (how === "twice") world.send(phone, asked);
      const given = world.send(phone, asked);
      const due = how === "late" ? { due: scheduler.now + LATE } : {};
      return scheduler.add(tab, `answer to ${label}`, (way) => answer(way, given), due);
    };
    // A request that has left the phone may arrive after its tab was closed.
    return scheduler.add(tab, label, arrive, { isOutside: true });
  });
}

function refusal(how, version) {
  if (how === "foreign") return { status: 200, headers: { "content-type": "text/html" }, body: "<p>Hotel" };
  const status = how === "busy" ? 503 : 429;
  return { status, headers: { "X-Reenganche": version, ...HEADERS[status] }, body: '{"reasons": ["Ahora no."]}' };
}

class Answer {
  constructor({ status, headers, body }) {
    Object.assign(this, { status, headers: new Headers(headers), body });
  }
  async json() {
    return JSON.parse(this.body);
  }
}
