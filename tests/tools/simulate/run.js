// One run: what users do at their phones, chosen from the seed or from a list of choices, until everything is sent.

import { createHash } from "node:crypto";
import { Phone, Tab } from "./browser.js";
import { faultsOf } from "./judge.js";
import { engine } from "./micropython.js";
import { Dice, Scheduler, quiet } from "./scheduler.js";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const WRITING = { hand: 34, answer: 10, undo: 7, redo: 5, correct: 9, penalty: 4, join: 4, event: 4 };
const ACTS = {
  ...WRITING, drop: 4, resolve: 10, signal: 9, reload: 3, tab: 4, kill: 3, pull: 6, wake: 3, plain: 4, rename: 2,
  start: 2, rematch: 6, follow: 2, pass: 6, full: 1, clear: 0.5, skew: 1, restart: 1, upgrade: 0.5, crash: 4,
};
const SIGNALS = { up: 5, cut: 5, flaky: 4 };
const FAULTS = { lost: 5, late: 4, twice: 2, busy: 2, limit: 1, foreign: 1, torn: 1 };
const FORMS = ["hand", "answer", "undo", "redo"]; // of a board
const ROUNDS = 80; // of questions at the end
const REAL = 5; // of so many runs one has the engine itself
const HOUR = 3_600_000; // milliseconds, after which a phone may write again
const PATIENT = 3; // times that a user tries the same line again

const words = (facts) => JSON.stringify(facts).slice(0, 160);

export class Run {
  static current = null;

  constructor({ seed, steps, games, root, engine, ask }) {
    Object.assign(this, { seed, steps, games, root, engine, scheduler: new Scheduler(), dice: new Dice(seed), workers: 0 });
    this.isReal = seed % REAL === 0;
    this.ask = (what, more = {}) => ask({ do: what, now: this.scheduler.now, ...more });
    Object.assign(this, { errors: [], intents: new Map(), aliases: new Map(), told: [], choices: [], others: new Set(), counts: {}, saidStops: new Set() });
    Object.assign(this, { written: new Set(), follows: new Map(), misnamed: [], tries: new Map(), codes: [] });
    Run.current = this;
  }

