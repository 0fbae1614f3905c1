// The scheduler and the search for a shorter list of choices of the simulation.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Dice, Scheduler } from "./simulate/scheduler.js";
import { shrunk } from "./simulate/shrink.js";

test("the same seed gives the same numbers", () => {
  const numbers = (seed) => {
    const dice = new Dice(seed);
    return Array.from({ length: 9 }, () => dice.below(100));
  };
  assert.deepEqual(numbers(7), numbers(7));
  assert.notDeepEqual(numbers(7), numbers(8));
});

test("what does not wait for a time goes on in order, promises included", async () => {
  const scheduler = new Scheduler();
  const done = [];
  for (const name of ["a", "b"]) scheduler.add(null, name, () => Promise.resolve().then(() => done.push(name)).then(() => scheduler.add(null, `${name} later`, () => done.push(`${name} later`))));
  scheduler.add(null, "timer", () => done.push("timer"), { due: scheduler.now + 500 });
  await scheduler.settle();
  assert.deepEqual(done, ["a", "b", "a later", "b later"]);
  await scheduler.pass(1000);
  assert.deepEqual(done.at(-1), "timer");
});

test("a closed tab does nothing more", async () => {
  const scheduler = new Scheduler();
  const tab = { name: "A1" };
  scheduler.add(tab, "storage", () => assert.fail());
  tab.isClosed = true;
  scheduler.forget(tab);
  scheduler.add(tab, "timer", () => assert.fail());
  await scheduler.settle();
  assert.equal(scheduler.tasks.size, 0);
});

test("a list of choices is shortened to those that are needed", async () => {
  const all = Array.from({ length: 200 }, (_, index) => index);
  const short = await shrunk(all, async (some) => some.includes(17) && some.includes(150));
  assert.deepEqual(short, [17, 150]);
});
