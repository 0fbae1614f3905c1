// The groups in which this phone may start a match (scores/table/new_match/groups_document.py): the service worker caches the
// document with the pages for the time without a signal.

const ADDRESS = "/new/document/";

// The document; undefined if this phone never had one.
export const groups = async () => (await globalThis.caches?.match(ADDRESS))?.json();

// Without an answer of the server nothing changes.
export const refreshGroups = () => navigator.serviceWorker?.controller?.postMessage(ADDRESS);
