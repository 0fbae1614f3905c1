// In the grid of a paper sheet Enter goes on to the next number, as Tab does; behind the last one it looks at it all.

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".paper input")) return;
  const cells = [...document.querySelectorAll(".paper input")];
  const next = cells[cells.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
