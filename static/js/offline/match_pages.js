// The pages of a match where there is no signal, made by the engine in the phone from what this phone knows. The service
// worker answers their addresses with /no-signal/, which this script fills in (data-missing; a form that was posted
// there is in data-posted, and is judged if one of our own pages sent it), or with the page as it was (data-kept), which it draws anew.

import { addressOfMatch, cachePart, emit, fieldsOf, hasServer, newKey, OWN_PAGE, ownKey, parsed, part, parts, root, token } from "../dom.js";
import { callAbout } from "../phone/engine.js";
import { stateOf, withJudged } from "../sync/session.js";
import { change, read } from "../sync/store.js";
import { now, wake } from "../sync/transport.js";
import { pagesByAddress } from "./no_signal_page.js";

/** The makers of pages that scores/table/offline/without_signal.py names. Each gets the address, the code of the match and,
 * after a POST, the fields. False: it cannot.
 * @type {Record<string, (path: string, code: string, fields?: Pairs) => Promise<unknown>>} */
const MAKERS = {
  page: showOrWrite,
  help: (_path, code) => openHelp(code),
  board: (_path, code) => openBoard(code),
  questions: async (path, _code, fields) => (await starts()).openQuestions(fields ?? [...new URL(path, location.href).searchParams], draw),
  rematch: async (_path, code, fields) => fields && (await starts()).startRematch(code),
  new: async (path, _code, fields) => (fields ? (await starts()).sendForm(fields, draw) : (await starts()).openForm(path, draw)),
};
const starts = () => import("../new_match/start_offline.js");
const pageAt = await pagesByAddress();
const page = document.documentElement.dataset;
const WAKE_MS = 3000;
const UNSAID = /^(csrfmiddlewaretoken|client_key|uid|seq)$/; // fields that say nothing to a person
const tools = part("#tools")?.innerHTML ?? part("[aria-labelledby=at-table]")?.outerHTML ?? ""; // below a board
let isDrawn = false; // whether the engine has made what is shown

// What the engine is to know of the match: its document with what waits. Null if the phone does not have it.
async function stateOfMatch(/** @type {string} */ code) {
  return stateOf(hasServer ? await read(code) : await (await import("../without_server/documents.js")).renewed(code));
}

async function showOrWrite(/** @type {string} */ path, /** @type {string} */ code, /** @type {Pairs=} */ fields) {
  const state = await stateOfMatch(code);
  if (!state) return false;
  const at = now();
  const answer = await callAbout(state, "page", { path, csrf_token: token(), key: newKey(), now: at, ...(fields && { fields }) });
  if (answer.status === 404) return false;
  if (answer.blocks) return draw(answer.blocks);
  const { mutation, told, totals, row } = answer;
  const line = { ...mutation, at, told, totals, action: path.split("/m/")[1].split("/")[1] };
  const isStored = !mutation || (await change(code, (record) => record && withJudged(record, state.id, line, row)));
  if (!isStored) return showOrWrite(path, code, fields); // another tab wrote what it was not judged by
  if (hasServer) await cacheDrawn(code).catch(() => {}); // the page that opens without a signal has the new totals at once
  // The board without a signal is drawn from what is stored; with one it is asked of the server, which should have the line.
  await Promise.race([wake(), new Promise((resolve) => setTimeout(resolve, WAKE_MS))]);
  location.assign(addressOfMatch(code));
  return true;
}

async function cacheDrawn(/** @type {string} */ code) {
  const state = await stateOfMatch(code);
  if (!state) return;
  const { html, title } = await callAbout(state, "draw", { csrf_token: token(), key: newKey() });
  await cachePart(addressOfMatch(code), part("#board", parsed(html)), parsed(`<title>${title}</title>`).title);
}

// The rules of the match are on its board; the page of its game is stored with those of all games.
async function openHelp(/** @type {string} */ code) {
  const state = await stateOfMatch(code);
  if (state) location.replace(`${root}help/${state.document.ruleset.key}/`);
  return state !== null;
}

