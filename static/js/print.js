// The button that prints, on the pages that are made for paper.

import "./offline/connection.js";
import { part } from "./dom.js";

const button = part("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
