// In the grid of a paper sheet Enter moves to the next number, as Tab does; after the last one it submits the form.

import "../offline/connection.js";
import { onPart, parts } from "../dom.js";

onPart("keydown", ".paper input", (cell, event) => {
  const cells = parts(".paper input");
  const next = cells[cells.indexOf(cell) + 1];
  if (event.key !== "Enter" || !next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
