// A match or a rematch that starts where there is no signal. The engine in the phone makes the form from the groups that
// this phone knows, the document of the match, and the facts that are sent before its hands. What begins a match gives
// false where the phone cannot do it.

import { addressOfMatch, fieldsOf, hasServer, newKey, onNoAnswer, parsed, part, parts, token } from "../dom.js";
import { groups, refreshGroups } from "../offline/no_signal_page.js";
import { call, callAbout } from "../phone/engine.js";
import { blank, stateOf } from "../sync/session.js";
import { changeAll, read } from "../sync/store.js";
import { now, wake } from "../sync/transport.js";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;

const form = () => part("#new-match");

// Of the match that a form with this key starts, as scores/table/new_match/setup.py has it.
export async function codeOf(/** @type {string} */ key) {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`match ${key}`)));
  return Array.from({ length: CODE_LENGTH }, (_, index) => LETTERS[digest.getUint16(2 * index) % LETTERS.length]).join("");
}

// What is typed while the engine draws the form again would be lost: until then it takes nothing.
async function ask(/** @type {{[name: string]: unknown}} */ payload) {
  const known = hasServer ? await groups() : await (await import("../without_server/documents.js")).groupsWithMatches();
  if (!known) return null;
  if (form() && !payload.target) form().inert = true;
  try {
    return await call("new_match", { groups: known, csrf_token: "", key: newKey(), now: now(), ...payload });
  } finally {
    if (form()) form().inert = false;
  }
}

export async function openForm(/** @type {string} */ path, /** @type {Draw} */ draw) {
  const answer = await ask({ asked: Object.fromEntries(new URL(path, location.href).searchParams) });
  return Boolean(answer) && draw(answer.blocks);
}

// The questions that lead to house rules, with their answers.
export async function openQuestions(/** @type {Pairs} */ fields, /** @type {Draw} */ draw) {
  const known = await groups();
  if (!known) return false;
  const { blocks } = await call("five_questions", { groups: known, csrf_token: token(), key: newKey(), fields });
  return draw(blocks);
}

// What the form does with what was typed: the form again, or the match starts.
export async function sendForm(/** @type {Pairs} */ fields, /** @type {Draw} */ draw) {
  const key = fields.find(([name]) => name === "uid")?.[1].replaceAll("-", "") ?? newKey();
  const code = await codeOf(key);
  const at = now();
  const answer = await ask({ fields, code, now: at });
  if (!answer) return false;
  if (answer.blocks) return draw(answer.blocks);
  await changeAll([code], ([there]) => (there ? [] : [recordOf(answer, { key, at })])); // sent again: it may have hands by now
  return leave(code);
}

export async function startRematch(/** @type {string} */ before) {
  const record = await (hasServer ? read(before) : (await import("../without_server/documents.js")).renewed(before));
  const state = stateOf(record);
  if (!record || !state) return false;
  const { rematch } = state.document;
  if (rematch) return leave(rematch);
  const key = newKey();
  const at = now();
  const code = await codeOf(key);
  const answer = await callAbout(state, "rematch", { code, now: at });
  await changeAll([code, before], ([, there]) => {
    const { document, ...rest } = there?.document ? there : record;
    return [recordOf(answer, { key, at, after: before }), { ...rest, document: document && { ...document, rematch: code } }];
  });
  return leave(code);
}

/** @returns {MatchRecord} */
const recordOf = (/** @type {any} */ { document, facts, told }, /** @type {{key: string, at: number, after?: string}} */ start) => ({ ...blank(document.code), document, ...(hasServer && { start: { ...start, facts, told } }) });

export async function leave(/** @type {string} */ code) {
  wake();
  if (!hasServer) await navigator.serviceWorker?.ready; // no host has the page
  location.assign(addressOfMatch(code));
  return true;
}

// The parts of the form that htmx asks the server for: the rules of another game, the preparation for the typed names.

onNoAnswer(({ target, detail: { requestConfig } }) => {
  if (form()?.contains(target) && requestConfig) redraw([...requestConfig.formData], requestConfig.target.id).catch(() => {});
});

// On a page that the engine made there is no htmx.
document.addEventListener("input", onChange);
document.addEventListener("change", onChange);

function onChange(/** @type {Heard<Event>} */ { type, target }) {
  if (window.htmx || !form()?.contains(target)) return;
  const isWhole = type === "change" && target.closest("[hx-trigger=change]") !== null;
  if (isWhole || target.closest(".players, .turned")) redraw([...fieldsOf(form()), ["do", "look"]], isWhole ? "" : "prepare").catch(() => {});
}

async function redraw(/** @type {Pairs} */ fields, /** @type {string} */ target) {
  const answer = await ask({ fields, target });
  if (!answer) return;
  const page = parsed(answer.html ?? answer.blocks.main);
  for (const { id } of parts("#new-match details[open][id]")) part(`#${id}`, page)?.setAttribute("open", "");
  for (const fresh of parts(answer.html ? "#prepare, #warnings" : "#new-match", page)) {
    part(`#${fresh.id}`).replaceWith(fresh);
    window.htmx?.process(fresh);
  }
}

refreshGroups();
