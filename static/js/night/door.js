// After somebody was written down, the field of the door is empty and ready for the next one.

import { on, part } from "../dom.js";

on("htmx:afterRequest", (detail) => {
  if (detail.requestConfig.verb !== "post" || !detail.elt.closest("#finder") || detail.xhr.status >= 300) return;
  const field = part("#q");
  field.value = "";
  field.focus();
});
