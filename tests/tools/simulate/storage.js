// IndexedDB of one phone, as far as static/js/sync/store.js uses it, with the steps of a transaction as tasks of the scheduler.

const named = (name, message = name) => new DOMException(message, name);

// What the tabs of a phone share. `full` is "" or where a write fails: "put" or "commit".
export class Disk {
  stores = null; // by name; null until a tab makes the database
  transactions = [];
  connections = new Set();
  full = "";

  constructor(scheduler) {
    this.scheduler = scheduler;
  }
  // The browser clears the storage of the site while tabs are open.
  clear() {
    for (const work of [...this.transactions]) work.fail(named("AbortError"));
    this.stores = null;
    for (const connection of [...this.connections]) {
      connection.close();
      this.scheduler.add(connection.tab, "closed", () => connection.emit("close"));
    }
  }
  closedTab(tab) {
    for (const work of [...this.transactions]) if (work.tab === tab) work.isCommitting ? work.finish() : work.fail(null);
    for (const connection of this.connections) if (connection.tab === tab) connection.close();
  }
  get matches() {
    return [...(this.stores?.get("matches").rows.values() ?? [])];
  }
}

class Emitter {
  constructor(tab) {
    this.tab = tab;
  }
  // False if the app throws.
  emit(type) {
    const act = this[`on${type}`];
    return this.tab.isClosed || !act || this.tab.report(() => act.call(this, { type, target: this }));
  }
}

export class Factory {
  constructor(tab) {
    this.tab = tab;
  }
  // Nobody opens the database while another tab makes it.
  open() {
    const request = new Emitter(this.tab);
    const { disk } = this.tab.phone;
    const isBlocked = () => disk.transactions.some(({ mode }) => mode === "versionchange");
    disk.scheduler.add(this.tab, "open", () => this.opened(request, disk), { isBlocked });
    return request;
  }
  opened(request, disk) {
    const isNew = !disk.stores;
    disk.stores ??= new Map();
    const connection = new Connection(this.tab, disk);
    request.result = connection;
    if (!isNew) return request.emit("success");
    const work = new Transaction(connection, [], "versionchange");
    connection.upgrade = work;
    work.oncomplete = () => request.emit("success");
    work.takeBack = () => {
      connection.close();
      disk.stores = null;
      request.error = named("AbortError");
      request.emit("error");
    };
    return request.emit("upgradeneeded");
  }
}

class Connection extends Emitter {
  isOpen = true;

  constructor(tab, disk) {
    super(tab);
    Object.assign(this, { disk, stores: disk.stores });
    disk.connections.add(this);
  }
  createObjectStore(name, { keyPath }) {
    this.stores.set(name, { keyPath, rows: new Map() });
    return this.upgrade.objectStore(name);
  }
  transaction(name, mode = "readonly") {
    if (!this.isOpen) throw named("InvalidStateError", "the connection is closed");
    return new Transaction(this, [name], mode);
  }
  close() {
    this.isOpen = false;
    this.disk.connections.delete(this);
  }
}

class Transaction extends Emitter {
  waiting = [];
  before = new Map();
  isCommitting = false;
  isDone = false;
  error = null;

  constructor(connection, names, mode) {
    super(connection.tab);
    Object.assign(this, { connection, names, mode, disk: connection.disk });
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
      const isMet = other.names.some((name) => this.names.includes(name));
      if (isMet && (other.mode !== "readonly" || this.mode !== "readonly")) return true;
    }
    return false;
  }
  objectStore(name) {
    return new Store(this, this.connection.stores.get(name));
  }
  ask(run) {
    if (this.isDone || this.isCommitting) throw named("TransactionInactiveError");
    const request = new Emitter(this.tab);
    this.waiting.push({ request, run });
    return request;
  }
  step() {
    const next = this.waiting.shift();
    if (!next) return this.finish();
    try {
      next.request.result = next.run();
    } catch (error) {
      return this.fail(error);
    }
    if (!next.request.emit("success")) return this.fail(named("AbortError"));
    return this.isDone || this.nextStep();
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
    if (this.disk.full === "commit" && this.hasPut) return this.fail(named("QuotaExceededError"));
    this.end();
    return this.emit("complete");
  }
  fail(error) {
    for (const [store, rows] of this.before) store.rows = rows;
    this.error = error;
    this.end();
    this.emit("abort");
    this.takeBack?.();
  }
  end() {
    this.isDone = true;
    this.disk.scheduler.remove(this.task);
    this.disk.transactions = this.disk.transactions.filter((other) => other !== this);
  }
}

class Store {
  constructor(work, facts) {
    Object.assign(this, { work, facts });
  }
  createIndex() {}
  // The name of an index is that of its field.
  index(field) {
    return { getAll: () => this.getAll((row) => row[field] !== undefined) };
  }
  written() {
    const { facts, work } = this;
    if (!work.before.has(facts)) work.before.set(facts, new Map(facts.rows));
    return facts.rows;
  }
  put(value) {
    const copy = structuredClone(value);
    return this.work.ask(() => {
      if (this.work.disk.full === "put") throw named("QuotaExceededError");
      this.work.hasPut = true;
      this.written().set(copy[this.facts.keyPath], copy);
    });
  }
  delete(key) {
    return this.work.ask(() => void this.written().delete(key));
  }
  get(key) {
    return this.work.ask(() => structuredClone(this.facts.rows.get(key)));
  }
  getAll(isWanted = () => true) {
    return this.work.ask(() => structuredClone([...this.facts.rows.values()].filter(isWanted)));
  }
}
