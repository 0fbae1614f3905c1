// The page without a signal: the lines that wait on this phone, why each does, and what can be done with it. The address
// with #match:key is the page about a line that the server stopped: whose hand counts.

import "./connection.js";
import { on } from "../events.js";
import { dropOlder, goneWith, olderLines } from "../sync/older_lines.js";
import { dropped, resolved, standing } from "../sync/session.js";
import { change, onChange, read, waiting } from "../sync/store.js";
import { wake } from "../sync/transport.js";

const CONFIRM_MS = 4000;
const list = document.getElementById("hands");
const html = document.documentElement;
const call = async (name, payload) => (await import("../phone/engine.js")).call(name, payload);
const boardOf = (code) => `/m/${code}/`;

// The items of the list: a line with the record of its match, or one that an older version stored.
let items = [];

const linesOf = ({ start, lines }) => [...(start ? [start] : []), ...lines];
const ofRecord = (record) => linesOf(record).map((line) => ({ line, record, code: record.code, isStart: line === record.start, state: standing(line, record), stop: line.stopped }));
const ofOlder = (line, _place, older) => ({ line, older, code: line.match, isStart: line.start, state: line.said ? "stopped" : "waits", stop: line.said && { reasons: line.said, since: [] } });

// On a phone without the engine a hand waits in its form (../hand_entry/waiting_form.js).
const inForms = () => Object.keys(localStorage).filter((place) => place.startsWith("waiting:"));
const ofForm = (place) => ({ line: { told: list.dataset.form }, code: place.split(":")[1], state: "waits" });

async function show() {
  items = [...(await waiting()).flatMap(ofRecord), ...(await olderLines()).map(ofOlder), ...inForms().map(ofForm)];
  list.replaceChildren(...items.map(listItem));
  document.getElementById("none").hidden = items.length > 0;
}

const timeText = ({ at = 0 }) => new Intl.DateTimeFormat(html.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

function stateText({ state, stop }) {
  if (state !== "stopped") return list.dataset[state];
  return stop.why === "asked" ? list.dataset.asked : list.dataset.said;
}

function listItem({ line, record, older, code, isStart, state, stop }, place) {
  const item = document.getElementById("hand").content.cloneNode(true).firstElementChild;
  const part = (name) => item.querySelector(`[data-${name}]`);
  const button = (name) => item.querySelector(`[data-do=${name}]`);
  const isAlone = isStart && stop?.why === "gone"; // its group, or the match before
  const reasons = isAlone ? [list.dataset.gone] : stop ? [...stop.reasons, ...stop.since.map(({ told, by }) => (by ? `${told} (${by})` : told))] : [];
  item.dataset.place = place;
  item.querySelector("h3").hidden = !line.at;
  part("hand").hidden = !line.hand;
  part("number").textContent = line.hand;
  item.querySelector("time").textContent = timeText(line);
  part("told").textContent = line.told;
  part("state").textContent = stateText({ state, stop });
  part("reasons").hidden = !reasons.length;
  part("reasons").append(...reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  part("board").href = boardOf(code);
  part("decide").href = `#${code}:${line.key}`;
  part("decide").hidden = !stop || isStart || !record;
  button("again").hidden = !stop || !record;
  button("correct").hidden = !stop || !record || line.action !== "score-hand";
  for (const name of ["copy", "drop"]) button(name).hidden = !record && !older;
  if (isAlone) button("again").textContent = button("again").dataset.alone;
  if (isStart) button("drop").textContent = button("drop").dataset.match;
  return item;
}

// Dropping: a line goes with those that make no sense without it. Without the engine nobody knows which: all behind it.

async function keysGoneWith(record, key) {
  const lines = linesOf(record);
  if (record.start?.key === key) return lines.map((line) => line.key);
  const asked = { document: record.document, mutations: record.lines, key };
  const { keys } = await call("dropped", asked).catch(() => ({ keys: lines.slice(lines.findIndex((line) => line.key === key)).map((line) => line.key) }));
  return keys;
}

const countGone = async ({ line, older, record }) => (older ? goneWith(older, line.id).length : (await keysGoneWith(record, line.key)).length);

async function drop({ line, older, record, code, isStart }) {
  if (older) return dropOlder(line.id);
  const keys = await keysGoneWith(record, line.key);
  await change(code, (known) => known && dropped(known, keys));
  // The match before has no rematch any more.
  if (isStart && line.after) await change(line.after, (before) => before?.document && { ...before, document: { ...before.document, rematch: null } });
}

function question({ dataset }, { isStart }, count) {
  if (isStart) return `${dataset.askMatch} ${count - 1}`;
  return count > 1 ? `${dataset.askMore} ${count - 1}` : dataset.ask;
}

// What the user may do

const actions = {
  again: ({ line, code }) => change(code, (record) => record && resolved(record, line.key, "again")).then(wake),
  // The numbers of a hand go into the form of the next one.
  async correct(item) {
    const { draft } = await askConflict(item.record, item.line);
    localStorage.setItem(`hand:${item.code}:${draft.hand}`, JSON.stringify(draft.fields));
    await drop(item);
    location.assign(boardOf(item.code));
  },
  // A start is copied with the lines that go with it.
  async copy(item, button) {
    const copied = items.filter((other) => other === item || (item.isStart && other.code === item.code));
    await navigator.clipboard.writeText(copied.map((one) => textOf(list.children[items.indexOf(one)])).join("\n\n"));
    button.textContent = button.dataset.done;
  },
  // A second tap confirms: what is dropped cannot be restored.
  async drop(item, button) {
    if (button.dataset.sure) return drop(item).then(wake);
    const text = button.textContent;
    button.textContent = question(button, item, await countGone(item));
    button.dataset.sure = "yes";
    setTimeout(() => {
      button.textContent = text;
      delete button.dataset.sure;
    }, CONFIRM_MS);
  },
};

const textOf = (item) => [...item.querySelectorAll("h3, [data-told], [data-state], li")].map((element) => element.innerText.replace(/\s+/g, " ").trim()).join("\n");

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  const item = button && items[button.closest("[data-place]").dataset.place];
  if (item) actions[button.dataset.do](item, button);
});