// The board of a match that no cache has: it was started here, or seen as a document only.
async function openBoard(/** @type {string} */ code) {
  const state = await stateOfMatch(code);
  if (!state) return false;
  const { html, title } = await callAbout(state, "draw", { csrf_token: token(), key: newKey() });
  draw({ title, body_class: "table", body: `<p class="sr" id="spoken" role="status"></p>${html}${tools}` });
  part("#board").dataset.drawn = state.id;
  await import("../board/polling.js");
  await import("../board/stay_awake.js");
  await import("../phone/switches.js");
  await import("../board/live_board.js");
  // It processes the page once it is loaded.
  document.head.append(Object.assign(document.createElement("script"), { src: part("[data-htmx]").dataset.htmx }));
  return true;
}

const nodesOf = (/** @type {string} */ html) => document.createRange().createContextualFragment(html);

const home = part("header.bar .home")?.outerHTML;
const shell = part("main:has(#hands)"); // waiting_hands.js goes on using what is in it
let handForm = /** @type {Promise<unknown> | undefined} */ (undefined);

// Fill the page with blocks of templates: those of a plain page, or a whole body.
export function draw(/** @type {Blocks} */ { title, body_class = "page", heading, home_link = home, main, body }) {
  const fresh = nodesOf(body ?? `<header class="bar">${home_link}<h1>${heading}</h1></header><main id="main">${main}</main>`);
  part(".foot", fresh)?.remove();
  for (const element of parts("body > :not(.signal, .foot)")) if (element !== shell) element.remove();
  shell?.removeAttribute("id");
  if (shell) shell.hidden = true;
  document.title = nodesOf(title).textContent ?? "";
  document.body.className = body_class;
  document.body.prepend(fresh);
  part("#lost").hidden = true;
  scrollTo(0, 0);
  if (isDrawn) focusHeading(); // the element that had the focus went with the page before
  isDrawn = true;
  if (part("#record") && handForm) emit("hand:moved");
  else if (part("#record")) handForm = import("../hand_entry/hand_form.js");
  if (hasServer) import("./needs_signal.js").then(({ mark }) => mark()).catch(() => {});
  return true;
}

function focusHeading() {
  const heading = part("h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// Whether the page was made, or what was posted was written. Not where there is no engine, or the phone cannot store.
async function open(/** @type {string} */ address, /** @type {Pairs | undefined} */ fields) {
  const { maker, code } = pageAt(address.split("?")[0]);
  if (maker === undefined) return false;
  const make = MAKERS[maker] ?? (await import("../without_server/history.js")).makerOf(maker, draw);
  return make(address, code, fields).catch(() => false);
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  const { pathname, hash } = new URL(submitter?.getAttribute("formaction") ?? form.action, location.href);
  if (!isDrawn || !pageAt(pathname).maker) return;
  event.preventDefault();
  if (await open(pathname, fieldsOf(form, submitter))) return document.getElementById(hash.slice(1))?.scrollIntoView();
  isDrawn = false;
  form.requestSubmit(submitter); // the server has to answer, or the page without a signal
});

async function start() {
  const isMissing = "missing" in page;
  if (!(isMissing || "kept" in page)) return;
  delete page.missing;
  /** @type {Pairs | undefined} */
  const posted = page.posted && JSON.parse(page.posted);
  const fields = posted?.filter(([name]) => name !== OWN_PAGE);
  const isOwn = !posted || posted.some(([name, value]) => name === OWN_PAGE && value === ownKey());
  if (!isOwn) await isWanted(fields ?? []);
  if (!(await open(location.pathname + location.search, fields)) && isMissing) page.missing = "";
}

// A page of another site may have sent it. Resolves once somebody has seen what it is, and sends it.
async function isWanted(/** @type {Pairs} */ fields) {
  const section = part("#elsewhere");
  const match = await read(pageAt(location.pathname).code).catch(() => null);
  const names = match?.document?.names.map(([, name]) => name).join(" · ");
  const texts = [names, location.pathname, ...fields.map(([name, value]) => value && !UNSAID.test(name) && `${name}: ${value}`)];
  document.title = part("h1").textContent = section.dataset.heading;
  part("ul", section).append(...texts.filter(Boolean).map((textContent) => Object.assign(document.createElement("li"), { textContent })));
  section.hidden = false;
  await new Promise((resolve) => part("button", section).addEventListener("click", resolve));
  section.hidden = true;
}

start();
