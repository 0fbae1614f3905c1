// IndexedDB of one phone, as far as the app uses it, with the steps of a transaction as tasks of the scheduler.

const named = (name, message = name) => Object.assign(new DOMException(message, name));

// What the tabs of a phone share. `full` is "" or where a write fails: "put" or "commit".
export class Disk {
  databases = new Map();
  transactions = [];
  connections = new Set();
  full = "";

  constructor(scheduler) {
    this.scheduler = scheduler;
  }
  // The browser clears the storage of the site while tabs are open.
  clear() {
    for (const work of [...this.transactions]) work.fail(named("AbortError"));
    const open = [...this.connections];
    this.databases.clear();
    for (const connection of open) {
      connection.close();
      const { tab } = connection;
      this.scheduler.add(tab, "closed", () => tab.report(() => connection.onclose?.({ type: "close" })));
    }
  }
  closedTab(tab) {
    for (const work of [...this.transactions]) if (work.tab === tab) work.isCommitting ? work.finish() : work.fail(null);
    for (const connection of this.connections) if (connection.tab === tab) connection.close();
  }
  rows(name) {
    return [...(this.databases.get("reenganche")?.stores.get(name)?.rows.values() ?? [])];
  }
}

class Emitter {
  listeners = {};
  addEventListener(type, act) {
    (this.listeners[type] ??= []).push(act);
  }
  removeEventListener(type, act) {
    this.listeners[type] = (this.listeners[type] ?? []).filter((other) => other !== act);
  }
  emit(tab, type, more = {}) {
    const event = { type, target: this, currentTarget: this, isPrevented: false, isFine: true, ...more };
    if (tab.isClosed) return event;
    event.preventDefault = () => (event.isPrevented = true);
    event.stopPropagation = () => {};
    const acts = [this[`on${type}`], ...(this.listeners[type] ?? [])].filter(Boolean);
    event.isFine = acts.every((act) => tab.report(() => act.call(this, event)));
    return event;
  }
}

class Request extends Emitter {
  result = undefined;
  error = null;
  readyState = "pending";
}

export class Factory {
  constructor(tab) {
    this.tab = tab;
  }
  get disk() {
    return this.tab.phone.disk;
  }
  open(name, version) {
    const request = new Request();
    this.later("open", request, () => this.opened(request, name, version));
    return request;
  }
  deleteDatabase(name) {
    const request = new Request();
    this.later("delete", request, () => {
      this.closeOthers(name);
      this.disk.databases.delete(name);
      request.emit(this.tab, "success");
    });
    return request;
  }
  async databases() {
    return [...this.disk.databases].map(([name, { version }]) => ({ name, version }));
  }
  // Nobody opens a database while another tab makes it.
  later(label, _request, run) {
    const isBlocked = () => this.disk.transactions.some(({ mode }) => mode === "versionchange");
    this.disk.scheduler.add(this.tab, label, run, { isBlocked });
  }
  closeOthers(name) {
    for (const other of [...this.disk.connections]) {
      if (other.name === name) other.tab.report(() => other.onversionchange?.({ type: "versionchange" }));
    }
  }
  opened(request, name, version) {
    const { disk, tab } = this;
    const database = disk.databases.get(name) ?? { version: 0, stores: new Map() };
    disk.databases.set(name, database);
    const wanted = version ?? (database.version || 1);
    const connection = new Connection(tab, name, database);
    request.result = connection;
    disk.connections.add(connection);
    if (wanted < database.version) {
      connection.close();
      request.error = named("VersionError");
      return request.emit(tab, "error");
    }
    if (wanted === database.version) return request.emit(tab, "success");
    this.closeOthers(name);
    const oldVersion = database.version;
    database.version = wanted;
    const work = new Transaction(connection, [...database.stores.keys()], "versionchange");
    request.transaction = work;
    connection.upgrade = work;
    work.takeBack = () => {
      connection.close();
      disk.databases.delete(name); // every version of the app makes it from nothing
      request.error = named("AbortError");
      request.emit(tab, "error");
    };
    request.emit(tab, "upgradeneeded", { oldVersion, newVersion: wanted });
    work.addEventListener("complete", () => {
      connection.upgrade = null;
      request.emit(tab, "success");
    });
    return null;
  }
}

class Connection extends Emitter {
  isOpen = true;
  upgrade = null;
  constructor(tab, name, database) {
    super();
    Object.assign(this, { tab, name, database });
  }
  get version() {
    return this.database.version;
  }
  get objectStoreNames() {
    const names = [...this.database.stores.keys()];
    return Object.assign(names, { contains: (name) => names.includes(name) });
  }
  createObjectStore(name, { keyPath, autoIncrement } = {}) {
    this.database.stores.set(name, { keyPath, autoIncrement, next: 1, rows: new Map() });
    this.upgrade.names.push(name);
    return this.upgrade.objectStore(name);
  }
  deleteObjectStore(name) {
    this.database.stores.delete(name);
  }
  transaction(names, mode = "readonly") {
    if (!this.isOpen) throw named("InvalidStateError", "the connection is closed");
    return new Transaction(this, [names].flat(), mode);
  }
  close() {
    this.isOpen = false;
    this.tab.phone.disk.connections.delete(this);
  }
}

