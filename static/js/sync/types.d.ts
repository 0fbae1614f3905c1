// What the scripts of this folder store and send. Read by `make lint` only: nobody imports it.

/** An entry of the log: kind, payload, milliseconds, key. */
type Entry = [kind: string, payload: any, at: number, key: string, joinedAs?: string];

/** What a phone writes. It never changes once it is stored, and its key names it. */
interface Mutation {
  key: string;
  at: number;
  entry: [kind: string, payload: any];
  names: Record<string, string>; // the shown name of each seat that the entry names
  target?: string; // the key of what is undone or redone
}

/** Why something has to be asked about: stale, same, illegal, asked, renamed, gone, full. */
interface Stop {
  why: string;
  reasons: string[];
  since: Since[]; // what others wrote meanwhile
  seen?: string; // of "asked": the last entry by then
}

interface Since {
  key: string;
  kind: string;
  told: string;
  by: string;
}

/** A mutation that waits, with what is shown of it. */
interface Line extends Mutation {
  told: string;
  action: string;
  points?: Record<string, string>;
  hand?: string;
  totals?: [seat: number, text: string][];
  stopped?: Stop;
}

/** A match that was made here. `after`: the match whose rematch it is, whose lines are sent before. */
interface Start {
  key: string;
  at: number;
  facts: any;
  told: string;
  after?: string;
  stopped?: Stop;
}

/** A match as its document says it (scores/table/board/document.py). */
interface MatchDocument {
  code: string;
  version: number;
  entries: Entry[];
  names: [seat: number, name: string][];
  [fact: string]: any;
}

interface MatchRecord {
  code: string;
  document: MatchDocument | null;
  etag: string | null;
  app: string; // the version of the app that made the document
  seen: string; // the key of the last entry that the user was shown, before those of the lines
  lines: Line[];
  start?: Start;
  moved?: string; // the code under which the server has the match
  notice?: string; // good news to show once
  waits?: 1; // the index of what is read on every page
  summary?: Summary; // where there is no server
  facts?: AccountFact[]; // there too, in place of a document: what was paid, in one record
  unread?: string; // there too, in place of a document: what a file has of a match that this phone cannot read
}

/** What lists know of a match: phone/runtime/summaries.py makes it of a log of so many entries. */
interface Summary {
  length: number;
  scheme: number;
  written: number;
  [fact: string]: any;
}

/** What was paid, or which fact does not count: phone/runtime/accounts.py. */
type AccountFact = [key: string, payments: [currency: string, payer: string, payee: string, cents: number][], day: string, isZero: boolean, undoes: string, at: number];

/** A push, and what the server answers to it. */
interface Push {
  seen: string;
  mutations: Mutation[];
}

interface Answer {
  written: [key: string, seq: number][];
  stopped: (Stop & { key: string }) | null;
  entries: Entry[];
  version: number;
  seen: string;
  names: any[];
  faces: any[];
  uids: any[];
  totals: [seat: number, text: string][];
}

/** What the server wrote. `lines`: those that waited when it was asked; `moved`: the code of the match on the server. */
interface News {
  code: string;
  lines?: Line[];
  answer?: Answer;
  moved?: string;
}

/** What the engine in a phone is to know of a match. The same log has the same `id`, whoever has written it. */
interface State {
  id: string;
  document: MatchDocument;
  mutations: Mutation[];
}

interface Reply {
  status: number;
  headers: Headers;
  said: any;
}

/** A line of 0.5.0 or 0.6.0. */
interface OlderLine {
  id: number;
  match: string;
  post: string;
  fields: [name: string, value: string][];
  key: string;
  seq?: number;
  at: string;
  told: string;
  action?: string;
  start?: boolean;
  form?: string;
  after?: string;
  said?: string[] | null;
  next?: number | null;
}

/** What becomes of a stored record: null deletes, undefined leaves. */
type Act = (record: MatchRecord | undefined) => MatchRecord | null | undefined;
type ActOnSeveral = (records: (MatchRecord | undefined)[]) => (MatchRecord | null | undefined)[];
