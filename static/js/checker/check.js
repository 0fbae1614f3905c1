// Tapping cards. The page works without this file; here a hand cannot grow past what one may hold, a card of
// a claim changes its group with a tap, and another variant draws its own cards.

const form = () => document.getElementById("check");

function chosen() {
  return form().querySelectorAll(".deck input:checked").length;
}

function hold() {
  const full = chosen() >= Number(form().dataset.most);
  for (const box of form().querySelectorAll(".deck input:not(:checked)")) box.disabled = full;
}

// What was asked before this tap is no longer of interest: its answer would put the claim back as it was.
document.addEventListener("change", (event) => {
  if (!form()?.contains(event.target)) return;
  window.htmx?.trigger("#judged", "htmx:abort");
  if ("redraw" in event.target.dataset) form().requestSubmit();
  else hold();
});

// Before anything else hears of it: a claim is a select, and a tap on its card is its next value.
document.addEventListener("click", (event) => {
  const claim = event.target.closest(".claim");
  if (!claim || event.target.closest("select")) return;
  const select = claim.querySelector("select");
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("change", { bubbles: true }));
});

// An answer that comes while a finger is on a card leaves the cards where they are; the tap asks again.
let pressed = false;
document.addEventListener("pointerdown", (event) => { pressed = Boolean(event.target.closest(".claims")); });
for (const up of ["pointerup", "pointercancel"]) document.addEventListener(up, () => setTimeout(() => { pressed = false; }));
let open = []; // which of the details are folded out
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (pressed) event.detail.shouldSwap = false;
  open = [...document.querySelectorAll("#more details")].filter((one) => one.open).map((one) => one.className);
});
document.addEventListener("htmx:oobAfterSwap", () => {
  for (const one of document.querySelectorAll("#more details")) if (open.includes(one.className)) one.open = true;
});

if (form()) hold();
