// What was typed for a new match survives a reload and a change of language: it is kept for this tab, and the
// server draws the form again with it.

const KEY = "new-match";
const OWN = ["uid", "csrfmiddlewaretoken", "do"]; // of the form as it is drawn now

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
