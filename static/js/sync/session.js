// One match on this phone: its document, what waits to be sent, and what may be done with it. Pure functions: they take
// a record and give a new one, which store.js stores and transport.js sends.

const AT_MOST = 50; // mutations of a push
const ENOUGH = 80_000; // letters of a push, of up to three bytes; the server takes 256 KB

/** @returns {MatchRecord} */
export const blank = (/** @type {string} */ code) => ({ code, document: null, etag: null, app: "", seen: "", lines: [] });

/** Whether no server ever had it: it was played, or paid, here before there was one. @param {MatchRecord} record */
export const isOnlyHere = ({ document, start, facts }) => Boolean((document?.is_unsent && !start) || facts);

const indexOf = (/** @type {MatchRecord} */ record, /** @type {string} */ key) => record.document?.entries.findIndex((entry) => entry[3] === key) ?? -1;

const lastKey = (/** @type {MatchRecord} */ record) => record.document?.entries.at(-1)?.[3] ?? "";

// The lines that count on the screen: a stopped one and those behind it wait for an answer of the user.
function countingLines(/** @type {MatchRecord} */ record) {
  const stop = record.lines.findIndex(({ stopped }) => stopped);
  return stop < 0 ? record.lines : record.lines.slice(0, stop);
}

const unstopped = (/** @type {Line} */ { stopped, totals, ...line }) => line; // the totals lack what others wrote

// The user has seen the log up to `key`: never less than before.
function seenUpTo(/** @type {MatchRecord} */ record, key = "") {
  if (!record.lines.length && record.document) return { ...record, seen: lastKey(record) };
  return indexOf(record, key) > indexOf(record, record.seen) ? { ...record, seen: key } : record;
}

// Lines that are in the log wait no longer. What is before the last of them in the log was seen when it was written.
function reconciled(/** @type {MatchRecord} */ record) {
  const keys = new Set(record.document?.entries.map((entry) => entry[3]));
  const own = record.lines.filter(({ key }) => keys.has(key));
  return own.reduce((seen, { key }) => seenUpTo(seen, key), seenUpTo({ ...record, lines: record.lines.filter(({ key }) => !keys.has(key)) }));
}

/** The server's document, unless a newer one is known: answers overtake each other.
 * @param {MatchRecord} record @param {MatchDocument} document @param {string | null} etag @param {string} app @returns {MatchRecord} */
export function withDocument(record, document, etag, app) {
  return isOlder(document, record.document) ? record : reconciled({ ...record, document, etag, app });
}

function isOlder(/** @type {MatchDocument} */ document, /** @type {MatchDocument | null} */ known) {
  if (!known) return false;
  return document.version < known.version || (document.version === known.version && document.entries.length < known.entries.length);
}

/** What others wrote, behind the last entry that is known; undefined if it is not: then the next poll brings a board.
 * @param {MatchRecord} record @param {{entries: Entry[], version: number, seen: string}} news @returns {MatchRecord | undefined} */
export function heard(record, { entries, version, seen }) {
  const { document } = record;
  if (document?.version !== version - entries.length) return undefined;
  return withDocument(record, { ...document, version, seen, entries: [...document.entries, ...entries] }, null, record.app);
}

/** A line behind those that count. `shown`: the last entry of the log on the board on which it was typed, if not all of it.
 * The answer to a question lets go on what was stopped because of the question, unless others have written since. */
export function enqueued(/** @type {MatchRecord} */ record, /** @type {Line} */ line, shown = lastKey(record)) {
  const known = [...record.lines.map(({ key }) => key), ...(record.document?.entries.map((entry) => entry[3]) ?? [])];
  if (known.includes(line.key)) return record;
  const { notice, ...rest } = record;
  const ahead = countingLines(record);
  const [stop, ...behind] = record.lines.slice(ahead.length);
  const isAnswered = stop?.stopped?.why === "asked" && line.action === "answer" && stop.stopped.seen === shown;
  const left = stop ? [isAnswered ? unstopped(stop) : stop, ...behind] : [];
  return { ...rest, seen: ahead.length ? record.seen : shown, lines: [...ahead, line, ...left] };
}

/** With what the engine judged of the match in the state of that `id`: a line that waits or, where there is no server, the row
 * that is in the log at once. Undefined if another tab has written since. @param {MatchRecord} record @param {string} id
 * @param {Line} line @param {Entry} [row] @returns {MatchRecord | undefined} */
export function withJudged(record, id, line, row) {
  const { document } = record;
  if (stateOf(record)?.id !== id) return undefined;
  if (!row || !document) return enqueued(record, line);
  return { ...record, document: { ...document, version: document.version + 1, entries: [...document.entries, row] } };
}

/** What goes to the server next; null if nothing can. */
export function batch(/** @type {MatchRecord} */ record) {
  if (record.start) return null;
  const mutations = /** @type {Mutation[]} */ ([]);
  let letters = 0;
  for (const mutation of countingLines(record).slice(0, AT_MOST).map(mutationOf)) {
    letters += JSON.stringify(mutation).length;
    if (mutations.length && letters > ENOUGH) break;
    mutations.push(mutation);
  }
  return mutations.length ? { seen: record.seen, mutations } : null;
}

