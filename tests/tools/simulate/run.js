// One run: acts of users and mishaps, chosen from the seed or from a list of choices, until everything is sent.

import { Phone, Tab } from "./browser.js";
import { engine } from "./engine.js";
import { faultsOf } from "./judge.js";
import { HOUR } from "./mishaps.js";
import { Dice, Scheduler, quiet } from "./scheduler.js";
import { Users, words } from "./users.js";

const WRITING = { hand: 34, answer: 10, undo: 7, redo: 5, correct: 9, penalty: 4, join: 4, event: 4 };
const ACTS = {
  ...WRITING, drop: 4, resolve: 10, signal: 9, reload: 3, tab: 4, kill: 3, pull: 6, wake: 3, plain: 4, rename: 2,
  start: 2, rematch: 6, follow: 2, pass: 6, full: 1, clear: 0.5, skew: 1, restart: 1, upgrade: 0.5, crash: 4,
};
const FAULTS = { lost: 5, late: 4, twice: 2, busy: 2, limit: 1, foreign: 1, torn: 1 };
const ROUNDS = 80; // of questions at the end
const STEPS = 60; // what users do, and faults, in each run
const MOST_HOURS = 20; // in which phones send the rest at the end
const REAL = 5; // of so many runs one has the engine itself

export class Run extends Users {
  static current = null;

  constructor({ seed, root, engine, ask }) {
    super();
    Object.assign(this, { seed, root, engine, scheduler: new Scheduler(), dice: new Dice(seed) });
    this.isReal = seed % REAL === 0;
    this.ask = (what, more = {}) => ask({ do: what, now: this.scheduler.now, ...more });
    Object.assign(this, { errors: [], intents: new Map(), aliases: new Map(), told: [], choices: [], others: new Set(), counts: {}, saidStops: new Set() });
    Object.assign(this, { written: new Set(), follows: new Map(), misnamed: [], tries: new Map(), codes: [] });
    Run.current = this;
  }