  async play(choices) {
    if (this.isReal) this.judge = await engine(this.engine);
    const phones = 1 + this.dice.below(4);
    const { code, game, version } = this.ask("begin", { seed: `${this.seed}`, games: this.games, phones });
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
    for (let step = 0; step < this.steps; step++) {
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
  async act(name, number, place, dice) {
    const phone = this.phones[number % this.phones.length];
    if (!phone.tabs.length) this.open(phone, phone.codes[0]);
    const tab = phone.tabs[place % phone.tabs.length];
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
    if (stopped && stopped.why !== "limit") this.saidStops.add(`${stopped.key} ${stopped.why}`);
    if (stopped?.why === "same") this.aliases.set(stopped.key, stopped.since[0].key);
    else if (stopped) this.aliases.delete(stopped.key);
    if (written.some(([key], place) => key !== mutations[place].key)) this.errors.push(`written behind what was not: ${said}`);
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

  // What users write

  async write(tab, wish, dice) {
    const { record } = tab;
    if (!record?.document) return "no document";
    const state = tab.session.stateOf(record);
    const { id, document, mutations } = state;
    const basis = [...document.entries.map((entry) => entry[3]), ...mutations.map(({ key }) => key)];
    const seen = `${wish} ${tab.code} ${basis}`;
    // Two phones often type the same hand.
    const twin = dice % 3 ? null : [...this.intents.values()].findLast((one) => one.seen === seen && one.phone !== tab.phone.name);
    const asked = { document, mutations, wish, dice: twin?.dice ?? dice, ...this.fresh(tab) };
    const line = this.isReal && FORMS.includes(wish) ? await this.posted(tab, state, asked) : this.ask("line", asked);
    if (!line) return "not possible";
    // As the board does: not stored if another tab has written what the line was not judged by.
    const act = (now = record) => (tab.session.stateOf(now).id === id ? tab.session.enqueued(now, line) : this.moved(line));
    return this.stored(tab, line, basis, act, { seen, dice: twin?.dice ?? dice });
  }
  // The line for a form of the board, as the engine judges it.
  async posted({ engine }, state, asked) {
    const form = this.ask("form", asked);
    if (!form) return null;
    this.count("judged");
    const { isStuck, ...more } = form;
    const answer = await engine.callAbout(state, "post", { ...more, now: asked.at, csrf_token: "", key: "", is_brief: true });
    const { mutation, told, points, hand, totals } = answer;
    return mutation && { ...mutation, told, points, hand, totals: isStuck ? null : totals, action: form.action };
  }
  // The engine's answer to a worker.
  answer(worker, name, text) {
    try {
      return { text: this.judge(worker, name, text) };
    } catch (error) {
      return { error: error.message };
    }
  }
  moved({ key }) {
    this.intents.get(key).isMoved = true;
    return undefined;
  }
  // The user has seen the log that this tab knows, and what the question told: all that waits goes behind that.
  seen({ record }) {
    const known = [...(record.document?.entries.map((entry) => entry[3]) ?? []), ...record.lines.flatMap(({ stopped }) => stopped?.since.map(({ key }) => key) ?? [])];
    for (const { key } of record.lines) this.intents.get(key)?.shown.push(...known);
    return known;
  }
  fresh(tab) {
    this.keys = (this.keys ?? 0) + 1;
    return { key: `k${this.keys}`, at: tab.phone.now };
  }
  async stored(tab, line, basis, act, more = {}) {
    const intent = { ...line, phone: tab.phone.name, code: tab.code, basis, shown: [...basis], state: "asked", ...more };
    this.count(line.entry[0]);
    this.intents.set(line.key, intent);
    try {
      await tab.store.change(tab.code, act);
      intent.state = intent.isMoved ? "refused" : "stored";
    } catch (error) {
      intent.state = "refused";
      throw error;
    }
    if (intent.isMoved) await this.refresh(tab);
    tab.transport.wake();
    return `${line.key} ${words(line.entry)}${line.target ? ` of ${line.target}` : ""}`;
  }
  async drop(tab, dice) {
    const { record } = tab;
    if (!record?.lines.length || !record.document) return "nothing waits";
    const keys = await this.keysToDrop(tab, dice.pick(record.lines).key);
    this.seen(tab);
    this.count("dropped");
    await this.without(tab, keys, (now) => tab.session.dropped(now, keys));
    return keys;
  }
  // Those of the line with this key, and of what goes with it.
  async keysToDrop({ engine, record }, key) {
    const facts = { document: record.document, mutations: record.lines, key };
    return this.isReal ? (await engine.call("dropped", facts)).keys : this.ask("keys_to_drop", facts);
  }
  async without(tab, keys, act) {
    // The user gave them up, even if one is being written at this moment.
    for (const key of keys) if (this.intents.has(key)) this.intents.get(key).isGivenUp = true;
    await tab.store.change(tab.code, (now) => now && act(now));
    tab.transport.wake();
  }
  async resolve(tab, dice) {
    const { record, session } = tab;
    if (record?.start?.stopped) return this.resolveStart(tab, dice);
    const line = record?.lines.find(({ stopped }) => stopped);
    if (!line) return "no question";
    const { key, stopped } = line;
    const tries = (this.tries.get(key) ?? 0) + 1;
    this.tries.set(key, tries);
    const hers = stopped.since.filter(({ kind }) => kind === "hand");
    const said = `${key} ${stopped.why}`;
    const isMoved = this.intents.get(key).code !== tab.code; // a rematch that another phone had begun: asked here
    if (!isMoved && !this.saidStops.has(said) && !this.saidStops.has(tab.phone.name)) this.errors.push(`stopped by nobody: ${said}`);
    const shown = this.seen(tab);
    if (line.entry[0] === "hand" && hers.length === 1 && stopped.why === "stale" && dice.chance(0.4)) {
      const mine = await this.correctionOfHers(tab, line, hers[0].key);
      if (mine) {
        this.intents.get(key).isGivenUp = true;
        this.count("mine");
        this.follows.set(key, mine.entry[1].changes[0].of);
        const act = (now) => (now?.lines.some((one) => one.key === key) ? session.resolved(now, key, "mine", mine) : this.moved(mine));
        return `${said}: mine ${await this.stored(tab, mine, shown, act)}`;
      }
    }
    if (tries > PATIENT || dice.chance(0.25)) {
      const keys = await this.keysToDrop(tab, key);
      await this.without(tab, keys, (now) => session.dropped(now, keys));
      return `${said}: drop ${keys}`;
    }
    this.count("again");
    this.intents.get(key).isAsked = true;
    await tab.store.change(tab.code, (now) => now && session.resolved(now, key, dice.pick(["both", "again"])));
    tab.transport.wake();
    return `${said}: again`;
  }
  async correctionOfHers(tab, line, hers) {
    const { document, lines } = tab.record;
    if (!this.isReal) return this.ask("correction_of_hers", { document, line, hers, ...this.fresh(tab) });
    const facts = { document, mutations: lines, since: line.stopped.since, key: line.key, csrf_token: "" };
    const { mine } = await tab.engine.call("conflict", facts);
    return mine && { ...mine, told: "", action: "correct" };
  }
  async resolveStart(tab, dice) {
    const { start, lines } = tab.record;
    const tries = (this.tries.get(start.key) ?? 0) + 1;
    this.tries.set(start.key, tries);
    const choice = tries > PATIENT || dice.chance(0.3) ? "hers" : "again";
    if (choice === "hers") for (const { key } of lines) this.intents.get(key).isGivenUp = true;
    await tab.store.change(tab.code, (now) => now && tab.session.resolved(now, start.key, choice));
    tab.transport.wake();
    return `start ${start.stopped.why}: ${choice}`;
  }

  // Matches

  async start(tab, _dice, number, wish = "start") {
    const { record, phone } = tab;
    if (!record?.document || phone.codes.length > 3) return "no";
    const { document, mutations } = tab.session.stateOf(record);
    const made = this.ask(wish, { document, mutations, dice: number, games: this.games });
    if (!made) return "not over";
    const key = createHash("sha256").update(`${this.seed} ${number}`).digest("hex").slice(0, 32);
    const code = codeOf(key);
    const fresh = { ...tab.session.blank(code), document: { ...made.document, code } };
    const start = { key, at: phone.now, facts: made.facts, told: "Nueva partida", ...(wish === "rematch" && { after: tab.code }) };
    await tab.store.change(code, () => ({ ...fresh, start }));
    this.count(wish);
    this.codes.push(code);
    phone.codes.push(code);
    this.open(phone, code);
    return `${code} ${made.facts.players.map(({ name }) => name)}`;
  }
  rematch(tab, dice, number) {
    return this.start(tab, dice, number, "rematch");
  }
  async follow(tab) {
    const code = tab.record?.document?.rematch;
    if (!code || tab.phone.codes.includes(code)) return "none";
    tab.phone.codes.push(code);
    if (!this.codes.includes(code)) this.codes.push(code);
    this.open(tab.phone, code);
    return code;
  }

  // What happens to a phone, and to the server

  signal({ phone }, dice) {
    const before = phone.signal;
    phone.signal = dice.weighted(SIGNALS);
    if (before === "cut" && phone.signal !== "cut") for (const tab of phone.tabs) tab.tell("online");
    return phone.signal;
  }
  reload(tab) {
    tab.close();
    return this.open(tab.phone, tab.code).name;
  }
  tab({ phone }, dice) {
    return this.open(phone, dice.pick(phone.codes)).name;
  }
  kill(tab) {
    tab.close();
    return "closed";
  }
  async pull(tab) {
    await tab.transport.pull(tab.code);
    return "pulled";
  }
  wake(tab, dice) {
    tab.tell(dice.pick(["online", "visibilitychange", "pageshow"]));
    return "woken";
  }
  plain(tab, _dice, number) {
    if (tab.record?.start) return "no";
    const { told, key } = this.ask("plain", { phone: tab.phone.number, code: tab.code, dice: number });
    this.others.add(key);
    return told;
  }
  rename(tab, _dice, number) {
    return tab.record?.start ? "no" : this.ask("rename", { code: tab.code, dice: number });
  }
  async pass(_tab, dice) {
    const milliseconds = dice.pick([3000, 16000, 70000, HOUR]);
    this.scheduler.now += milliseconds;
    return milliseconds;
  }
  full({ phone }, dice) {
    phone.disk.full = phone.disk.full ? "" : dice.pick(["put", "commit"]);
    return phone.disk.full;
  }
  clear({ phone }) {
    for (const { lines, start } of phone.disk.matches) {
      for (const { key } of lines) if (this.intents.has(key)) this.intents.get(key).isCleared = true;
      if (start) this.codes = this.codes.filter((code) => code !== start.code);
    }
    for (const intent of this.intents.values()) if (intent.phone === phone.name && intent.state === "asked") intent.isCleared = true;
    phone.isCleared = true;
    phone.disk.clear();
    return "cleared";
  }
  skew({ phone }, dice) {
    phone.skew = dice.pick([0, HOUR, -86400e3 * 30, 86400e3 * 400]);
    return phone.skew;
  }
  // The phone needs the memory of a worker, if possible of one that judges.
  crash({ phone }, dice) {
    const workers = phone.tabs.map(({ worker }) => worker).filter((worker) => worker && !worker.isDead);
    const worker = workers.find(({ asked }) => asked) ?? workers[0];
    if (worker?.asked) this.count("killed while it judged");
    worker?.kill(dice.chance(0.5));
    return worker ? `worker ${worker.number}` : "no engine";
  }
  restart() {
    this.ask("restart");
    return "restarted";
  }
  upgrade() {
    this.version = this.ask("upgrade");
    return this.version;
  }

  // The end: a good signal, and each question is answered

  async drain() {
    this.told.push("--- everybody has a signal and answers");
    const dice = new Dice(this.seed + 1);
    for (const phone of this.phones) {
      Object.assign(phone.disk, { full: "" });
      if (!phone.tabs.length) this.open(phone, phone.codes[0]);
      const wasCut = phone.signal === "cut";
      phone.signal = "up";
      if (wasCut) for (const tab of phone.tabs) tab.tell("online");
    }
    for (let round = 0; round < ROUNDS; round++) {
      await this.scheduler.pass(round ? 3000 : 130_000);
      const asking = this.phones.flatMap((phone) => phone.disk.matches.filter(isStopped).map((record) => [phone, record]));
      if (!asking.length) {
        const isLeft = this.phones.some((phone) => phone.disk.matches.some(({ start, lines }) => start || lines.length));
        if (!isLeft) break;
        if (round > ROUNDS - 20) break;
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

export function codeOf(key) {
  const digest = createHash("sha256").update(`match ${key}`).digest();
  return Array.from({ length: 10 }, (_, at) => LETTERS[digest.readUInt16BE(2 * at) % LETTERS.length]).join("");
}
