// After somebody was written down, the field of the door is empty and ready for the next one.

import "../offline/connection.js";
import { onPart, part } from "../dom.js";

onPart("htmx:afterRequest", "#finder", (_finder, { detail }) => {
  if (detail.requestConfig.verb !== "post" || detail.xhr.status >= 300) return;
  const field = part("#q");
  field.value = "";
  field.focus();
});
