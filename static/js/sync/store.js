// What this phone stores: the matches as records of session.js. Our own wrapper of IndexedDB:
// the library `idb` commits nothing early, and what a lost database needs would be as long on top of it.

import { hasServer } from "../dom.js";
import { isOnlyHere, restored } from "./session.js";

const NAME = "reenganche";
const MADE = "made";
const TRIES = 5;
const TRY_AGAIN_MS = 300;
const AGAIN = ["InvalidStateError", "UnknownError"]; // the connection is gone, and the browser has not said so

let database = /** @type {Promise<IDBDatabase> | null} */ (null);
/** @type {number | undefined} */
let made; // a number that each database has since it was made: another one, and the browser has cleared it
/** @type {number | undefined} */
let heard; // that of a database which another tab has filled: it is opened here once, and not again with each record
const known = /** @type {Map<string, MatchRecord>} */ (new Map()); // what this page knows of the matches, to write it again

const tabs = new BroadcastChannel(NAME);
const listeners = /** @type {Set<(code: string) => void>} */ (new Set());
/** @param {MessageEvent<{code: string, record: MatchRecord | null, made: number}>} event */
tabs.onmessage = ({ data }) => {
  if (data.made === (made ?? data.made)) changed(data.code, data.record);
  else if (data.made !== heard) {
    heard = data.made;
    reopened();
  }
};

function changed(/** @type {string} */ code, /** @type {MatchRecord | null} */ record) {
  if (record) known.set(code, record);
  else known.delete(code);
  for (const act of listeners) act(code);
}

function tell(/** @type {string} */ code, /** @type {MatchRecord | null} */ record, now = made) {
  tabs.postMessage({ code, record, made: now });
  changed(code, record);
}

/** Run `act` with the code of each match that changes, here or in another tab. */
export const onChange = (/** @type {(code: string) => void} */ act) => listeners.add(act);

function opened() {
  database ??= open(TRIES);
  database.catch(() => (database = null));
  return database;
}

/** While the browser clears the database it cannot be opened. @param {number} tries @returns {Promise<IDBDatabase>} */
async function open(tries) {
  try {
    const stores = await openOnce();
    await restore(stores);
    return stores;
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError" || tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    return open(tries - 1);
  }
}

/** @returns {Promise<IDBDatabase>} */
function openOnce() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("matches", { keyPath: "code" }).createIndex("waits", "waits");
      asked.result.createObjectStore("kept", { keyPath: "name" }).put({ name: MADE, value: Math.random() });
    };
    asked.onsuccess = () => resolve(watched(asked.result));
    asked.onerror = () => reject(asked.error);
  });
}

function watched(/** @type {IDBDatabase} */ stores) {
  // A page of a newer version in another tab waits until this connection is closed.
  stores.onversionchange = () => {
    stores.close();
    database = null;
  };
  stores.onclose = reopened;
  return stores;
}

// Another database than before is filled with what this page knows.
function reopened() {
  database = null;
  opened().catch(() => {}); // the next change tries again
}

async function restore(/** @type {IDBDatabase} */ stores) {
  const value = (await get(stores, "kept", (store) => store.get(MADE)))?.value;
  const isCleared = value !== (made ?? value);
  for (const [code, record] of isCleared ? [...known] : []) {
    const [fresh] = await changeIn(stores, [code], ([there]) => [restored(there, record)]);
    if (fresh) tell(code, fresh, value);
  }
  made = value;
}

// WebKit keeps a transaction open whose page is left before its next step, and every later transaction waits for it,
// on all pages. So each is committed as soon as its last request is made, and one that waits for its page is aborted.
const unfinished = /** @type {Set<IDBTransaction>} */ (new Set());
addEventListener("pagehide", () => unfinished.forEach((work) => {
  try {
    work.abort();
  } catch {
    // It has ended, and its page was left before it heard so.
  }
}));

function ended(/** @type {IDBTransaction} */ work) {
  return new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error ?? new DOMException("the page was left", "AbortError"));
  });
}

/** `again`: the errors after which the database is opened anew for a second try.
 * @template T @param {(stores: IDBDatabase) => Promise<T>} act @param {string[]} [again] @returns {Promise<T>} */
