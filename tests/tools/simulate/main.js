// The half of the simulation that runs in Node. Started by __main__.py, which it asks by lines on standard output.

import fs from "node:fs";
import { plant } from "./browser.js";
import { Run } from "./run.js";
import { shrunk } from "./shrink.js";

const options = JSON.parse(process.argv[2]); // as playing.py has them
const end = Date.now() + (options.milliseconds ?? Infinity);
const buffer = Buffer.alloc(1 << 16);
let rest = Buffer.alloc(0);

function ask(question) {
  fs.writeSync(1, `${JSON.stringify(question)}\n`);
  const answer = JSON.parse(line());
  if (answer?.crashed) throw Error(answer.crashed);
  return answer;
}

function line() {
  for (;;) {
    const end = rest.indexOf(10);
    if (end >= 0) {
      const text = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      return text;
    }
    const count = fs.readSync(0, buffer);
    if (!count) process.exit(1);
    rest = Buffer.concat([rest, buffer.subarray(0, count)]);
  }
}

const report = (facts) => fs.writeSync(1, `${JSON.stringify({ do: "report", ...facts })}\n`);

const played = (seed, choices) => new Run({ ...options, seed, ask }).play(choices);

process.on("unhandledRejection", (error) => Run.current?.errors.push(`unhandled: ${error?.stack ?? error}`));
plant(options.plants);
for (let { seed } = options; seed <= (options.last ?? Infinity) && Date.now() < end; seed += options.step) {
  const first = await played(seed);
  const { counts, game } = first;
  if (!first.faults.length) {
    report({ seed, counts, game, ...(options.isTold && { told: first.told }) });
    continue;
  }
  const [{ kind }] = first.faults;
  const failsLikewise = async (some) => (await played(seed, some)).faults.some((fault) => fault.kind === kind);
  const { faults, told, choices } = options.shrink ? await played(seed, await shrunk(first.choices, failsLikewise)) : first;
  report({ seed, counts, game, kind, faults, told, choices: choices.length, of: first.choices.length });
  if (options.first) break;
}
report({ isDone: true });
