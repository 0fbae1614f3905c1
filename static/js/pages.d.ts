// What pages have, as scripts see it. Read by `make lint` only.

/** What a selector found, or what got an event. The selector says of which kind it is, so it has what any kind has. */
interface Part extends HTMLElement {
  files: FileList | null;
  action: string;
  checked: boolean;
  content: DocumentFragment;
  dataset: Record<string, string>;
  defaultChecked: boolean;
  disabled: boolean;
  elements: HTMLFormControlsCollection & Iterable<Part>;
  firstChild: Text & { textContent: string };
  form: Part & HTMLFormElement;
  href: string;
  labels: NodeListOf<Part>;
  lastChild: ChildNode;
  method: string;
  name: string;
  open: boolean;
  options: HTMLOptionsCollection;
  parentElement: Part;
  pathname: string;
  placeholder: string;
  search: string;
  selectedIndex: number;
  src: string;
  textContent: string;
  type: string;
  value: string;
  cloneNode(deep?: boolean): Part;
  requestSubmit(submitter?: HTMLElement | null): void;
  select(): void;
  setSelectionRange(start: number, end: number): void;
}

interface ParentNode {
  querySelector(selector: string): Part | null;
  querySelectorAll(selector: string): NodeListOf<Part>;
}

interface Element {
  closest(selector: string): Part | null;
}

interface DocumentFragment {
  cloneNode(deep?: boolean): DocumentFragment;
}

/** The events between scripts (dom.js): who sends each, who listens, and what it carries. tests/js/events.test.js compares. */
interface Events {
  /** Our server answered: the version of its app. */
  // board/polling.js, offline/connection.js, sync/transport.js → hand_entry/draft.js, offline/connection.js,
  // sync/transport.js
  version: string;
  /** The server took or refused what was sent. */
  // sync/transport.js → board/live_board.js, night/table_strip.js, offline/strip.js
  answer: News;
  /** The engine in the phone runs. */
  // phone/engine.js → board/live_board.js, checker/in_phone.js, offline/connection.js
  engine: null;
  /** A hand that got no answer waits in its form, or waits no longer; or the lines of an older version have changed. */
  // hand_entry/draft.js, sync/older_lines.js → night/table_strip.js, offline/connection.js, offline/strip.js,
  // offline/waiting_hands.js
  waiting: null;
  /** The match was deleted, or this phone has no right to it any more: the page is loaded again. */
  // board/polling.js → night/table_strip.js
  "board:gone": undefined;
  /** Another board is in the page, of the server or of the engine; whether the focus was in the one before. */
  // board/polling.js, board/signals.js → board/below.js, board/big_board.js, board/live_board.js, board/polling.js,
  // board/signals.js, board/stay_awake.js, forecast/chances.js, hand_entry/hand_form.js, hand_entry/listen.js,
  // night/table_strip.js, offline/needs_signal.js, offline/storage.js, recap/ending.js
  "board:shown": { hadFocus: boolean };
  /** The shown board has another line than the one before, and the modules that it names are here. */
  // board/polling.js → board/big_board.js, board/signals.js, recap/ending.js
  "board:written": undefined;
  /** A page with a board that the engine drew. */
  // board/big_board.js, board/live_board.js, night/table_strip.js → board/polling.js
  "board:drawn": Document;
  /** That was said of the hand in the form, or nothing yet: the engine sets the answer. */
  // hand_entry/listen.js → board/live_board.js
  "hand:said": { texts: string[]; fields: Pairs; answer: Promise<unknown> | null };
  /** The HTML of that page of the match is wanted, in which `main` is below the fold. The engine sets `html`. */
  // board/below.js → board/live_board.js
  "below:wanted": { address: string; html: Promise<string> | null };
  /** What is below the fold is there, or there anew. */
  // board/below.js → board/polling.js, forecast/chances.js, offline/needs_signal.js
  "below:shown": null;
  /** A newer board of the server. Whoever does not want it shown prevents the default. */
  // board/polling.js → board/live_board.js
  "board:news": Part;
  /** The server has a newer board, which is not shown while a hand is typed. */
  // board/polling.js → night/table_strip.js
  "board:announced": undefined;
  /** The engine has the document of the match. */
  // board/live_board.js → board/polling.js, hand_entry/listen.js
  document: null;
  /** A poll begins. The engine sets `lastEntry` if it can draw what is written from now on. */
  // board/polling.js → board/live_board.js
  "poll:begins": Poll;
  /** What was written to the match of the board. The engine sets `drawn`. */
  // board/polling.js → board/live_board.js
  "board:entries": Entries;
  /** A number of the form has changed. */
  // hand_entry/keypad.js, hand_entry/listen.js → board/voice.js, hand_entry/hand_form.js
  "hand:typed": null;
  /** The form is for another hand. */
  // board/live_board.js, offline/match_pages.js → hand_entry/hand_form.js
  "hand:moved": null;
  /** The hand of the form waits as a line, or the server has answered it with a board. */
  // board/live_board.js, hand_entry/draft.js → hand_entry/draft.js
  "hand:stored": null;
  /** Nothing was saved, and the form says why: in that data attribute of the board. */
  // board/live_board.js, hand_entry/hand_form.js → board/live_board.js, hand_entry/hand_form.js, recap/ending.js
  "hand:failed": "waits" | "failed" | "unstored" | "stopped";
  /** The engine has drawn the answer of the checker. */
  // checker/in_phone.js → checker/card_picker.js
  "check:drawn": null;
}

