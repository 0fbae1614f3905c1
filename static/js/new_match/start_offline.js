// A match or a rematch that starts where there is no signal. The engine in the phone makes the form from the groups that
// this phone knows, the document of the match, and the facts that are sent before its hands.
//
// openForm(path, draw)          show the form. `draw` gets the blocks of a page (match_pages.js)
// sendForm(fields, draw)        what the form does with what was typed: the form again, or the match starts
// startRematch(code)            the rematch of a match
// codeOf(key)                   the code of the match that a form with this key starts, as scores/table/new_match/codes.py has it
//
// Each gives false where the phone cannot do it.

import { call, callAbout } from "../phone/engine.js";
import { blank, stateOf } from "../sync/session.js";
import { changeAll, read } from "../sync/store.js";
import { wake } from "../sync/transport.js";
import { groups, refreshGroups } from "./groups.js";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;

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
  const [code, at] = [await codeOf(key), Date.now()];
  const answer = await ask({ fields, code, now: at });
  if (!answer) return false;
  if (answer.blocks) return draw(answer.blocks);
  await changeAll([code], () => [recordOf(answer, { key, at })]);
  return leave(code);
}

export async function startRematch(before) {
  const record = await read(before);
  if (!record?.document) return false;
  const { rematch } = record.document;
  if (rematch) return leave(rematch);
  const [key, at] = [newKey(), Date.now()];
  const code = await codeOf(key);
  const answer = await callAbout(stateOf(record), "rematch", { code, now: at });
  const known = ({ document, ...rest }) => ({ ...rest, document: { ...document, rematch: code } });
  await changeAll([code, before], ([, there]) => [recordOf(answer, { key, at, after: before }), known(there ?? record)]);
  return leave(code);
}

const recordOf = ({ document, facts, told }, start) => ({ ...blank(document.code), document, start: { ...start, facts, told } });

function leave(code) {
  wake();
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
