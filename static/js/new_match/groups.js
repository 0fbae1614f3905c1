// The groups in which this phone may start a match (scores/new_match/groups_document.py), stored beside the documents of
// matches for the time without a signal.
//
// groups()         the document; undefined if this phone never had one
// refreshGroups()  ask the server. Without an answer nothing changes

import { inTransaction, read } from "../offline/database.js";

const PLACE = "groups"; // no code of a match has the letter o
const TIMEOUT_MS = 15_000;

export const groups = async () => (await read(PLACE)).stored?.document;

export async function refreshGroups() {
  const { stored } = await read(PLACE);
  const headers = stored?.etag ? { "If-None-Match": stored.etag } : {};
  const answer = await fetch("/new/document/", { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer?.status !== 200 || !answer.headers.has("X-Reenganche")) return;
  const fresh = { code: PLACE, etag: answer.headers.get("ETag"), document: await answer.json() };
  await inTransaction(PLACE, (_lines, _stored, { documents }) => documents.put(fresh));
}
