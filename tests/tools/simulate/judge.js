// What must be true at the end of a run: `faultsOf(run)` is the list of what is not, as {kind, said}.

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
};
const text = (value) => JSON.stringify(sorted(value));

export function faultsOf(run) {
  const faults = [];
  const fault = (kind, said) => faults.push({ kind, said });
  for (const error of run.errors) fault("error", error);
  for (const said of run.misnamed) fault("written for another name", said);
  const logs = new Map(run.codes.map((code) => [code, run.ask("log", { code, prefixes: prefixes(run, code) })]));
  for (const phone of run.phones) waiting(phone, fault);
  for (const [code, log] of logs) if (log.entries) judged(run, code, log, fault);
  for (const intent of run.intents.values()) if (!isIn(logs, intent.key)) missing(run, logs, intent, fault);
  for (const phone of run.phones) for (const record of phone.disk.matches) same(phone, record, logs, fault);
  return faults;
}

const isIn = (logs, key) => [...logs.values()].some(({ entries }) => entries?.some((entry) => entry[2] === key));

function waiting(phone, fault) {
  for (const { code, start, lines } of phone.disk.matches) {
    if (start) fault("a start waits", `${phone.name} ${code} ${text(start.stopped ?? "without a reason")}`);
    if (!start && lines.length) fault("a line waits", `${phone.name} ${code} ${lines.map((line) => `${line.key} ${text(line.stopped ?? "without a reason")}`)}`);
  }
}

// An entry that is not in the log although the phone stored it, and the user has not given it up.
function missing(run, logs, intent, fault) {
  const { key, state, isGivenUp, isCleared } = intent;
  if (state !== "stored" || isGivenUp || isCleared) return;
  const twin = run.aliases.get(key);
  const log = [...logs.values()].find(({ entries }) => entries?.some((entry) => entry[2] === twin));
  if (!log) return fault("lost", `${key} of ${intent.phone}: ${text(intent.entry)}`);
  const entry = log.entries.find((one) => one[2] === twin);
  const meant = meaning(run, log, intent);
  if (text([entry[0], entry[1]]) !== text(meant)) fault("not the same", `${key} ${text(meant)} and ${twin} ${text(entry)}`);
}

function judged(run, code, log, fault) {
  const keys = log.entries.map((entry) => entry[2]);
  if (new Set(keys).size < keys.length) fault("twice", `${code} ${keys}`);
  const moved = movedBy(log.entries);
  log.entries.forEach(([kind, payload, key], seq) => {
    const intent = run.intents.get(key);
    if (!intent) return run.others.has(key) || fault("unknown entry", `${key} ${kind} ${text(payload)}`);
    if (intent.state === "refused") fault("not stored, yet sent", `${key}`);
    if (intent.code !== code && !run.others.has(intent.code)) run.told.push(`    ${key} moved to ${code}`);
    const meant = meaning(run, log, intent);
    if (text(meant) !== text([kind, payload])) fault("changed", `${key} meant ${text(meant)}, written ${text([kind, payload])}`);
    if (intent.target && name(run, intent.target) !== moved.get(seq)) fault("moved another", `${kind} ${key} meant ${intent.target}, moved ${moved.get(seq)}`);
    for (const one of Object.keys(intent.names)) if (Number(one) >= log.start) fault("a seat by its number", `${key}: ${one}`);
    const late = keys.slice(seq + 1).find((other) => intent.basis.includes(other));
    if (late && !intent.isAsked) fault("another order", `${late} was before ${key}`);
    const unseen = keys.slice(0, seq).find((other) => !isKnown(run, intent, other));
    if (unseen) fault("not seen", `${key} stands behind ${unseen}, which its user had not seen`);
    const shown = log.prefixes[seq + 1];
    if (shown && isAlone(intent, keys.slice(0, seq)) && text(shown) !== text(intent.totals)) {
      fault("other totals", `${key} showed ${text(intent.totals)}, the server has ${text(shown)}`);
    }
    return null;
  });
}

// What was on the board, or was asked about since, or came from the same phone.
function isKnown(run, { phone, shown }, key) {
  const isOurs = (one) => run.intents.get(one)?.phone === phone;
  return shown.includes(key) || isOurs(key) || [...run.aliases].some(([one, theirs]) => theirs === key && isOurs(one));
}

const isAlone = ({ basis, totals }, before) => Boolean(totals) && text(basis) === text(before);
const name = (run, key) => run.aliases.get(key) ?? key;

// The indices in the log after which totals are compared: entries of phones with what was seen there before them.
function prefixes(run, code) {
  return [...run.intents.values()].filter((intent) => intent.code === code && intent.totals).map(({ key, basis }) => [key, basis.length]);
}

// For each undo and redo the key of the entry that it took or brought back.
function movedBy(entries) {
  const [inForce, undone, moved] = [[], [], new Map()];
  entries.forEach(([kind, , key], seq) => {
    if (kind === "undo") undone.push(inForce.pop());
    else if (kind === "redo") inForce.push(undone.pop());
    else {
      inForce.push(key);
      undone.length = 0;
    }
    if (kind === "undo") moved.set(seq, undone.at(-1));
    if (kind === "redo") moved.set(seq, inForce.at(-1));
  });
  return moved;
}

// The entry that a user meant, with indices in place of names.
function meaning(run, { entries }, { key, entry: [kind, payload] }) {
  const indexOf = (of) => entries.findIndex((entry) => entry[2] === name(run, of));
  // What corrects a hand in whose place the user put a correction of hers corrects hers.
  const atOf = (of) => {
    if (Array.isArray(of)) return [indexOf(of[0]), of[1]];
    return indexOf(of) < 0 && run.follows.has(of) ? atOf(run.follows.get(of)) : indexOf(of);
  };
  const seat = (shown) => (shown.startsWith("@") ? entries[indexOf(shown.slice(1))]?.[1].player : Number(shown));
  const own = entries.find((entry) => entry[2] === name(run, key));
  if (kind === "join") return [kind, { ...(payload.position !== undefined && { position: payload.position }), player: own?.[1].player }];
  const read = (value) => {
    if (typeof value === "string" && value.startsWith("@")) return seat(value);
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== "object" || value === null) return value;
    const found = {};
    for (const [one, inner] of Object.entries(value)) {
      if (one === "of") found.at = atOf(inner);
      else found[one.startsWith("@") ? seat(one) : one] = read(inner);
    }
    return found;
  };
  return [kind, read(payload)];
}

function same(phone, { code, document, start }, logs, fault) {
  const log = logs.get(code);
  if (!log?.entries || start || !phone.codes.includes(code)) return;
  const [known, stored] = [document?.entries.map((entry) => entry[3]), log.entries.map((entry) => entry[2])];
  if (text(known) !== text(stored)) fault("another log", `${phone.name} ${code} has ${known}, the server ${stored}`);
}
