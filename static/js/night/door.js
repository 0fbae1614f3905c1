// After somebody was written down, the field of the door is empty and ready for the next one.

import { onPart, part } from "../dom.js";

// The button that was tapped may be gone when its answer comes, for people and hits are asked for again and again. htmx looks for
// the second part of an answer only around the button.
document.addEventListener("htmx:oobErrorNoTarget", ({ detail: { target, content } }) => {
  part(target).replaceChildren(...content.childNodes);
  window.htmx?.process(part(target));
});

onPart("htmx:afterSwap", "#people", (_people, { detail: { requestConfig, xhr } }) => {
  if (requestConfig.verb !== "post" || !requestConfig.formData.has("q") || xhr.status >= 300) return;
  const field = part("#q");
  field.value = "";
  field.focus();
});

// Who has letters that stand in the field no more.
onPart("htmx:beforeSwap", "#found", (_found, { detail }) => {
  if (detail.requestConfig.formData.get("q") !== part("#q").value) detail.shouldSwap = false;
});
