// Keeps what is typed for a new match across a reload and a change of language: the values are stored for this tab,
// and the server renders the form again with them.

import "../offline/connection.js";
import { fieldsOf, focusedPart, onPart, part, parts, tryStorage } from "../dom.js";

const KEY = "new-match";
const NOT_STORED = ["uid", "csrfmiddlewaretoken", "do", "sheet"]; // valid for one rendering of the form only

let isSent = false;

const form = () => part("#new-match");
const isNamed = (/** @type {Pairs} */ fields) => fields.some(([name, value]) => name.startsWith("name_") && value.trim());
const typed = () => fieldsOf(form()).filter(([name]) => !NOT_STORED.includes(name));
const store = () => isSent || tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(typed())));

// While the server renders the form again the user goes on. What was typed, chosen or opened since the request is put
// back into the new form, and buttons that were tapped meanwhile are pressed one after the other.

const DECISIVE = ["preset", "circle"]; // fields that change the whole form
const isForm = (/** @type {HtmxEvent} */ { detail }) => form() !== null && detail.target === form();

let before = /** @type {Pairs | null} */ (null); // what was typed at the time of the request; null without one
let since = /** @type {{values: Map<string, string[]>, unfolded: string[], focused: string | undefined} | null} */ (null); // what changed during the request
let taps = /** @type {string[]} */ ([]); // the values of tapped buttons, each once; the first one made the request

const valuesOf = (/** @type {Pairs} */ fields, /** @type {string} */ name) => fields.filter((pair) => pair[0] === name).map((pair) => pair[1]);

/** The values that are others by now, by the name of their field. @returns {Map<string, string[]>} */
function changedSince(/** @type {Pairs} */ old) {
  const now = typed();
  const names = [...old, ...now].map(([name]) => name).filter((name) => `${valuesOf(old, name)}` !== `${valuesOf(now, name)}`);
  return new Map(names.map((name) => [name, valuesOf(now, name)]));
}

onPart("click", "#new-match button[name=do]", ({ value }, event) => {
  if (!before) return;
  if (!taps.includes(value)) taps.push(value);
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isForm(event)) return;
  if (before) return event.preventDefault(); // the change is sent when the new form is there
  before = typed();
  taps = [event.detail.elt.value, ...taps];
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isForm(event) || !before) return;
  const unfolded = parts("#new-match details[open][id]").map(({ id }) => id);
  since = { values: changedSince(before), unfolded, focused: focusedPart()?.name };
});
document.addEventListener("htmx:afterSwap", () => since && form() && putBack(since));
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isForm(event)) return; // the form was replaced
  before = since = null;
  taps = [];
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!since || target !== form()) return;
  const { values } = since;
  before = since = null;
  const [, next, ...others] = taps;
  const button = next && part(`#new-match button[name=do][value="${CSS.escape(next)}"]`);
  taps = button ? others : [];
  if (button) return button.click();
  const names = [...values.keys()];
  const name = names.find((name) => DECISIVE.includes(name)) ?? names[0];
  const field = [...form().elements].find((element) => element.name === name);
  field?.dispatchEvent(new Event("change", { bubbles: true }));
});

function putBack(/** @type {NonNullable<typeof since>} */ { values, unfolded, focused }) {
  for (const id of unfolded) part(`#${id}`)?.setAttribute("open", "");
  for (const field of form().elements) {
    const chosen = values.get(field.name);
    if (!chosen) continue;
    if (/^(radio|checkbox)$/.test(field.type)) field.checked = chosen.includes(field.value);
    else field.value = chosen[0];
  }
  const field = values.size && focused ? part(`#new-match [type=text][name="${CSS.escape(focused)}"]`) : null;
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

document.addEventListener("click", ({ target }) => target.inputMode === "decimal" && import("../house_rules/amount_keypad.js").catch(() => {}));
document.addEventListener("input", store);
document.addEventListener("htmx:afterSettle", store);
document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.matches("[name=do]")) return;
  isSent = true;
  tryStorage(() => sessionStorage.removeItem(KEY));
});
window.addEventListener("pageshow", () => {
  isSent = false;
  if (isNamed(typed())) return store();
  /** @type {Pairs} */
  const fields = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? "[]"), []);
  const values = { ...Object.fromEntries(fields), do: "look" };
  const wholeForm = { target: "#new-match", select: "#new-match", swap: "outerHTML" };
  if (isNamed(fields)) window.htmx.ajax("POST", form().action, { source: form(), values, ...wholeForm });
});
