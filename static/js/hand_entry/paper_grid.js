// In the grid of a paper sheet Enter moves to the next number, as Tab does; after the last one it submits the form.

import "../offline/connection.js";

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".paper input")) return;
  const cells = [...document.querySelectorAll(".paper input")];
  const next = cells[cells.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