async function withDatabase(act, again = AGAIN) {
  const stores = await opened();
  try {
    return await act(stores);
  } catch (error) {
    if (!again.includes(/** @type {Error} */ (error).name)) throw error;
    database = null;
    return act(await opened());
  }
}

/** @template T @param {IDBDatabase} stores @param {string} name @param {(store: IDBObjectStore) => IDBRequest<T>} ask */
async function get(stores, name, ask) {
  const work = stores.transaction(name);
  const request = ask(work.objectStore(name));
  work.commit();
  await ended(work);
  return request.result;
}

/** This module aborts no read: the browser does, when it clears the database.
 * @template T @param {string} name @param {(store: IDBObjectStore) => IDBRequest<T>} ask */
const asked = (name, ask) => withDatabase((stores) => get(stores, name, ask), [...AGAIN, "AbortError"]);

function remembered(/** @type {MatchRecord[]} */ records) {
  for (const record of records) known.set(record.code, record);
  return records;
}

/** @param {string} code @returns {Promise<MatchRecord | undefined>} */
export const read = async (code) => remembered([await asked("matches", (store) => store.get(code))].filter(Boolean))[0];

/** @returns {Promise<MatchRecord[]>} */
export const all = async () => remembered(await asked("matches", (store) => store.getAll()));

/** The matches of which something waits, and those that have another code by now. @returns {Promise<MatchRecord[]>} */
export const waiting = async () => remembered(await asked("matches", (store) => store.index("waits").getAll()));

/** Change what is stored of a match. Rejects if the phone cannot store it. */
export const change = (/** @type {string} */ code, /** @type {Act} */ act) => changeAll([code], ([record]) => [act(record)]);

/** The same for several matches at once: one of them may get another code. */
export async function changeAll(/** @type {string[]} */ codes, /** @type {ActOnSeveral} */ act) {
  const records = await withDatabase((stores) => changeIn(stores, codes, act));
  codes.forEach((code, index) => {
    const record = records[index];
    if (record !== undefined) tell(code, record);
  });
  if (!hasServer || records.some((record) => record?.waits)) persist();
  return records[0];
}

/** @param {IDBDatabase} stores @param {string[]} codes @param {ActOnSeveral} act
 * @returns {Promise<(MatchRecord | null | undefined)[]>} */
async function changeIn(stores, codes, act) {
  const work = stores.transaction("matches", "readwrite", { durability: "strict" });
  const matches = work.objectStore("matches");
  let fresh = /** @type {(MatchRecord | null | undefined)[]} */ ([]);
  let failure = /** @type {unknown} */ (null);
  unfinished.add(work);
  const before = codes.map((code) => matches.get(code));
  before[before.length - 1].onsuccess = () => {
    unfinished.delete(work);
    try {
      fresh = act(before.map(({ result }) => result)).map((record) => record && marked(record));
      fresh.forEach((record, index) => (record ? matches.put(record) : record === null && matches.delete(codes[index])));
      work.commit();
    } catch (error) {
      failure = error;
      work.abort();
    }
  };
  await ended(work).catch((error) => Promise.reject(failure ?? error)).finally(() => unfinished.delete(work));
  return fresh;
}

/** @param {MatchRecord} record @returns {MatchRecord} */
function marked({ waits, ...record }) {
  return record.lines.length || record.start || record.moved ? { ...record, waits: 1 } : record;
}

let isPersistAsked = false;

// Browsers clear what they were not asked to keep.
function persist() {
  if (!isPersistAsked) navigator.storage?.persist?.().catch(() => {});
  isPersistAsked = true;
}

/** Rejects if the phone cannot store. */
export const probe = () =>
  withDatabase((stores) => {
    const work = stores.transaction("kept", "readwrite");
    work.objectStore("kept").put({ name: "probe" });
    work.commit();
    return ended(work);
  });

/** The server does not know this phone any more: only what waits stays, and what no server has. */
export async function forget() {
  for (const { code } of await all()) await change(code, (record) => (record && !marked(record).waits && !record.unread && !isOnlyHere(record) ? null : undefined));
}
