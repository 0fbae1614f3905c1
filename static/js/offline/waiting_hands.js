// The page without a signal: what the page that was asked for needs, and the lines that wait on this phone: the state of
// each, and buttons for what can be done with it.

import "./connection.js";
import { all, boardOf, correct, countGoneWith, drop, dropMatch, sendAgain } from "./outbox.js";

const CONFIRM_MS = 4000;
const list = document.getElementById("hands");
const html = document.documentElement;

function stateText(hand) {
  if (hand.isEdited) return list.dataset.edited;
  if (hand.said) return list.dataset.said;
  if (all().some((line) => line.match === hand.match && line.said)) return list.dataset.behind; // the first is the one that is refused
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
  if (hand.start) nameMatch(item.querySelector("[data-do=drop]"), hand);
  else nameWhatGoes(item.querySelector("[data-do=drop]"), countGoneWith(hand) - 1);
  return item;
}

// What corrects or undoes a hand goes with it.
function nameWhatGoes(button, others) {
  if (others) button.dataset.ask = `${button.dataset.askMore} ${others}`;
}

// A start is thrown away with the lines of its match: their number is asked about.
function nameMatch(button, hand) {
  button.textContent = button.dataset.match;
  button.dataset.ask = `${button.dataset.askMatch} ${linesBehind(hand).length}`;
}

const linesBehind = (start) => all().filter((line) => line.match === start.match && !line.start);

function show() {
  list.replaceChildren(...all().map(listItem));
  document.getElementById("none").hidden = all().length > 0;
}

// A start is copied with the lines that go with it.
const textOf = (hand) => [hand, ...(hand.start ? linesBehind(hand) : [])].map(({ id }) => itemText(list.querySelector(`[data-id="${id}"]`))).join("\n\n");

const itemText = (item) => [...item.querySelectorAll("h3, [data-told], [data-state], li")].map((element) => element.innerText.replace(/\s+/g, " ").trim()).join("\n");

const actions = {
  again: sendAgain,
  async correct(hand) {
    await correct(hand);
    location.assign(boardOf(hand));
  },
  async copy(hand, button) {
    await navigator.clipboard.writeText(textOf(hand));
    button.textContent = button.dataset.done;
  },
  // A second tap confirms: a dropped hand cannot be restored.
  drop(hand, button) {
    if (button.dataset.sure) return hand.start ? dropMatch(hand) : drop(hand);
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

// The first line whose pattern fits the address. A form that was sent may have been saved.
const lines = [...document.querySelectorAll("#missing [data-address]")];
lines.find(({ dataset }) => new RegExp(dataset.address).test(location.pathname)).hidden = false;
document.getElementById("unsure").hidden = !("sent" in html.dataset);
