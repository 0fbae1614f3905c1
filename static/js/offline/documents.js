// The documents of matches that this phone knows (scores/board/document.py), in IndexedDB. `code` is that of a match.
//
// documentOf(code)     the document as the server gave it, with the entries that it accepted since; undefined if unknown
// current(code)        the same with the entries of the lines that wait in the outbox: what a board shows. undefined if
//                      there is no document, a waiting line was not judged here, or somebody else wrote meanwhile
// documentBefore(code, id)  the same with the entries of the lines that wait before that one
// append(code, seq, entry)  add what the server wrote as entry `seq`, as the phone judged it; not if others wrote meanwhile
// put(document, etag)  store a document: an answer of the server, or that of a match started on this phone (no etag)
// refresh(code)        ask the server; resolves when the document is stored. Without an answer nothing changes; a
//                      document whose right is lost is deleted. Does nothing while the start of the match waits
// refreshOld()         the same for all documents that another version of the app made
// forget()             delete all documents, unless a line waits: the server does not know this phone any more
//
// All reject if the phone cannot store. After a change the page dispatches "documents" with the code as detail.

import { allDocuments, inTransaction, read } from "./database.js";

const TIMEOUT_MS = 15_000;

export const documentOf = async (code) => (await read(code)).stored?.document;

export async function current(code) {
  const { lines, stored } = await read(code);
  return withLines(stored?.document, linesOf(lines, code));
}

export async function documentBefore(code, id) {
  const { lines, stored } = await read(code);
  const own = linesOf(lines, code);
  return withLines(stored?.document, own.slice(0, own.findIndex((line) => line.id === id)));
}

export async function append(code, seq, entry) {
  await inTransaction(code, (_lines, stored, { documents }) => {
    const entries = stored?.document.entries;
    if (entries?.length === seq) documents.put({ ...stored, etag: null, document: { ...stored.document, entries: [...entries, entry] } });
  });
}

const linesOf = (lines, code) => lines.filter((line) => line.match === code && !line.start);

// The document with the entries of waiting lines. The first of them may have reached the server, without an answer.
function withLines(document, lines) {
  if (!document || lines.some((line) => !line.entry)) return undefined;
  const [first] = lines;
  const next = document.entries.length;
  const isThere = first?.seq === next - 1 && isEqual(first.entry, document.entries[first.seq]);
  if (first && first.seq !== next && !isThere) return undefined;
  return { ...document, entries: [...document.entries, ...lines.slice(isThere ? 1 : 0).map(entryOf)] };
}

const isEqual = (one, other) => JSON.stringify(one.slice(0, 2)) === JSON.stringify(other.slice(0, 2));

// A line that is sent again has a new key. After the key is the name of a player who joins.
export const entryOf = ({ entry, key }) => [...entry.slice(0, 3), key, ...entry.slice(4)];

export async function put(document, etag = null, app = "") {
  await inTransaction(document.code, (_lines, stored, { documents }) => {
    if (stored && isOlder(document, stored.document)) return; // answers that overtook each other
    documents.put({ code: document.code, etag, app, document });
  });
  changed(document.code);
}

// After `append` a stored document is longer than that of the same version.
const isOlder = (one, other) => one.version < other.version || (one.version === other.version && one.entries.length < other.entries.length);

const changed = (code) => document.dispatchEvent(new CustomEvent("documents", { detail: code }));

export async function refresh(code) {
  const { lines, stored } = await read(code);
  if (lines.some((line) => line.match === code && line.start)) return;
  const answer = await asked(code, stored?.etag);
  if (!answer?.headers.has("X-Reenganche")) return;
  const app = answer.headers.get("X-Reenganche");
  if (answer.status === 200) await put(await answer.json(), answer.headers.get("ETag"), app);
  if (answer.status === 304 && stored.app !== app) await put(stored.document, stored.etag, app);
  if (answer.status === 404 || answer.status === 403) await remove(code);
}

export async function refreshOld() {
  const { version } = globalThis.document.documentElement.dataset;
  const old = (await allDocuments()).filter(({ app, document }) => app !== version && document.entries);
  for (const { code } of old) await refresh(code);
}

function asked(code, etag) {
  const headers = etag ? { "If-None-Match": etag } : {};
  return fetch(`/m/${code}/document/`, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
}

async function remove(code) {
  await inTransaction(code, (_lines, _stored, { documents }) => documents.delete(code));
  changed(code);
}

export async function forget() {
  await inTransaction("", (lines, _stored, { documents }) => lines.length || documents.clear());
}