const mutationOf = (/** @type {Line} */ { key, at, entry, names, target }) => ({ key, at, entry, names, ...(target !== undefined && { target }) });

/** What the server answered to `body`, late and twice too. */
export function answered(/** @type {MatchRecord} */ record, /** @type {Push} */ body, /** @type {Answer} */ answer) {
  const { lines, ...known } = withEntries(record, body, answer);
  const written = answer.written.map(([key]) => key);
  const now = seenUpTo({ ...known, lines: lines.filter(({ key }) => !written.includes(key)) });
  const { stopped } = answer;
  // An answer to another question than today's: the lines are sent again.
  const isOurs = [body.seen, ...body.mutations.map(({ key }) => key)].includes(now.seen);
  if (!stopped || stopped.why === "limit" || !isOurs) return now;
  return stopped.why === "same" ? withSameEntry(now, stopped.key, stopped.since) : stoppedAt(now, stopped.key, stopped);
}

// The document with the entries of an answer, which are those behind `seen`.
/** @param {MatchRecord} record @param {Push} body @param {Answer} answer @returns {MatchRecord} */
function withEntries(record, body, { entries, version, seen, names, faces, uids }) {
  const index = body.seen ? indexOf(record, body.seen) + 1 : 0;
  if (!record.document || (body.seen && !index)) return record; // the next document has them
  const before = record.document.entries.slice(0, index);
  const document = { ...record.document, version, seen, names, faces, uids };
  // A server that gives all it has does not know what was seen: its data come from a backup.
  const isAll = before.some((entry) => entry[3] === entries[0]?.[3]);
  if (isAll) return reconciled({ ...record, document: { ...document, entries }, etag: null });
  return withDocument(record, { ...document, entries: [...before, ...entries] }, null, record.app);
}

function stoppedAt(/** @type {MatchRecord} */ record, /** @type {string} */ key, /** @type {Stop} */ { why, reasons, since }) {
  const stopped = { why, reasons, since, ...(why === "asked" && { seen: record.seen }) };
  return { ...record, lines: record.lines.map(({ totals, ...line }) => (line.key === key ? { ...line, stopped } : line)) };
}

// Another phone wrote the same. What names this line names that entry from now on.
function withSameEntry(/** @type {MatchRecord} */ record, /** @type {string} */ key, /** @type {Since[]} */ [{ key: theirs }]) {
  if (!record.lines.some((line) => line.key === key)) return record;
  const left = JSON.stringify(record.lines.filter((line) => line.key !== key));
  const lines = JSON.parse(left.replaceAll(`"${key}"`, `"${theirs}"`).replaceAll(`"@${key}"`, `"@${theirs}"`));
  return { ...seenUpTo({ ...record, lines }, theirs), notice: "same" };
}

/** The server took nothing: what comes first is asked about. */
export function refused(/** @type {MatchRecord} */ record, /** @type {number} */ status, /** @type {string[]} */ reasons) {
  const why = status === 404 ? "gone" : status === 413 ? "full" : "illegal";
  const stop = { why, reasons, since: [] };
  if (record.start) return { ...record, start: { ...record.start, stopped: stop } };
  const [first] = record.lines;
  return first ? stoppedAt(record, first.key, stop) : record;
}

/** Without these lines; without the match if its start is one of them. What happened meanwhile has been seen then. */
export function dropped(/** @type {MatchRecord} */ record, /** @type {string[]} */ keys) {
  if (record.start && keys.includes(record.start.key)) return null;
  const gone = record.lines.filter(({ key }) => keys.includes(key));
  const left = record.lines.filter(({ key }) => !keys.includes(key));
  return gone.reduce((seen, line) => seenUpTo(seen, line.stopped?.since.at(-1)?.key), seenUpTo({ ...record, lines: left }));
}

/** With lines again that were dropped, before those that still wait. @type {(record: MatchRecord, gone: Line[]) => MatchRecord} */
export const putBack = (record, gone) => ({ ...record, lines: [...gone, ...record.lines] });

/** What the user says about a stopped line or start that counts: "mine" puts `line` (a correction of theirs) in its place and in
 * that of the hand in later corrections; else it goes (as `line`, if given) behind what happened meanwhile, for the names that
 * the seats have now. Undefined if it is stopped no longer: another page has decided.
 * @param {MatchRecord} record @param {string} key @param {string} choice @param {Line} [line] @returns {MatchRecord | undefined} */
export function resolved(record, key, choice, line) {
  if (record.start?.key === key) return { ...record, start: startOfItsOwn(record.start) };
  const stop = record.lines.find((one) => one.key === key)?.stopped;
  if (!stop) return undefined;
  const isMine = choice === "mine" && line;
  const lines = record.lines.map((one) => (one.key === key ? isMine || withNamesOfNow(unstopped(line ?? one), record) : one));
  return seenUpTo({ ...record, lines: isMine ? correctingSameHand(lines, key, line) : lines }, stop.since.at(-1)?.key);
}

