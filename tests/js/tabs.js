// A phone without a browser, for tests: storage, locks and channels, and tabs that have their own modules.

import { registerHooks } from "node:module";

import { IDBFactory, IDBObjectStore, forceCloseDatabase } from "fake-indexeddb";

// What a tab imports belongs to that tab.
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    const tab = context.parentURL && new URL(context.parentURL).search;
    return tab && name.startsWith(".") ? { ...found, url: found.url + tab } : found;
  },
});

const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

let loaded = 0;

export class Phone {
  constructor() {
    this.indexedDB = new IDBFactory();
    this.connections = [];
    this.channels = new Set();
    this.persisted = 0;
    this.held = Promise.resolve();
    this.page = new EventTarget();
    const { channels } = this;
    define("window", this.page);
    define("indexedDB", { open: (...options) => this.opened(this.indexedDB.open(...options)) });
    define("document", Object.assign(new EventTarget(), { hidden: false, querySelector: () => null, documentElement: { dataset: { version: "v" } } }));
    define("addEventListener", this.page.addEventListener.bind(this.page));
    define("navigator", { storage: { persist: async () => this.persisted++ }, locks: { request: (_name, act) => this.lock(act) } });
    define(
      "BroadcastChannel",
      class {
        constructor() {
          channels.add(this);
        }
        postMessage(data) {
          for (const other of channels) if (other !== this) other.onmessage?.({ data: structuredClone(data) });
        }
      },
    );
  }

  opened(request) {
    request.addEventListener("success", () => this.connections.push(request.result));
    return request;
  }

  lock(act) {
    const done = this.held.then(() => act({}));
    this.held = done.catch(() => {});
    return done;
  }

  /** A tab: `name` is a module of static/js/sync/. */
  tab(name) {
    loaded += 1;
    return import(`../../static/js/sync/${name}.js?tab=${loaded}`);
  }

  /** The browser clears the storage, and says so unless it is `silent`. */
  clear({ silent = false } = {}) {
    this.indexedDB = new IDBFactory();
    this.disconnect({ silent });
  }

  /** The browser closes what is open, and nothing is cleared. */
  disconnect({ silent = false } = {}) {
    for (const connection of this.connections.splice(0)) {
      if (silent) connection.onclose = null;
      forceCloseDatabase(connection);
    }
  }
}

/** While `act` runs the phone is full. */
export async function withoutRoom(act) {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    return await act();
  } finally {
    IDBObjectStore.prototype.put = put;
  }
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
