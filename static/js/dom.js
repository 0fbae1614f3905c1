// What scripts share of a page, its forms and its storage; and the events by which they tell each other what happened, all on
// `document`. pages.d.ts declares them.

const rootHere = globalThis.document?.documentElement.dataset.root; // tests and workers have no document
/** Whether there is a server. Only pages of the edition without one have data-root (scores/table/offline/without_server.py). */
export const hasServer = rootHere === undefined;
/** The address of the first page. */
export const root = rootHere ?? "/";
export const addressOfMatch = (/** @type {string} */ code) => `${root}m/${code}/`;

/** The part that fits a selector, where there is one for sure. */
export const part = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) => /** @type {Part} */ (within.querySelector(selector));

// A browser without this is older than those of README, so it works as without JavaScript, and app.css shows it a line. Each
// script of a page imports this one: then none of them runs. The program that shows the overlay of a video has no such line.
if (globalThis.CSS && part("#old") && !CSS.supports("(width: 1lh) and selector(:has(a))")) {
  part("#broken").hidden = true;
  document.body.setAttribute("hx-disable", "");
  throw new Error("this browser is too old");
}

export const parts = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) => [...within.querySelectorAll(selector)];

/** Run `act` with the part that fits `selector` at each event in it.
 * @template {keyof DocumentEventMap} Type @param {Type} type @param {string} selector
 * @param {(part: Part, event: Heard<DocumentEventMap[Type]>) => unknown} act @param {boolean} [isCapture] */
export function onPart(type, selector, act, isCapture) {
  document.addEventListener(type, (event) => {
    const found = event.target.closest?.(selector);
    if (found) act(found, event);
  }, isCapture);
}

/** Run `act` when a request of htmx got no answer. @param {(event: Heard<HtmxEvent>) => unknown} act */
export const onNoAnswer = (act) => /** @type {const} */ (["htmx:sendError", "htmx:timeout"]).forEach((failure) => document.addEventListener(failure, act));

// The total in a row of a seat; partners have one, beside the rows.
export const totalIn = (/** @type {Part} */ row) => row && part("[data-total]", row.closest(".team") ?? row);
export const board = () => part("#board");
export const codeHere = () => board()?.dataset.key?.split(":")[0] ?? "";
export const token = () => part("input[name=csrfmiddlewaretoken]")?.value ?? "";
export const newKey = () => crypto.randomUUID().replaceAll("-", "");

/** The field by which this phone knows what its own pages have sent, where there is no server to know it. */
export const OWN_PAGE = "own_page";
/** The value of that field, which no other site can read; undefined where the browser forbids storage. */
export const ownKey = () => tryStorage(() => {
  const key = localStorage.getItem(OWN_PAGE) ?? newKey();
  localStorage.setItem(OWN_PAGE, key);
  return key;
});

/** The button is added here: Chrome gives its value only since version 112.
 * @param {Part} form @param {HTMLElement | null} [submitter] @returns {Pairs} */
export function fieldsOf(form, submitter) {
  const { name = "", value = "" } = /** @type {Partial<Part>} */ (submitter ?? {});
  return [...new FormData(/** @type {any} */ (form)), ...(name ? /** @type {Pairs} */ ([[name, value]]) : [])];
}

export const parsed = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html");

/** Before the page changes; what is given keeps what is under the finger in its place after it: the last part with an id from
 * there upwards that is in the page before and after. Boards begin at the top and look alike. Browsers would follow what is
 * replaced, and so jump. */
export function holdPosition() {
  const { activeElement, body, documentElement: { style } } = document;
  const top = (/** @type {Element} */ one) => one.getBoundingClientRect().top;
  const isShown = (/** @type {Element | null} */ one) => Boolean(one?.getClientRects().length);
  const finger = activeElement && activeElement !== body ? top(activeElement) : innerHeight / 2;
  const above = parts("[id]:not(#board *)").filter((one) => isShown(one) && top(one) <= finger);
  const anchors = above.map((one) => ({ id: one.id, before: top(one) })).sort((one, other) => other.before - one.before);
  style.overflowAnchor = "none";
  return () => {
    const anchor = anchors.find(({ id }) => isShown(document.getElementById(id)));
    if (anchor && scrollY) scrollBy(0, top(/** @type {Element} */ (document.getElementById(anchor.id))) - anchor.before);
    style.overflowAnchor = "";
  };
}

/** Put a part that is shown nowhere, such as the board of a match, into the cached page at that path, in the place of the part with
 * its id. That page opens without a signal. */
export async function cachePart(/** @type {string} */ path, /** @type {Part} */ shown, /** @type {string} */ title) {
  // Marks of the moment.
  for (const button of parts("[aria-disabled]", shown)) button.removeAttribute("aria-disabled");
  for (const marked of parts(".changed, .called", shown)) marked.classList.remove("changed", "called");
  part("[data-in-view]", shown)?.removeAttribute("data-in-view");
  const pages = (await caches.keys()).find((name) => name.startsWith("pages "));
  const cache = await caches.open(pages ?? "");
  const cached = await cache.match(path);
  if (!cached || part(".trouble, .error", shown)) return;
  const page = parsed(await cached.text());
  page.title = title;
  part(`#${shown.id}`, page).replaceWith(shown);
  const headers = new Headers(cached.headers);
  headers.set("X-Kept", String(Date.now()));
  await cache.put(path, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

/** Where a hand waits in its form, on a phone without the engine (hand_entry/draft.js). */
export const waitingForms = () => tryStorage(() => Object.keys(localStorage).filter((key) => key.startsWith("waiting:")), []);

/** Have the service worker cache what a phone needs without a signal. It takes files from the browser's cache: none comes twice. */
export const cacheForNoSignal = () => navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ language: document.documentElement.lang }));

const CONFIRM_MS = 4000;

/** Whether a part is tapped for the second time. After the first tap its label asks for some seconds. */
export function isSure(/** @type {Part} */ tapped, /** @type {Part} */ label, /** @type {string} */ question) {
  if ("sure" in tapped.dataset) return true;
  const text = (label.dataset.text ??= label.textContent);
  tapped.dataset.sure = "";
  label.textContent = question;
  setTimeout(() => {
    delete tapped.dataset.sure;
    label.textContent = text;
  }, CONFIRM_MS);
  return false;
}

/** What `act` gives, or `otherwise` where the browser forbids storage or it is full.
 * @template Value @template [Otherwise=undefined] @param {() => Value} act @param {Otherwise} [otherwise]
 * @returns {Value | Otherwise} */
export function tryStorage(act, otherwise) {
  try {
    return act();
  } catch {
    return /** @type {Otherwise} */ (otherwise);
  }
}

/** Whether nobody has prevented the default. @template {keyof Events} Name @param {Name} name @param {Events[Name]} [detail] */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

/** @template {keyof Events} Name @param {Name} name @param {(detail: Events[Name], event: CustomEvent) => void} act */
export const on = (name, act) => document.addEventListener(name, (/** @type {any} */ event) => act(event.detail, event));