// What corrects the hand `key` corrects the one that `line` corrects.
function correctingSameHand(/** @type {Line[]} */ lines, /** @type {string} */ key, /** @type {Line} */ line) {
  const { of } = line.entry[1].changes[0];
  return JSON.parse(JSON.stringify(lines).replaceAll(`"of":"${key}"`, `"of":${JSON.stringify(of)}`));
}

// A match of its own, where there is no right to the one before or to the group.
function startOfItsOwn(/** @type {Start} */ { stopped, after, ...start }) {
  if (stopped?.why !== "gone") return { ...start, ...(after && { after }) };
  const players = start.facts.players.map((/** @type {{name: string}} */ { name }) => ({ name }));
  return { ...start, facts: { ...start.facts, players, circle: "", previous: "" } };
}

// For the names that the seats have now. Namesakes are shown with a number, which the document does not have.
function withNamesOfNow(/** @type {Line} */ line, /** @type {MatchRecord} */ { document }) {
  const all = document?.names ?? [];
  const alone = all.filter(([, name]) => all.filter(([, other]) => other === name).length === 1);
  const now = new Map(alone.map(([seat, name]) => [String(seat), name]));
  return { ...line, names: Object.fromEntries(Object.entries(line.names).map(([seat, name]) => [seat, now.get(seat) ?? name])) };
}

/** The server has the match. Under another code its lines follow it, behind those that wait there (`other`). */
export function started(/** @type {MatchRecord} */ { start, ...record }, /** @type {string} */ code, /** @type {MatchRecord=} */ other) {
  if (code === record.code) return record;
  const document = other?.document ?? (record.document && { ...record.document, code });
  const since = (other?.lines ?? []).map(({ key, entry, told }) => ({ key, kind: entry[0], told, by: "" }));
  const [first, ...behind] = record.lines;
  const asked = first && since.length ? [{ ...first, stopped: { why: "stale", reasons: [], since } }, ...behind] : record.lines;
  const { seen } = other?.lines.length ? other : record; // entries there were not seen with these lines
  return { ...record, ...other, code, document, etag: null, seen, lines: [...(other?.lines ?? []), ...asked] };
}

// The match under the code that the server gave it.
function recordOfCode(/** @type {string | undefined} */ code, /** @type {MatchRecord[]} */ records) {
  const record = records.find((one) => one.code === code);
  return record?.moved ? (records.find((one) => one.code === record.moved) ?? blank(record.moved)) : record;
}

/** The start as it goes to the server; null while the match before it waits, or if there is none. */
export function opening(/** @type {MatchRecord} */ { start }, /** @type {MatchRecord[]} */ records) {
  const before = recordOfCode(start?.after, records);
  if (!start || start.stopped || before?.start || before?.lines.length) return null;
  return { key: start.key, at: start.at, facts: before ? { ...start.facts, previous: before.code } : start.facts };
}

/** What is stored after the browser cleared it: what is there by then, with what a page still knew. */
export function restored(/** @type {MatchRecord | undefined} */ there, /** @type {MatchRecord} */ known) {
  if (!there || there.moved) return there ?? known;
  const missing = known.lines.filter(({ key }) => !there.lines.some((line) => line.key === key));
  const isBehind = known.document && (!there.document || isOlder(there.document, known.document));
  const { document, etag, app } = isBehind ? known : there;
  const { seen } = missing.length ? known : there;
  return reconciled({ ...known, ...there, document, etag, app, seen, lines: [...missing, ...there.lines] });
}

/** What the engine needs for the board that the user sees; null without a document. */
export function stateOf(/** @type {MatchRecord | undefined} */ record) {
  if (!record?.document) return null;
  const { document } = record;
  const lines = countingLines(record);
  const facts = JSON.stringify({ ...document, entries: 0, version: 0, seen: 0 });
  const keys = [...document.entries.map((entry) => entry[3]), ...lines.map(({ key }) => key)];
  return { id: [record.code, digest(facts), ...keys].join(" "), document, mutations: lines.map(mutationOf) };
}

function digest(/** @type {string} */ text) {
  let sum = text.length;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/** All that waits of a match. */
export const allOf = (/** @type {MatchRecord} */ { start, lines }) => [...(start ? [start] : []), ...lines];

/** @param {Line | Start} line @param {MatchRecord} record @returns {"waits" | "stopped" | "behind"} */
export function standing(line, record) {
  if (line.stopped) return "stopped";
  const all = allOf(record);
  return all.slice(0, all.findIndex(({ key }) => key === line.key)).some(({ stopped }) => stopped) ? "behind" : "waits";
}

/** How much waits, how much of it is stopped, and what to name: what is stopped, or is the oldest. */
export function waiting(/** @type {MatchRecord[]} */ records) {
  const all = records.flatMap((record) => allOf(record).map((line) => ({ ...line, code: record.code })));
  const stopped = all.filter((line) => line.stopped);
  const first = [...(stopped.length ? stopped : all)].sort((one, other) => one.at - other.at)[0];
  return { count: all.length, stopped: stopped.length, first };
}
