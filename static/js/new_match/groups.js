// The groups in which this phone may start a match (scores/new_match/groups_document.py), stored for the time without a
// signal.
//
// groups()         the document; undefined if this phone never had one
// refreshGroups()  ask the server. Without an answer nothing changes

import { keep, kept } from "../sync/store.js";

const NAME = "groups";
const TIMEOUT_MS = 15_000;

export const groups = async () => (await kept(NAME))?.document;

export async function refreshGroups() {
  const stored = await kept(NAME);
  const headers = stored?.etag ? { "If-None-Match": stored.etag } : {};
  const answer = await fetch("/new/document/", { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer?.status !== 200 || !answer.headers.has("X-Reenganche")) return;
  await keep(NAME, { etag: answer.headers.get("ETag"), document: await answer.json() });
}
