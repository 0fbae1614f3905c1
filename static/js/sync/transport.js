// Sends what waits to the server, fetches documents, and knows the server's time. Nothing here decides: what an answer means is in session.js.

import { addressOfMatch, emit, hasServer, on, root, tryStorage } from "../dom.js";
import * as session from "./session.js";
import * as store from "./store.js";

const PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const CLOCK = "clock"; // in localStorage: by how many milliseconds the server is ahead
const LEAST_MS = 60_000; // less may be the line's
const GROUPS = `${root}new/document/`; // has a token for whoever has none

/** The time as the server has it, in milliseconds. The clock of a phone may be wrong by days, and what it writes stands beside
 * what others write. */
export const now = () => Date.now() + (Number(tryStorage(() => localStorage.getItem(CLOCK))) || 0);

/** Our server has just answered. */
export function compareClocks(/** @type {Headers} */ headers) {
  const by = Date.parse(headers.get("Date") ?? "") - Date.now();
  if (by) tryStorage(() => localStorage.setItem(CLOCK, String(Math.abs(by) < LEAST_MS ? 0 : by)));
}

const later = (/** @type {number} */ status) => status >= 500 || status === 429 || status === 403;

let token = "";
const tokenHere = () => token || document.querySelector("input[name=csrfmiddlewaretoken]")?.getAttribute("value") || "";

/** The answer of our server; null if there is none, or if it is that of a hotel's login page.
 * @param {string} address @param {RequestInit} [options] @returns {Promise<Reply | null>} */
async function ask(address, options) {
  try {
    const reply = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    const { status, headers } = reply;
    const version = headers.get("X-Reenganche");
    if (version === null) return null;
    token = headers.get("X-CSRF-Token") ?? token;
    compareClocks(headers);
    const said = headers.get("Content-Type")?.startsWith("application/json") ? await reply.json() : null;
    emit("version", version);
    return { status, headers, said };
  } catch {
    return null;
  }
}

