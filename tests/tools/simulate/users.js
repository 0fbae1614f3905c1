// What users do at their phones: they write, answer questions and start matches. An act gives what is printed about it.

import { createHash } from "node:crypto";
import { Mishaps } from "./mishaps.js";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const FORMS = ["hand", "answer", "undo", "redo"]; // of a board
const PATIENT = 3; // times that a user tries the same line again

export const words = (facts) => JSON.stringify(facts).slice(0, 160);

export class Users extends Mishaps {
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
    const isAsked = isMoved || this.saidStops.has(said) || this.saidStops.has(tab.phone.name);
    if (!isAsked || stopped.why === "limit") this.errors.push(`stopped by nobody: ${said}`);
    const shown = this.seen(tab);
    if (line.entry[0] === "hand" && hers.length === 1 && stopped.why === "stale" && dice.chance(0.4)) {
      const mine = await this.correctionOfHers(tab, line, hers[0].key);
      if (mine) {
        this.count("mine");
        const act = (now) => {
          const fresh = now && session.resolved(now, key, "mine", mine);
          if (!fresh) return this.moved(mine); // another tab has decided
          this.intents.get(key).isGivenUp = true;
          this.follows.set(key, mine.entry[1].changes[0].of);
          return fresh;
        };
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
    await tab.store.change(tab.code, (now) => now && (choice === "hers" ? tab.session.dropped(now, [start.key]) : tab.session.resolved(now, start.key, choice)));
    tab.transport.wake();
    return `start ${start.stopped.why}: ${choice}`;
  }

  // Matches

  async start(tab, _dice, number, wish = "start") {
    const { record, phone } = tab;
    if (!record?.document || phone.codes.length > 3) return "no";
    const { document, mutations } = tab.session.stateOf(record);
    const made = this.ask(wish, { document, mutations, dice: number });
    if (!made) return "not over";
    const key = createHash("sha256").update(`${this.seed} ${number}`).digest("hex").slice(0, 32);
    const code = codeOf(key);
    const fresh = { ...tab.session.blank(code), document: { ...made.document, code } };
    const start = { key, at: phone.now, facts: made.facts, told: "Nueva partida", ...(wish === "rematch" && { after: tab.code }) };
    this.codes.push(code); // before it is stored: the tab may be closed at that moment
    await tab.store.change(code, () => ({ ...fresh, start }));
    this.count(wish);
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
}

function codeOf(key) {
  const digest = createHash("sha256").update(`match ${key}`).digest();
  return Array.from({ length: 10 }, (_, at) => LETTERS[digest.readUInt16BE(2 * at) % LETTERS.length]).join("");
}
