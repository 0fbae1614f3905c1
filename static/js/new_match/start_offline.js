// A match or a rematch that starts where there is no signal. The engine in the phone makes the form from the groups that
// this phone knows, and the document of the match; the outbox sends the form as the first line of the match.
//
// openForm(path, draw)          show the form. `draw` gets the blocks of a page (match_pages.js)
// sendForm(fields, draw)        what the form does with what was typed: the form again, or the match starts
// startRematch(code)            the rematch of a match
// codeOf(key)                   the code of the match that a form with this key starts, as scores/new_match/codes.py has it
//
// Each gives false where the phone cannot do it.

import { current, documentOf, put } from "../offline/documents.js";
import { enqueueLine } from "../offline/outbox.js";
import { call } from "../phone/engine.js";
import { groups, refreshGroups } from "./groups.js";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;
const NOT_SENT = ["csrfmiddlewaretoken", "sheet"]; // the outbox adds the token; the hands are typed on the board

const newKey = () => crypto.randomUUID().replaceAll("-", "");
const form = () => document.getElementById("new-match");

export async function codeOf(key) {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`match ${key}`)));
  return Array.from({ length: CODE_LENGTH }, (_, place) => LETTERS[digest.getUint16(2 * place) % LETTERS.length]).join("");
}

// What is typed while the engine draws the form again would be lost: until then it takes nothing.
async function ask(payload) {
  const known = await groups();
  if (!known) return null;
  if (form() && !payload.target) form().inert = true;
  try {
    return await call("new_match", { groups: known, csrf_token: "", key: newKey(), now: Date.now(), ...payload });
  } finally {
    if (form()) form().inert = false;
  }
}

export async function openForm(path, draw) {
  const answer = await ask({ asked: Object.fromEntries(new URL(path, location).searchParams) });
  return Boolean(answer) && draw(answer.blocks);
}

export async function sendForm(fields, draw) {
  const key = fields.find(([name]) => name === "uid")?.[1].replaceAll("-", "") ?? newKey();
  const [code, at] = [await codeOf(key), new Date()];
  const answer = await ask({ fields, code, now: at.getTime() });
  if (!answer) return false;
  if (answer.blocks) return draw(answer.blocks);
  const sent = fields.filter(([name]) => !NOT_SENT.includes(name));
  await begin(answer, { post: "/new/", fields: sent, key, at: at.toISOString() });
  return true;
}

export async function startRematch(before) {
  const match = await current(before);
  if (!match) return false;
  if (match.rematch) return leave(match.rematch);
  const [key, at] = [newKey(), new Date()];
  const answer = await call("rematch", { document: match, code: await codeOf(key), now: at.getTime() });
  await put({ ...(await documentOf(before)), rematch: answer.document.code });
  const post = `/m/${before}/rematch/`;
  await begin(answer, { post, fields: [["uid", key]], key, at: at.toISOString(), form: `/m/${before}/`, after: before });
  return true;
}

async function begin({ document: match, told }, line) {
  await put(match);
  await enqueueLine({ match: match.code, start: true, action: "start", entry: null, told, ...line });
  leave(match.code);
}

function leave(code) {
  location.assign(`/m/${code}/`);
  return true;
}

// The parts of the form that htmx asks the server for: the rules of another game, the preparation for the typed names.

const lost = (event) => form()?.contains(event.target) && event.detail.requestConfig;

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    const config = lost(event);
    if (config) redraw([...config.formData], config.target.id).catch(() => {});
  });
}

// On a page that the engine made there is no htmx.
for (const kind of ["input", "change"]) document.addEventListener(kind, onChange);

function onChange({ type, target }) {
  if (window.htmx || !form()?.contains(target)) return;
  const isWhole = type === "change" && target.closest("[hx-trigger=change]") !== null;
  if (isWhole || target.closest(".players, .turned")) redraw([...new FormData(form()), ["do", "look"]], isWhole ? "" : "prepare").catch(() => {});
}

async function redraw(fields, target) {
  const answer = await ask({ fields, target });
  if (!answer) return;
  const html = target === "prepare" ? answer.html : answer.blocks.main;
  const id = target === "prepare" ? "prepare" : "new-match";
  const fragment = document.createRange().createContextualFragment(html);
  const fresh = fragment.getElementById(id);
  const unfolded = [...document.querySelectorAll("#new-match details[open][id]")].map((fold) => fold.id);
  const warnings = id === "prepare" && fragment.getElementById("warnings");
  if (warnings) document.getElementById("warnings").replaceWith(warnings);
  document.getElementById(id).replaceWith(fresh);
  for (const fold of unfolded) document.getElementById(fold)?.setAttribute("open", "");
  window.htmx?.process(fresh);
}

refreshGroups();
