// The hands that wait on this phone: why, and what may be done with each.

import { all, correct, drop, sendAgain } from "./outbox.js";

const UNSURE_MS = 4000;
const list = document.getElementById("hands");
const html = document.documentElement;

function state(hand) {
  if (hand.isEdited) return list.dataset.edited;
  if (hand.said) return list.dataset.said;
  return hand.isAsked ? list.dataset.asked : list.dataset.waits;
}

const written = (hand) => new Intl.DateTimeFormat(html.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(hand.at));

function drawn(hand) {
  const item = document.getElementById("hand").content.cloneNode(true).firstElementChild;
  const part = (name) => item.querySelector(`[data-${name}]`);
  item.dataset.id = hand.id;
  part("number").textContent = hand.number;
  item.querySelector("time").textContent = written(hand);
  part("told").textContent = hand.told;
  part("state").textContent = state(hand);
  part("reasons").hidden = !hand.said;
  part("reasons").append(...(hand.said ?? []).map((said) => Object.assign(document.createElement("li"), { textContent: said })));
  part("board").href = hand.board;
  item.querySelector("[data-do=again]").hidden = !hand.said;
  return item;
}

function show() {
  list.replaceChildren(...all().map(drawn));
  document.getElementById("none").hidden = all().length > 0;
}

const asText = (item) => [...item.querySelectorAll("h3, [data-told], [data-state], li")].map((one) => one.textContent.replace(/\s+/g, " ").trim()).join("\n");

const acts = {
  again: sendAgain,
  async correct(hand) {
    await correct(hand);
    location.assign(hand.board);
  },
  async copy(hand, button) {
    await navigator.clipboard.writeText(asText(button.closest("[data-id]")));
    button.textContent = button.dataset.done;
  },
  // Asked once more: nothing brings it back.
  drop(hand, button) {
    if (button.dataset.sure) return drop(hand);
    const text = button.textContent;
    button.textContent = button.dataset.ask;
    button.dataset.sure = "yes";
    setTimeout(() => {
      button.textContent = text;
      delete button.dataset.sure;
    }, UNSURE_MS);
  },
};

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  const id = Number(button?.closest("[data-id]").dataset.id);
  const hand = all().find((one) => one.id === id);
  if (hand) acts[button.dataset.do](hand, button);
});
document.addEventListener("hands", show);
show();