// Whose hand counts

function askConflict(record, line) {
  return call("conflict", { document: record.document, mutations: record.lines, key: line.key, since: line.stopped.since, csrf_token: "" });
}

async function openConflict([, code, key]) {
  const record = await read(code);
  const line = record?.lines.find((one) => one.key === key);
  if (!line?.stopped) return location.replace(location.pathname);
  const answer = await askConflict(record, line);
  const { draw } = await import("./match_pages.js");
  draw(answer.blocks);
  document.getElementById("main").addEventListener("click", ({ target }) => {
    const button = target.closest("[data-choice]");
    if (button) decide(button, { line, record, code }, answer).catch(() => location.reload());
  });
}

// What is sent again is for the names that the seats have now.
async function decide(button, item, { mine, names }) {
  const { line, code } = item;
  const { choice } = button.dataset;
  const again = { ...line, names };
  const sent = (record) => ({ ...record, lines: record.lines.map((one) => (one.key === line.key ? again : one)) });
  button.disabled = true;
  if (choice === "hers" || choice === "drop") await drop(item);
  else if (choice === "mine") await change(code, (record) => record && resolved(record, line.key, "mine", { ...mine, told: line.told, action: "correct" }));
  else await change(code, (record) => record && resolved(sent(record), line.key, "both"));
  await wake();
  location.assign(boardOf(code));
}

const openAsked = () => {
  const asked = /^#([^:]+):(.+)$/.exec(location.hash);
  if (asked) openConflict(asked).catch(() => {}); // without the engine the list says why it was stopped
  else location.reload();
};
addEventListener("hashchange", openAsked);
if (location.hash) openAsked();

const showAgain = () => show().catch(() => {}); // storage is forbidden
onChange(showAgain);
on("hands", showAgain);
showAgain();

// The first line whose pattern fits the address. A form that was sent may have been saved.
const lines = [...document.querySelectorAll("#missing [data-address]")];
lines.find(({ dataset }) => new RegExp(dataset.address).test(location.pathname)).hidden = false;
document.getElementById("unsure").hidden = !("sent" in html.dataset);
