// The button that prints, on the pages that are made for paper.

import { onPart, parts } from "./dom.js";

for (const button of parts("[data-print]")) button.hidden = false;
onPart("click", "[data-print]", () => print());
