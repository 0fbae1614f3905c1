// What may go on next, and who chooses. Everything that a browser would do later is a task with a name; the scheduler
// runs one at a time and waits until no promise is left to be resolved. So a run is its list of choices.

// Random numbers by a seed (mulberry32).
export class Dice {
  constructor(seed) {
    this.state = seed | 0;
  }
  number() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  below(count) {
    return Math.floor(this.number() * count);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  chance(share) {
    return this.number() < share;
  }
  // One of {name: weight}.
  weighted(weights) {
    let left = this.number() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    return Object.keys(weights).find((name) => (left -= weights[name]) < 0);
  }
}

export const quiet = () => new Promise(setImmediate);

export class Scheduler {
  now = Date.UTC(2026, 10, 21, 21);
  tasks = new Map();
  names = new Map();

  // `run(how)` is called once, unless its tab is closed before; a timer has its time `due`.
  add(owner, label, run, more = {}) {
    const prefix = `${owner?.name ?? ""} ${label}`.trim();
    const count = (this.names.get(prefix) ?? 0) + 1;
    this.names.set(prefix, count);
    const task = { name: `${prefix} ${count}`, owner, run, ...more };
    if (!owner?.isClosed) this.tasks.set(task.name, task);
    return task;
  }
  remove(task) {
    this.tasks.delete(task.name);
  }
  forget(owner) {
    for (const task of this.tasks.values()) if (task.owner === owner && !task.isOutside) this.remove(task);
  }
  // The tasks that may go on: of timers only the earliest of each tab.
  ready() {
    const timers = new Map();
    const ready = [];
    for (const task of this.tasks.values()) {
      if (task.due === undefined) {
        if (task.isBlocked?.()) continue;
        ready.push(task);
      } else if (!(timers.get(task.owner)?.due <= task.due)) timers.set(task.owner, task);
    }
    return [...ready, ...timers.values()];
  }
  async go(task, how) {
    this.remove(task);
    this.now = Math.max(this.now + 1, task.due ?? 0);
    task.run(how);
    await quiet();
  }
  // Run what does not wait for a time, the oldest first; `how(task)` is how it goes.
  async settle(how = () => "", most = 5000) {
    await quiet();
    for (let count = 0; count < most; count++) {
      const task = this.ready().find(({ due }) => due === undefined || due <= this.now);
      if (!task) return;
      await this.go(task, how(task));
    }
    throw Error(`never quiet: ${[...this.tasks.keys()].slice(0, 5)}`);
  }
  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      await this.settle();
      const next = this.ready().reduce((first, task) => (task.due < (first?.due ?? end) ? task : first), null);
      if (!next) break;
      await this.go(next);
    }
    this.now = Math.max(this.now, end);
  }
}
