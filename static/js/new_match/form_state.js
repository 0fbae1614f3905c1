// Keeps what is typed for a new match across a reload and a change of language: the values are stored for this tab,
// and the server renders the form again with them.

import { fieldsOf, onPart, part, parts, tryStorage } from "../dom.js";

const KEY = "new-match";
const NOT_STORED = ["uid", "csrfmiddlewaretoken", "do", "sheet", "answered"]; // valid for one rendering of the form only

let isSent = false;

const form = () => part("#new-match");
const withSeldom = () => import("./seldom.js");
const isNamed = (/** @type {Pairs} */ fields) => fields.some(([name, value]) => name.startsWith("name_") && value.trim());
const typed = () => fieldsOf(form()).filter(([name]) => !NOT_STORED.includes(name));
const store = () => isSent || tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(typed())));

// While the server renders the form again the user goes on. If anything was typed or chosen since the request, its answer is left
// and the request is sent again; buttons that were tapped meanwhile are pressed one after the other.

const isForm = (/** @type {HtmxEvent} */ { detail }) => form() !== null && detail.target === form();
const text = () => JSON.stringify(typed());

let sent = ""; // what was typed at the time of the request; "" without one
let isStale = false; // whether its answer was left
let taps = /** @type {string[]} */ ([]); // the values of tapped buttons, each once; the first one made the request
let unfolded = /** @type {Part[]} */ ([]); // what was open before the new form
let focused = ""; // the value of the button that had the focus

onPart("click", "#new-match button[name=do]", ({ value }, event) => {
  if (!sent) return;
  if (!taps.includes(value)) taps.push(value);
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isForm(event)) return;
  if (sent) return event.preventDefault(); // what was chosen goes with the request that is sent again
  sent = text();
  taps = [event.detail.elt.value, ...taps];
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isForm(event)) return;
  isStale = event.detail.shouldSwap && text() !== sent;
  if (isStale) event.detail.shouldSwap = false;
  unfolded = parts("#new-match details[open][id]");
  focused = part("#new-match button[name=do]:focus")?.value ?? "";
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "new-match") return;
  for (const { id } of unfolded) part(`#${id}`)?.setAttribute("open", "");
  if (focused) withSeldom().then(({ focusAgain }) => focusAgain(focused), () => {});
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isForm(event)) return; // the form was replaced
  const { elt, requestConfig } = event.detail;
  sent = "";
  taps = isStale ? taps.slice(1) : [];
  form().inert = false;
  if (isStale) window.htmx.trigger(elt, requestConfig.triggeringEvent.type);
  isStale = false;
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!sent || target !== form()) return;
  sent = "";
  const [, next, ...others] = taps;
  const button = next && part(`#new-match button[name=do][value="${CSS.escape(next)}"]`);
  taps = button ? others : [];
  if (button) button.click();
});

// Enter goes on to the next field, as the key of a phone says.
onPart("keydown", "#new-match input", (field, event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  withSeldom().then(({ goOn }) => goOn(field), () => {});
});

document.addEventListener("input", store);
document.addEventListener("htmx:afterSettle", store);
document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.matches("[name=do]")) return;
  isSent = true;
  tryStorage(() => sessionStorage.removeItem(KEY));
});
window.addEventListener("pageshow", async () => {
  isSent = false;
  if (isNamed(typed())) return store();
  /** @type {Pairs} */
  const fields = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? "[]"), []);
  if (!isNamed(fields) || !window.htmx) return;
  form().inert = true; // what is typed before the values are there would be lost
  const isAnswered = part("#new-match [name=answered]");
  const stored = isAnswered ? (await withSeldom()).withAnswers(typed(), fields) : fields;
  const values = { ...Object.fromEntries(stored), do: "look" };
  const wholeForm = { target: "#new-match", select: "#new-match", swap: "outerHTML" };
  window.htmx.ajax("POST", form().action, { source: form(), values, ...wholeForm });
});
