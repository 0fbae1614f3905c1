// Keeps what is typed for a new match across a reload and a change of language: the values are stored for this tab,
// and the server renders the form again with them.

import "../offline/connection.js";

const KEY = "new-match";
const NOT_STORED = ["uid", "csrfmiddlewaretoken", "do", "sheet"]; // valid for one rendering of the form only

let isSent = false;

const form = () => document.getElementById("new-match");
const isNamed = (fields) => fields.some(([name, value]) => name.startsWith("name_") && value.trim());

function typed() {
  return [...new FormData(form())].filter(([name]) => !NOT_STORED.includes(name));
}

function store() {
  if (isSent) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed()));
  } catch {
    // Storage is forbidden or full.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden.
  }
}

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function renderWith(values) {
  const wholeForm = { target: "#new-match", select: "#new-match", swap: "outerHTML" };
  window.htmx.ajax("POST", form().action, { source: form(), values, ...wholeForm });
}

function restore() {
  const fields = stored();
  if (isNamed(typed())) store();
  else if (isNamed(fields)) renderWith({ ...Object.fromEntries(fields), do: "look" });
}

// While the server renders the form again the user goes on. What was typed, chosen or opened since the request is put
// back into the new form, and buttons that were tapped meanwhile are pressed one after the other.

const DECISIVE = ["preset", "circle"]; // fields that change the whole form
const isForm = ({ detail }) => form() !== null && detail.target === form();

let before = null; // the values at the time of the request; null without one
let since = null; // what changed during the request
let taps = []; // the values of tapped buttons, each once; the first one made the request

function filled() {
  const all = new FormData(form());
  return new Map([...all.keys()].filter((name) => !NOT_STORED.includes(name)).map((name) => [name, all.getAll(name)]));
}

function changed() {
  const now = filled();
  const names = new Set([...before.keys(), ...now.keys()]);
  return new Map([...names].map((name) => [name, now.get(name) ?? []]).filter(([name, values]) => `${before.get(name) ?? []}` !== `${values}`));
}

document.addEventListener("click", (event) => {
  const button = before && event.target.closest("#new-match button[name=do]");
  if (!button) return;
  if (!taps.includes(button.value)) taps.push(button.value);
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isForm(event)) return;
  if (before) return event.preventDefault(); // the change is sent when the new form is there
  before = filled();
  taps = [event.detail.elt.value, ...taps];
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isForm(event) || !before) return;
  const unfolded = [...form().querySelectorAll("details[open][id]")].map((fold) => fold.id);
  since = { values: changed(), unfolded, focused: document.activeElement?.name };
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
  const button = next && form().querySelector(`button[name=do][value="${CSS.escape(next)}"]`);
  taps = button ? others : [];
  if (button) button.click();
  else dispatchChange([...values.keys()]);
});

function dispatchChange(names) {
  const name = names.find((name) => DECISIVE.includes(name)) ?? names[0];
  const field = [...form().elements].find((element) => element.name === name);
  field?.dispatchEvent(new Event("change", { bubbles: true }));
}

function putBack({ values, unfolded, focused }) {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  for (const field of form().elements) {
    const chosen = values.get(field.name);
    if (!chosen) continue;
    if (/^(radio|checkbox)$/.test(field.type)) field.checked = chosen.includes(field.value);
    else field.value = chosen[0];
  }
  const field = values.size && focused ? form().querySelector(`[type=text][name="${CSS.escape(focused)}"]`) : null;
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

document.addEventListener("click", ({ target }) => target.inputMode === "decimal" && import("../house_rules/amount_keypad.js").catch(() => {}));
document.addEventListener("input", store);
document.addEventListener("htmx:afterSettle", store);
document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.name === "do") return;
  isSent = true;
  forget();
});
window.addEventListener("pageshow", () => {
  isSent = false;
  restore();
});
