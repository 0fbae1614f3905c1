// The database of the phone, "outbox" in IndexedDB: the lines that wait to be sent (outbox.js), and the documents of
// matches (documents.js). Version 1 had hands only; they become lines.

const VERSION = 2;
const STORES = ["lines", "documents"];

let database = null;

function opened() {
  database ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("outbox", VERSION);
    asked.onupgradeneeded = ({ oldVersion }) => upgrade(asked.result, asked.transaction, oldVersion);
    asked.onsuccess = () => resolve(closedForNewer(asked.result));
    asked.onerror = () => reject(asked.error);
  });
  database.catch(() => (database = null));
  return database;
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

// A page of a newer version in another tab waits until this connection is closed.
function closedForNewer(stores) {
  stores.onversionchange = () => {
    stores.close();
    database = null;
  };
  return stores;
}

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
