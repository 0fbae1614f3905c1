// Marks what needs a signal while there is none: links and buttons that lead to a page which this phone neither has
// stored nor can make. After a tap /no-signal/ says what the page needs. connection.js runs `mark` when the signal is lost.

import { on, onPart, part, parts } from "../dom.js";
import { read } from "../sync/store.js";
import { groups, pagesByAddress, sentences } from "./no_signal_page.js";

const ON_BOARD = "#board form[hx-post], form#undo, form#redo"; // what the outbox takes
const pageAt = await pagesByAddress();
const lost = part("#lost");
const age = lost.lastChild.textContent;
let written = age; // what this module wrote last; another text is the checker's, and stays

const isStored = async (/** @type {string} */ path) => Boolean(await caches.match(path));
const isKnown = async (/** @type {string} */ code) => Boolean((await read(code).catch(() => null))?.document);

function isMadeHere(/** @type {string} */ path) {
  const { maker, code } = pageAt(path);
  if (maker === "new" || maker === "questions") return groups().then(Boolean, () => false);
  return maker !== undefined && isKnown(code);
}

async function isThere(/** @type {URL} */ { origin, pathname, search }) {
  if (origin !== location.origin) return false;
  if (pathname + search === location.pathname + location.search) return true;
  const { readsQuery, keptAs, code } = pageAt(pathname);
  if (keptAs) return (await isStored(keptAs)) && isKnown(code);
  if ((!search || readsQuery) && (await isStored(pathname))) return true;
  return isMadeHere(pathname);
}

// A form that is sent reaches nobody; the engine takes those of its own pages.
async function isTaken(/** @type {Part} */ form) {
  if (!form || form.matches(ON_BOARD)) return true;
  const { pathname } = new URL(form.action);
  return form.method === "get" ? pageAt(pathname).readsQuery : isMadeHere(pathname);
}

function canDo(/** @type {Part} */ element) {
  if (element.href) return isThere(new URL(element.href));
  return element.type === "submit" ? isTaken(element.form) : !element.matches("[data-share=files]");
}

function toggle(/** @type {Part} */ element, /** @type {boolean} */ needs, text = "") {
  const needed = element.hasAttribute("data-needs-signal");
  element.toggleAttribute("data-needs-signal", needs);
  if (needs) {
    element.setAttribute("aria-disabled", "true");
    element.title = text;
    element.removeAttribute("download"); // the browser would say nothing
  } else if (needed) { // else aria-disabled is the guard against a second tap
    element.removeAttribute("aria-disabled");
    element.removeAttribute("title");
  }
}

export async function mark() {
  const { marked, needs } = await sentences();
  for (const element of parts("body :is(a[href], button):not(.signal *)")) toggle(element, !(await canDo(element)), needs);
  if (lost.lastChild.textContent !== written) return;
  written = part("[data-needs-signal]") ? `${age} ${marked}` : age;
  lost.lastChild.textContent = written;
}

const unmark = () => parts("[data-needs-signal]").forEach((element) => toggle(element, false));
const markAgain = () => lost.hidden || mark().catch(() => {});

new MutationObserver(() => lost.hidden && unmark()).observe(lost, { attributeFilter: ["hidden"] });
on("board:shown", markAgain);
on("below:shown", markAgain);
onPart("click", "button[type=button][data-needs-signal]", (_button, event) => event.preventDefault());
addEventListener("online", unmark);
