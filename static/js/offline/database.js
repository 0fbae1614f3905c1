// The database of the phone, "outbox" in IndexedDB: the lines that wait to be sent (outbox.js), and the documents of
// matches (documents.js). Version 1 had hands only; they become lines.

const VERSION = 2;
const STORES = ["lines", "documents"];

const TRIES = 5;
const TRY_AGAIN_MS = 300;

let database = null;

function opened() {
  database ??= open(TRIES);
  database.catch(() => (database = null));
  return database;
}

// While the browser clears the database it cannot be opened.
async function open(tries) {
  try {
    return await openOnce();
  } catch (error) {
    if (error.name !== "AbortError" || tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    return open(tries - 1);
  }
}

function openOnce() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("outbox", VERSION);
    asked.onupgradeneeded = ({ oldVersion }) => upgrade(asked.result, asked.transaction, oldVersion);
    asked.onsuccess = () => resolve(watched(asked.result));
    asked.onerror = () => reject(asked.error);
  });
}

function upgrade(stores, work, oldVersion) {
  stores.createObjectStore("documents", { keyPath: "code" });
  if (!oldVersion) return stores.createObjectStore("lines", { keyPath: "id", autoIncrement: true });
  const lines = work.objectStore("hands");
  lines.name = "lines";
  lines.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    cursor?.update({ ...cursor.value, action: "score-hand" });
    cursor?.continue();
  };
}

function watched(stores) {
  const forget = () => (database = null);
  // A page of a newer version in another tab waits until this connection is closed.
  stores.onversionchange = () => {
    stores.close();
    forget();
  };
  stores.onclose = () => {
    forget();
    for (const act of lost) act().catch(() => {});
  };
  return stores;
}

// Run `act` whenever the browser has closed the database by itself, as it does to clear it.
const lost = new Set();
export const onLost = (act) => lost.add(act);

// WebKit keeps a transaction open whose page is left before its next step, and every later transaction waits for it,
// on all pages. So each is committed as soon as its last request is made, and one that waits for its page is aborted.
const unfinished = new Set();
addEventListener("pagehide", () => unfinished.forEach((work) => work.abort()));

function ended(work) {
  return new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });
}

// All lines, and the stored document of a match as {code, etag, document}.
export async function read(code = "") {
  const work = (await opened()).transaction(STORES);
  const [lines, stored] = [work.objectStore("lines").getAll(), work.objectStore("documents").get(code)];
  work.commit();
  await ended(work);
  return { lines: lines.result, stored: stored.result };
}

// The stored documents of all matches, and what else is stored beside them.
export async function allDocuments() {
  const work = (await opened()).transaction(STORES);
  const stored = work.objectStore("documents").getAll();
  work.commit();
  await ended(work);
  return stored.result;
}

// Run `act(lines, stored, stores)` on what `read` gives, in one transaction. Rejects if the phone cannot store it.
export async function inTransaction(code, act) {
  const work = (await opened()).transaction(STORES, "readwrite", { durability: "strict" });
  const stores = Object.fromEntries(STORES.map((name) => [name, work.objectStore(name)]));
  unfinished.add(work);
  const lines = stores.lines.getAll();
  stores.documents.get(code).onsuccess = ({ target }) => {
    unfinished.delete(work);
    try {
      act(lines.result, target.result, stores);
      work.commit();
    } catch {
      work.abort(); // a full disk
    }
  };
  await ended(work);
}
