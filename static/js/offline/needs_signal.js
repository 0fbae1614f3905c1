// Marks what needs a signal while there is none: links and buttons that lead to a page which this phone neither has
// stored nor can make. After a tap /no-signal/ says what the page needs. Loaded when the signal is lost.

import { groups } from "../new_match/groups.js";
import { read } from "../sync/store.js";
import { dataOf, pagesByAddress } from "./no_signal_page.js";

const ON_BOARD = "#board form[hx-post], form#undo, form#redo"; // what the outbox takes
const pageAt = await pagesByAddress();
const lost = document.getElementById("lost");
const age = lost.lastChild.textContent;
let written = age; // what this module wrote last; another text is the checker's, and stays

const isStored = async (path) => Boolean(await caches.match(path));
const isKnown = async (code) => Boolean((await read(code).catch(() => null))?.document);

function isMadeHere(path) {
  const { maker, found } = pageAt(path);
  if (maker === "new") return groups().then(Boolean, () => false);
  return maker ? isKnown(found[1]) : false;
}

async function isThere({ origin, pathname, search }) {
  if (origin !== location.origin) return false;
  if (pathname + search === location.pathname + location.search) return true;
  const { readsQuery, keptAs, found } = pageAt(pathname);
  if (keptAs) return (await isStored(keptAs)) && isKnown(found[1]);
  if ((!search || readsQuery) && (await isStored(pathname))) return true;
  return isMadeHere(pathname);
}

// A form that is sent reaches nobody; the engine takes those of its own pages.
async function isTaken(form) {
  if (!form || form.matches(ON_BOARD)) return true;
  const { pathname } = new URL(form.action);
  return form.method === "get" ? pageAt(pathname).readsQuery : isMadeHere(pathname);
}

const canDo = (element) => (element.href ? isThere(new URL(element.href)) : element.type === "submit" ? isTaken(element.form) : element.id !== "send-picture");

function toggle(element, needs, text) {
  const needed = element.hasAttribute("data-needs-signal");
  element.toggleAttribute("data-needs-signal", needs);
  if (!needs) return needed && element.removeAttribute("aria-disabled"); // else it is the guard against a second tap
  element.setAttribute("aria-disabled", "true");
  element.title ||= text;
  element.removeAttribute("download"); // the browser would say nothing
}

const shown = () => document.querySelectorAll("body :is(a[href], button):not(.signal *)");

export async function mark() {
  const { marked, needs } = await dataOf("missing");
  for (const element of shown()) toggle(element, !(await canDo(element)), needs);
  const hasMarks = document.querySelector("[data-needs-signal]") !== null;
  if (lost.lastChild.textContent !== written) return;
  written = hasMarks ? `${age} ${marked}` : age;
  lost.lastChild.textContent = written;
}

function unmark() {
  for (const element of document.querySelectorAll("[data-needs-signal]")) toggle(element, false);
}

const markAgain = () => mark().catch(() => {});

const update = () => (lost.hidden ? unmark() : markAgain());

new MutationObserver(update).observe(lost, { attributeFilter: ["hidden"] });
for (const shown of ["board:shown", "below:shown"]) document.addEventListener(shown, () => lost.hidden || markAgain());
document.addEventListener("click", (event) => event.target.closest("button[type=button][data-needs-signal]") && event.preventDefault());
addEventListener("offline", markAgain);
addEventListener("online", unmark);
markAgain();
