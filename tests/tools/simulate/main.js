// The half of the simulation that runs in Node. Started by __main__.py, which it asks by lines on standard output.

import fs from "node:fs";
import { plant } from "./browser.js";
import { Run } from "./run.js";
import { shrunk } from "./shrink.js";

const options = JSON.parse(process.argv[2]); // as playing.py has them
const { first: start, last, step } = options.seeds;
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

async function played(seed, choices) {
  const run = new Run({ ...options, seed, ask });
  return run.play(choices);
}

process.on("unhandledRejection", (error) => Run.current?.errors.push(`unhandled: ${error?.stack ?? error}`));
plant(options.plants);
for (let seed = start; seed <= (last ?? Infinity) && Date.now() < end; seed += step) {
  const first = await played(seed);
  const { faults, choices, counts, game } = first;
  if (!faults.length) {
    report({ seed, counts, game, ...(options.isTold && { told: first.told }) });
    continue;
  }
  const kind = faults[0].kind;
  const short = options.shrink ? await shrunk(choices, async (some) => (await played(seed, some)).faults.some((fault) => fault.kind === kind)) : choices;
  const last = await played(seed, short);
  report({ seed, counts, game, kind, faults: last.faults, told: last.told, choices: short.length, of: choices.length });
  if (options.first) break;
}
report({ isDone: true });