class Transaction extends Emitter {
  waiting = [];
  before = new Map();
  isCommitting = false;
  isDone = false;
  error = null;

  constructor(connection, names, mode) {
    super();
    Object.assign(this, { connection, names, mode, tab: connection.tab, disk: connection.tab.phone.disk });
    this.db = connection;
    this.disk.transactions.push(this);
    this.nextStep();
  }
  nextStep() {
    this.task = this.disk.scheduler.add(this.tab, "storage", () => this.step(), { isBlocked: () => this.isBlocked() });
  }
  // An earlier transaction has one of its stores, and either of them writes.
  isBlocked() {
    for (const other of this.disk.transactions) {
      if (other === this) return false;
      const meet = other.connection.name === this.connection.name && other.names.some((name) => this.names.includes(name));
      if (meet && (other.mode !== "readonly" || this.mode !== "readonly")) return true;
    }
    return false;
  }
  objectStore(name) {
    if (!this.names.includes(name)) throw named("NotFoundError", name);
    return new Store(this, name);
  }
  ask(run, isWrite) {
    if (this.isDone || this.isCommitting) throw named("TransactionInactiveError");
    if (isWrite && this.mode === "readonly") throw named("ReadOnlyError");
    const request = new Request();
    request.transaction = this;
    this.waiting.push({ request, run });
    return request;
  }
  step() {
    const next = this.waiting.shift();
    if (!next) return this.finish();
    const { request } = next;
    let event;
    try {
      request.result = next.run();
      request.readyState = "done";
      event = request.emit(this.tab, "success");
      if (!event.isFine) return this.fail(named("AbortError"));
    } catch (error) {
      request.error = error;
      event = request.emit(this.tab, "error");
      if (!event.isPrevented) {
        this.emit(this.tab, "error", { target: request });
        return this.fail(error);
      }
    }
    if (!this.isDone) this.nextStep();
    return null;
  }
  commit() {
    if (this.isDone) throw named("InvalidStateError");
    this.isCommitting = true;
  }
  abort() {
    if (this.isDone) throw named("InvalidStateError");
    this.fail(null);
  }
  finish() {
    try {
      for (const { run } of this.waiting) run(); // of a tab that was closed after commit()
    } catch (error) {
      return this.fail(error);
    }
    if (this.disk.full === "commit" && this.before.size && this.hasPut) return this.fail(named("QuotaExceededError"));
    this.end();
    return this.emit(this.tab, "complete");
  }
  fail(error) {
    for (const [store, rows] of this.before) store.rows = rows;
    this.error = error;
    this.end();
    this.emit(this.tab, "abort");
    this.takeBack?.();
  }
  end() {
    this.isDone = true;
    this.disk.scheduler.remove(this.task);
    this.disk.transactions = this.disk.transactions.filter((other) => other !== this);
  }
}

class Store {
  constructor(work, name) {
    Object.assign(this, { work, name, transaction: work });
  }
  get facts() {
    return this.work.connection.database.stores.get(this.name);
  }
  createIndex() {}
  // The name of an index is that of its field.
  index(field) {
    return { getAll: () => this.work.ask(() => structuredClone([...this.facts.rows.values()].filter((row) => row[field] !== undefined))) };
  }
  written() {
    const { facts, work } = this;
    if (!work.before.has(facts)) work.before.set(facts, new Map(facts.rows));
    return facts;
  }
  put(value, key) {
    const copy = structuredClone(value);
    return this.work.ask(() => {
      if (this.work.disk.full === "put") throw named("QuotaExceededError");
      this.work.hasPut = true;
      const facts = this.written();
      let name = facts.keyPath ? copy[facts.keyPath] : key;
      if (name === undefined && facts.autoIncrement) name = facts.next++;
      if (name === undefined) throw named("DataError");
      if (facts.keyPath) copy[facts.keyPath] = name;
      facts.rows.set(name, copy);
      return name;
    }, true);
  }
  delete(key) {
    return this.work.ask(() => void this.written().rows.delete(key), true);
  }
  clear() {
    return this.work.ask(() => void this.written().rows.clear(), true);
  }
  get(key) {
    return this.work.ask(() => structuredClone(this.facts.rows.get(key)));
  }
  getAll() {
    return this.work.ask(() => structuredClone([...this.facts.rows.values()]));
  }
  getAllKeys() {
    return this.work.ask(() => [...this.facts.rows.keys()]);
  }
  count() {
    return this.work.ask(() => this.facts.rows.size);
  }
}
