// The page of the lines that wait on this phone: the state of each, and buttons for what can be done with it.

import { all, boardOf, correct, drop, sendAgain } from "./outbox.js";

const CONFIRM_MS = 4000;
const list = document.getElementById("hands");
const html = document.documentElement;

function stateText(hand) {
  if (hand.isEdited) return list.dataset.edited;
  if (hand.said) return list.dataset.said;
  return hand.isAsked ? list.dataset.asked : list.dataset.waits;
}

const timeText = (hand) => new Intl.DateTimeFormat(html.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(hand.at));

function listItem(hand) {
  const item = document.getElementById("hand").content.cloneNode(true).firstElementChild;
  const part = (name) => item.querySelector(`[data-${name}]`);
  item.dataset.id = hand.id;
  part("hand").hidden = !hand.number;
  part("number").textContent = hand.number;
  item.querySelector("time").textContent = timeText(hand);
  part("told").textContent = hand.told;
  part("state").textContent = stateText(hand);
  part("reasons").hidden = !hand.said;
  part("reasons").append(...(hand.said ?? []).map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  part("board").href = boardOf(hand);
  item.querySelector("[data-do=again]").hidden = !hand.said;
  item.querySelector("[data-do=correct]").hidden = hand.action !== "score-hand";
  return item;
}

function show() {
  list.replaceChildren(...all().map(listItem));
  document.getElementById("none").hidden = all().length > 0;
}

const itemText = (item) => [...item.querySelectorAll("h3, [data-told], [data-state], li")].map((element) => element.textContent.replace(/\s+/g, " ").trim()).join("\n");

const actions = {
  again: sendAgain,
  async correct(hand) {
    await correct(hand);
    location.assign(boardOf(hand));
  },
  async copy(hand, button) {
    await navigator.clipboard.writeText(itemText(button.closest("[data-id]")));
    button.textContent = button.dataset.done;
  },
  // A second tap confirms: a dropped hand cannot be restored.
  drop(hand, button) {
    if (button.dataset.sure) return drop(hand);
    const text = button.textContent;
    button.textContent = button.dataset.ask;
    button.dataset.sure = "yes";
    setTimeout(() => {
      button.textContent = text;
      delete button.dataset.sure;
    }, CONFIRM_MS);
  },
};

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  const id = Number(button?.closest("[data-id]").dataset.id);
  const hand = all().find((waiting) => waiting.id === id);
  if (hand) actions[button.dataset.do](hand, button);
});
document.addEventListener("hands", show);
show();
