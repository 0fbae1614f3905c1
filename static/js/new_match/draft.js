// What was typed for a new match survives a reload and a change of language: it is kept for this tab, and the
// server draws the form again with it.

const KEY = "new-match";
const OWN = ["uid", "csrfmiddlewaretoken", "do", "sheet"]; // of the form as it is drawn now

let isSent = false;

const form = () => document.getElementById("new-match");
const isNamed = (fields) => fields.some(([name, value]) => name.startsWith("name_") && value.trim());

function typed() {
  return [...new FormData(form())].filter(([name]) => !OWN.includes(name));
}

function keep() {
  if (isSent) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed()));
  } catch {
    // A forbidden or full storage: then nothing is kept.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function drawnAgain(values) {
  const whole = { target: "#new-match", select: "#new-match", swap: "outerHTML" };
  window.htmx.ajax("POST", form().action, { source: form(), values, ...whole });
}

function restore() {
  const fields = kept();
  if (isNamed(typed())) keep();
  else if (isNamed(fields)) drawnAgain({ ...Object.fromEntries(fields), do: "look" });
}

// While the form is drawn again somebody goes on: what was typed, chosen or unfolded since it was asked for stays so,
// and buttons that were tapped have their turn.

const WHOLE = ["preset", "circle"]; // what the whole form hangs on
const isForm = ({ detail }) => form() !== null && detail.target === form();

let before = null; // what was in the form when it was asked for; null when nothing is under way
let since = null;
let taps = []; // on buttons, the first of which was asked for; the same one again is no other wish

function filled() {
  const all = new FormData(form());
  return new Map([...all.keys()].filter((name) => !OWN.includes(name)).map((name) => [name, all.getAll(name)]));
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
  if (before) return event.preventDefault(); // what was chosen is seen, and asked for, when the form has come
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
  if (!isForm(event)) return; // another one is in its place
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
  else tell([...values.keys()]);
});

function tell(names) {
  const name = names.find((one) => WHOLE.includes(one)) ?? names[0];
  const field = [...form().elements].find((one) => one.name === name);
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

document.addEventListener("input", keep);
document.addEventListener("htmx:afterSettle", keep);
document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.name === "do") return;
  isSent = true;
  forget();
});
window.addEventListener("pageshow", () => {
  isSent = false;
  restore();
});
