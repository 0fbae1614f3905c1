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

// While the form is drawn again somebody goes on: what was typed or unfolded since it was asked for stays so.
let asked = new Map();
let pending = null;
const names = () => new Map([...form().querySelectorAll("input[type=text][name]")].map((one) => [one.name, one.value]));

document.addEventListener("htmx:beforeRequest", () => {
  if (form()) asked = names();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== form()) return;
  const since = [...names()].filter(([name, value]) => asked.has(name) && asked.get(name) !== value);
  const unfolded = [...form().querySelectorAll("details[open][id]")].map((fold) => fold.id);
  pending = { since, unfolded, focused: document.activeElement?.name };
});
document.addEventListener("htmx:afterSwap", () => {
  if (pending && form()) putBack(pending);
  pending = null;
});

function putBack({ since, unfolded, focused }) {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  for (const [name, value] of since) {
    const field = form().querySelector(`[name="${CSS.escape(name)}"]`);
    if (field) field.value = value;
  }
  const field = since.length && focused ? form().querySelector(`[name="${CSS.escape(focused)}"]`) : null;
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
