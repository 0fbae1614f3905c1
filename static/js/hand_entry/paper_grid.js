// The grid of a paper sheet. Enter moves to the next number, as Tab does; after the last one it submits the form.

import { onPart, part, parts } from "../dom.js";

onPart("keydown", ".paper input", (cell, event) => {
  const cells = parts(".paper input");
  const next = cells[cells.indexOf(cell) + 1];
  if (event.key !== "Enter" || !next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

// A total may be below 0, and the keys of a number have no minus on iPhones.
onPart("change", "[name=totals]", ({ checked }) => {
  for (const cell of parts(".paper input")) cell.inputMode = checked ? "text" : "numeric";
});

// Cells that were copied from a spreadsheet fill the boxes from the one in which they are pasted.
onPart("paste", ".paper input", (cell, event) => {
  const rows = pastedRows(event.clipboardData?.getData("text/plain") ?? "");
  if (rows.length === 1 && rows[0].length === 1) return; // one number is pasted as usual
  event.preventDefault();
  const lines = parts(".paper tbody tr").map((line) => parts("input", line)).filter((boxes) => boxes.length);
  const top = lines.findIndex((boxes) => boxes.includes(cell));
  const left = lines[top].indexOf(cell);
  let lost = 0;
  rows.forEach((values, down) => values.forEach((value, right) => {
    const box = lines[top + down]?.[left + right];
    if (box) box.value = value;
    else if (value) lost += 1;
  }));
  part("#not-pasted").hidden = !lost;
});

/** The cells of what a spreadsheet puts on the clipboard: tabs between them, a line for each row. */
const pastedRows = (/** @type {string} */ text) => text.replace(/\r?\n$/, "").split(/\r?\n/).map((row) => row.split("\t").map((value) => value.trim()));
