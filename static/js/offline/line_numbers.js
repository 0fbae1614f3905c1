// What waiting lines say of each other by number: a correction names the lines that it changes, an undo and a redo the
// `target` that they take or bring back. Lines are those of outbox.js, all of one match.

// The line with its number and those that it names. `places`: the new numbers of waiting lines by their old ones.
export function renumbered(line, seq, places) {
  const fields = line.fields.map(([name, value]) => [name, fieldAt(name, value, places)]);
  const moved = { ...line, fields, seq, totals: line.seq === seq ? line.totals : null }; // behind another line they are not to be expected
  if (line.action !== "correct") return moved;
  const entry = line.entry && [line.entry[0], { ...line.entry[1], changes: changesAt(line.entry[1].changes, places) }, ...line.entry.slice(2)];
  const post = line.post.replace(/(\/correct\/)(\d+)/, (_all, path, number) => path + (places.get(Number(number)) ?? number));
  return { ...moved, entry, post };
}

function fieldAt(name, value, places) {
  if (name === "target") return String(placeOf(Number(value), places));
  return name === "changes" ? JSON.stringify(changesAt(JSON.parse(value), places)) : value;
}

const changesAt = (changes, places) => changes.map((change) => ({ ...change, at: placeOf(change.at, places) }));

// `at` is the number of a line, or that of a correction and which of its changes.
const placeOf = (at, places) => (Array.isArray(at) ? [places.get(at[0]) ?? at[0], at[1]] : (places.get(at) ?? at));

const namedBy = (line) => JSON.parse(line.fields.find(([name]) => name === "changes")?.[1] ?? "[]").map(({ at }) => [at].flat()[0]);

// The ids of the lines that go if `one` is thrown away: its own, and those of what corrects, undoes or redoes it.
export function goneWith(all, one) {
  const gone = new Set([one.id]);
  const [done, undone] = [[], []];
  const isGone = (line) => gone.has(line?.id);
  const takesBack = ({ action }) => action === "undo" || action === "redo";
  for (const line of all.filter(({ start }) => !start)) {
    const before = target(line, done, undone);
    const corrects = line.action === "correct" && all.some((other) => isGone(other) && namedBy(line).includes(other.seq));
    const isMoot = takesBack(line) && (isGone(before) || (takesBack(one) && line.seq > one.seq));
    if (corrects || isMoot) gone.add(line.id);
  }
  return gone;
}

// The line that an undo or a redo is about; undefined if the server has it. Moves it between `done` and `undone`.
function target(line, done, undone) {
  if (line.action !== "undo" && line.action !== "redo") {
    done.push(line);
    undone.length = 0;
    return undefined;
  }
  const [from, to] = line.action === "undo" ? [done, undone] : [undone, done];
  const before = from.pop();
  if (before) to.push(before);
  return before;
}