/** A poll under way: for how many seconds the server was asked to wait, since when, the tag that the phone showed, and the key
 * of the last entry that the engine has. */
interface Poll {
  seconds: number;
  since: number;
  shown: string;
  line: AbortController;
  lastEntry?: string;
}

/** Entries of a match that a phone lacks, as scores/table/board/views.py says them. */
interface Entries {
  entries: Entry[];
  version: number;
  seen: string;
  since: string;
  drawn?: Promise<unknown>;
}

/** Blocks of templates (offline/match_pages.js). */
interface Blocks {
  title: string;
  body_class?: string;
  heading?: string;
  home_link?: string;
  main?: string;
  body?: string;
}

/** Fills the page with blocks; whether it could. */
type Draw = (blocks: Blocks) => boolean;

/** What a page of the table of scores/table/offline/without_signal.py is like. */
interface Row {
  pattern: string;
  maker?: string;
  keptAs?: string;
  readsQuery?: boolean;
}

/** An item of the list of what waits: a line with the record of its match, one of an older version, or a form, without a key. */
interface Item {
  line: any;
  code: string;
  state: "waits" | "stopped" | "behind";
  record?: MatchRecord;
  isStart?: boolean;
  stop?: { why?: string; reasons: string[]; since: { told: string; by: string }[] } | null;
}

type Totals = [seat: number, text: string][];

/** No form of a match has a file. */
type Pairs = [name: string, value: string][];

interface FormData {
  [Symbol.iterator](): FormDataIterator<[string, string]>;
}

/** On `document` events of parts are heard. */
type Heard<Kind> = Kind & { target: Part };
type HtmxEvent = CustomEvent<any>;

interface DocumentEventMap {
  "htmx:afterOnLoad": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:confirm": HtmxEvent;
  "htmx:oobAfterSwap": HtmxEvent;
  "htmx:oobErrorNoTarget": HtmxEvent;
  "htmx:oobBeforeSwap": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:timeout": HtmxEvent;
}

interface Document {
  addEventListener<Type extends keyof DocumentEventMap>(
    type: Type,
    act: (event: Heard<DocumentEventMap[Type]>) => unknown,
    isCapture?: boolean,
  ): void;
}

/** What Chromium sends where the app can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

interface Window {
  htmx?: any;
  SpeechRecognition?: SpeechRecogniserKind;
  webkitSpeechRecognition?: SpeechRecogniserKind;
  launchQueue?: { setConsumer(act: (launched: { files: FileSystemFileHandle[] }) => unknown): void };
}

/** What we use of the browser's SpeechRecognition, which TypeScript does not know. */
interface SpeechRecogniser {
  onresult: (event: { results: SpeechResults }) => void;
  onerror: (event: { error: string }) => void;
  onend: () => void;
  start(): void;
  stop(): void;
  abort(): void;
}

type SpeechResults = ArrayLike<Iterable<{ transcript: string }>>;

interface SpeechRecogniserKind {
  new (): SpeechRecogniser;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

interface Navigator {
  connection?: { saveData: boolean };
  standalone?: boolean; // on an iPhone: whether the page was opened from the home screen
}