  async play(choices) {
    if (this.isReal) this.post = await engine(this.engine);
    const phones = 1 + this.dice.below(4);
    const { code, game, version } = this.ask("begin", { seed: `${this.seed}`, phones });
    Object.assign(this, { version, codes: [code], phones: Array.from({ length: phones }, (_, number) => new Phone(number, this)) });
    let faults;
    try {
      for (const phone of this.phones) phone.codes = [code];
      for (const phone of this.phones) this.open(phone, code);
      await this.scheduler.settle();
      for (const choice of choices ?? this.chosen()) await this.do(choice);
      await this.drain();
      faults = faultsOf(this);
    } catch (error) {
      faults = [{ kind: "stopped", said: String(error?.stack ?? error) }];
    }
    this.ask("end");
    return { faults, choices: this.choices, counts: this.counts, told: this.told, game };
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  // Choices

  *chosen() {
    const { dice } = this;
    for (let step = 0; step < STEPS; step++) {
      yield ["act", dice.weighted(ACTS), dice.below(this.phones.length), dice.below(9), dice.below(2 ** 31)];
      if (dice.chance(0.45)) yield ["settle", dice.below(2 ** 31)];
      else for (let count = dice.below(8); count > 0; count--) yield* this.anyTask();
    }
  }
  *anyTask() {
    const ready = this.scheduler.ready();
    const soon = ready.filter(({ isSlow }) => !isSlow);
    const list = soon.length && !this.dice.chance(0.03) ? soon : ready;
    if (!list.length) return;
    const task = this.dice.pick(list);
    yield ["go", task.name, this.fault(task, this.dice)];
  }
  // What goes wrong with a request or an answer; mostly nothing.
  fault({ name, owner }, dice) {
    if (!/ (push|start|get) | to (push|start|get) /.test(name)) return "";
    return dice.chance(owner?.phone.signal === "flaky" ? 0.5 : 0.03) ? dice.weighted(FAULTS) : "";
  }
  async do(choice) {
    this.choices.push(choice);
    const [kind, name, ...more] = choice;
    if (kind === "settle") {
      const dice = new Dice(name);
      return this.scheduler.settle((task) => (task.owner?.phone.signal === "flaky" ? this.fault(task, dice) : ""));
    }
    if (kind === "act") return this.act(name, ...more);
    const task = this.scheduler.tasks.get(name);
    if (!task || task.isBlocked?.()) return null;
    this.told.push(`  ${name}${more[0] ? `: ${more[0]}` : ""}`);
    return this.scheduler.go(task, more[0]);
  }
  async act(name, number, index, dice) {
    const phone = this.phones[number % this.phones.length];
    if (!phone.tabs.length) this.open(phone, phone.codes[0]);
    const tab = phone.tabs[index % phone.tabs.length];
    const at = this.told.push(`${tab.name} ${name}`) - 1;
    this.count("actions");
    const done = name in WRITING ? this.write(tab, name, dice) : this[name](tab, new Dice(dice), dice);
    // What a user does takes its time: the next choices go on while it is stored.
    Promise.resolve(done).then((said) => (this.told[at] += `: ${said ?? "nothing"}`), (error) => this.failed(at, error));
    await quiet();
  }
  failed(at, error) {
    this.told[at] += `: ${error}`;
    this.excused(error, this.told[at]);
  }

  // Tabs: each shows the board of one match

  open(phone, code) {
    const tab = new Tab(phone, this.root);
    const [session, store, transport, engine] = ["session", "store", "transport", "../phone/engine"].map((name) => tab.load(`${name}.js`));
    Object.assign(tab, { session, store, transport, engine, code, record: null, refreshed: 0 });
    const excused = (error) => this.excused(error, tab.name);
    store.onChange((changed) => changed === tab.code && this.refresh(tab).catch(excused));
    this.refresh(tab).then(() => transport.pull(code)).then(transport.pullOld).catch(excused);
    transport.wake();
    return tab;
  }
  async refresh(tab) {
    const turn = ++tab.refreshed;
    const record = await tab.store.read(tab.code);
    if (turn !== tab.refreshed) return;
    const [known, fresh] = [tab.record?.document?.version, record?.document?.version];
    if (fresh < known && !tab.phone.isCleared) this.errors.push(`${tab.name} has an older document: ${fresh} after ${known}`);
    tab.record = record ?? tab.record;
  }
  // What may fail: the phone is full or cleared, or its engine gives no answer.
  excused(error, said) {
    const isEngine = ["deadline", "unavailable"].includes(error?.reason);
    if (!isEngine && !/Quota|InvalidState|AbortError/.test(`${error?.name} ${error}`)) this.errors.push(`${said}\n${error?.stack ?? error}`);
  }
  send(phone, asked) {
    this.count(`${asked.method} ${asked.url.split("/").at(-2)}`.replace(/ \w{10}$/, ""));
    const given = this.ask("http", { phone: phone.number, ...asked });
    const said = `    ${phone.name} ${asked.method} ${asked.url.slice(0, 30)} ${given.status} `;
    if (given.status >= 500 || given.status === 400) this.errors.push(`${said} ${asked.body} ${given.body} ${given.error ?? ""}`);
    if (asked.url.endsWith("/push/") && given.status === 200) this.watch(JSON.parse(asked.body), JSON.parse(given.body), said);
    else if (asked.method !== "GET" || given.status >= 400) this.told.push(said);
    if (given.status >= 400) this.saidStops.add(phone.name);
    return given;
  }
  // What a push has written, by the names that the server has at that moment.
  watch({ seen, mutations }, { written, stopped, names }, said) {
    this.told.push(`${said}seen ${seen} sent ${mutations.map(({ key }) => key)} written ${words(written)} stopped ${stopped?.why}`);
    if (stopped) this.count(`stopped ${stopped.why}`);
    else if (written.length < mutations.length) this.count("cut");
    if (stopped) this.saidStops.add(`${stopped.key} ${stopped.why}`);
    if (stopped?.why === "same") this.aliases.set(stopped.key, stopped.since[0].key);
    else if (stopped) this.aliases.delete(stopped.key);
    if (written.some(([key], index) => key !== mutations[index].key)) this.errors.push(`written behind what was not: ${said}`);
    const shown = new Map(names);
    for (const [key] of written) {
      if (this.written.has(key)) continue;
      this.written.add(key);
      if (this.aliases.has(key)) this.errors.push(`${key} is written although ${this.aliases.get(key)} is the same`);
      for (const [seat, name] of Object.entries(mutations.find((one) => one.key === key)?.names ?? {})) {
        const now = shown.get(Number(seat));
        if (now !== undefined && name.replace(/ \(\d+\)$/, "") !== now) this.misnamed.push(`${key}: ${seat} is ${now}, not ${name}`);
      }
    }
  }

  // The end: a good signal, and each question is answered

  async drain() {
    this.told.push("--- everybody has a signal and answers");
    const dice = new Dice(this.seed + 1);
    for (const phone of this.phones) {
      Object.assign(phone.disk, { full: "" });
      // Only a page that opens a cleared storage finds that out, and writes again what it knew.
      if (!phone.tabs.length || phone.isCleared) this.open(phone, phone.codes[0]);
      const wasCut = phone.signal === "cut";
      phone.signal = "up";
      if (wasCut) for (const tab of phone.tabs) tab.tell("online");
    }
    for (let round = 0, hours = 0; round < ROUNDS; round++) {
      await this.scheduler.pass(round ? 3000 : 130_000);
      for (const tab of this.phones.flatMap(({ tabs }) => tabs)) tab.tell("version"); // a poll was answered
      await this.scheduler.settle();
      const asking = this.phones.flatMap((phone) => phone.disk.matches.filter(isStopped).map((record) => [phone, record]));
      if (!asking.length) {
        const isLeft = this.phones.some((phone) => phone.disk.matches.some(({ start, lines }) => start || lines.length));
        if (!isLeft || ++hours > MOST_HOURS) break;
        await this.scheduler.pass(HOUR);
        continue;
      }
      const [phone, { code }] = asking[0];
      const tab = phone.tabs.find((one) => one.code === code) ?? this.open(phone, code);
      await this.scheduler.settle();
      this.refresh(tab).catch((error) => this.excused(error, tab.name));
      await this.scheduler.settle();
      const at = this.told.push(`${tab.name}`) - 1;
      this.atEnd(tab, dice).then((said) => (this.told[at] += ` resolve: ${said}`), (error) => this.failed(at, error));
      await this.scheduler.settle();
    }
    const tabs = this.phones.map((phone) => this.open(phone, phone.codes[0]));
    await this.scheduler.settle();
    for (const tab of tabs) {
      for (const { code, document, app } of tab.phone.disk.matches) if (document && app !== this.version) this.errors.push(`${tab.name} has ${code} of ${app}`);
      for (const code of tab.phone.codes) tab.transport.pull(code).catch((error) => this.excused(error, tab.name));
    }
    await this.scheduler.settle();
  }
  // Who is asked whether somebody buys back in answers that first.
  async atEnd(tab, dice) {
    const stop = tab.record?.lines.find(({ stopped }) => stopped)?.stopped;
    if (stop?.why === "asked") {
      const said = await this.write(tab, "answer", dice.below(2 ** 31));
      this.seen(tab);
      if (said !== "not possible") return said;
    }
    return this.resolve(tab, dice);
  }
}

const isStopped = ({ start, lines }) => start?.stopped || lines.some(({ stopped }) => stopped);
