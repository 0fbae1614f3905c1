// What the scripts of a board share.

const TAP_GUARD_MS = 700;

export function isTyping() {
  const form = document.querySelector("[data-hand-form]");
  return form !== null && !("saved" in form.dataset) && [...form.elements].some((input) => (input.type === "text" && input.value) || (/^(radio|checkbox)$/.test(input.type) && input.checked));
}

// For a moment, ignore taps on buttons that have just appeared: a double tap on Save must not answer or undo.
export function guardTaps() {
  const guarded = document.querySelectorAll("#board :is(.ask button, [form=undo], [form=redo], [data-tap-guard])");
  for (const button of guarded) button.setAttribute("aria-disabled", "true");
  const free = () => guarded.forEach((button) => "needsSignal" in button.dataset || button.removeAttribute("aria-disabled"));
  setTimeout(free, TAP_GUARD_MS);
}

document.addEventListener("click", (event) => {
  if (event.detail && event.target.closest("[aria-disabled=true]")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