// Send `body`; with another token if the server does not know ours.
async function send(/** @type {string} */ method, /** @type {string} */ address, /** @type {object} */ body) {
  const once = () => ask(address, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-CSRFToken": tokenHere() } });
  const reply = await once();
  return reply?.status === 403 && (await ask(GROUPS)) ? once() : reply;
}

/** What the server has of a match, unless its start waits. Without an answer nothing changes. Without a right to the match
 * it is deleted, unless something waits or no server ever had it. */
export async function pull(/** @type {string} */ code) {
  const known = await store.read(code);
  if (known?.start || known?.moved || !hasServer) return;
  const reply = await ask(`${addressOfMatch(code)}document/`, known?.etag ? { headers: { "If-None-Match": known.etag } } : {});
  if (reply) await store.change(code, (record) => pulled(record ?? session.blank(code), reply));
}

function pulled(/** @type {MatchRecord} */ record, /** @type {Reply} */ { status, headers, said }) {
  const app = headers.get("X-Reenganche") ?? "";
  if (status === 200) return session.withDocument(record, said, headers.get("ETag"), app);
  if (status === 304) return app === record.app ? undefined : { ...record, app };
  if (status !== 403 && status !== 404) return undefined;
  if (record.lines.length || record.start) return session.refused(record, 404, said?.reasons ?? []);
  return session.isOnlyHere(record) ? undefined : null;
}

/** The same for all documents that another version of the app made. */
export async function pullOld() {
  const { version } = document.documentElement.dataset;
  const old = (await store.all()).filter((record) => record.document && record.app !== version);
  for (const { code } of old) await pull(code);
}

// Sending

/** Without an answer, or with one that says to come later, the lines wait. @param {Reply | null} reply @returns {reply is Reply} */
function isHeard(reply) {
  isUnanswered = !reply;
  notBefore = reply && later(reply.status) ? performance.now() + 1000 * (Number(reply.headers.get("Retry-After")) || 0) : 0;
  return reply !== null && !later(reply.status);
}

/** What is refused as a whole is sent one by one: one of it is at fault. @param {MatchRecord} sent @param {Push} body @returns {Promise<boolean>} */
async function push(sent, body) {
  const { code, lines } = sent;
  const reply = await send("POST", `${addressOfMatch(code)}push/`, body);
  if (!isHeard(reply)) return false;
  const isTaken = reply.status === 200;
  if ([400, 413].includes(reply.status) && body.mutations.length > 1) return push(sent, { ...body, mutations: body.mutations.slice(0, 1) });
  const after = await store.change(code, (record) => record && (isTaken ? session.answered(record, body, reply.said) : refused(record, reply)));
  if (isTaken) emit("answer", { code, lines, answer: reply.said });
  if (isTaken && (reply.said.stopped || after?.document?.version !== reply.said.version)) await pull(code);
  return true;
}

const refused = (/** @type {MatchRecord} */ record, /** @type {Reply} */ { status, said }) => session.refused(record, status, said?.reasons ?? []);

async function sendStart(/** @type {string} */ code, /** @type {{key: string}} */ start) {
  const reply = await send("PUT", addressOfMatch(code), start);
  if (!isHeard(reply)) return false;
  const isTaken = reply.status < 300;
  const moved = isTaken ? reply.said.code : code;
  await store.changeAll([...new Set([code, moved])], ([record, other]) => {
    if (record?.start?.key !== start.key) return [];
    if (!isTaken) return [refused(record, reply)];
    const begun = session.started(record, moved, other);
    return moved === code ? [begun] : [{ ...session.blank(code), moved }, begun];
  });
  if (!isTaken) return true;
  emit("answer", { code, moved });
  await pull(moved);
  return true;
}

// Whether the server takes more: all that is ready of a match is sent, or has to be asked about.
async function sendMatch(/** @type {string} */ code) {
  for (let last = ""; ; ) {
    const all = await store.waiting();
    const record = all.find((one) => one.code === code);
    const start = record && session.opening(record, all);
    const body = record && session.batch(record);
    const text = JSON.stringify(start ?? body ?? null);
    if (!record || text === "null") return true;
    if (text === last) throw new Error("nothing came of it"); // the limit of an hour
    last = text;
    if (!(await (start ? sendStart(code, start) : push(record, /** @type {Push} */ (body))))) return false;
  }
}

// Whether nothing is left to be tried again.
async function sendAll() {
  let isDone = true;
  do {
    isAgain = false;
    for (const { code } of await store.waiting()) {
      const isTaking = await sendMatch(code).catch(() => (isDone = false));
      if (!isTaking && isDone) return false; // the other matches would fail too
    }
  } while (isAgain && isDone); // a rematch waits for the match before
  return isDone;
}

let isSending = false;
let isAgain = false; // something changed meanwhile
let isUnanswered = false; // the last time there was no answer
let lookedAt = 0; // when this tab looked last for what waits; performance.now()
let notBefore = 0; // when the server wants to hear more; performance.now()
let failures = 0;
let timer = 0; // none: 0

/** Send what is ready. One tab does so at a time; what fails is tried again later. */
export async function wake() {
  isAgain = true;
  if (!hasServer || isSending || performance.now() < notBefore) return;
  isSending = true;
  lookedAt = performance.now();
  clearTimeout(timer);
  timer = 0;
  const isDone = await navigator.locks.request("reenganche-push", sendAll).catch(() => false);
  isSending = false;
  failures = isDone ? 0 : failures + 1;
  if (!isDone) timer = setTimeout(tryAgain, pause());
  else if (isAgain) await wake(); // while the browser took the lock back
}

function pause() {
  const longer = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
  return Math.max(longer, notBefore - performance.now());
}

function tryAgain() {
  timer = 0;
  notBefore = 0; // browsers cut the fraction of a delay: it is up to a millisecond too early
  if (!document.hidden) wake();
}

const wakeIfVisible = () => document.hidden || wake();
store.onChange(() => timer || wake()); // after a failure it is not yet time
// The server answers again. Or a tab was closed as it stored, and told nobody: look for that once in a while.
on("version", () => (timer ? isUnanswered : performance.now() - lookedAt > LONGEST_PAUSE_MS) && wake());
document.addEventListener("visibilitychange", wakeIfVisible);
addEventListener("online", wakeIfVisible);
