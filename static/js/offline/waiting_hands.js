// The page without a signal: the lines that wait on this phone, why each does, and what can be done with it. The address
// with #match:key is the page about a line that the server stopped: whose hand counts.

import { addressOfMatch, isSure, on, onPart, part, parts, waitingForms } from "../dom.js";
import { dropOlder, goneWith, olderLines } from "../sync/older_lines.js";
import { allOf, dropped, putBack, resolved, standing } from "../sync/session.js";
import { change, onChange, read, waiting } from "../sync/store.js";
import { wake } from "../sync/transport.js";

const list = part("#hands");
const html = document.documentElement;
const call = async (/** @type {string} */ name, /** @type {object} */ payload) => (await import("../phone/engine.js")).call(name, payload);

let items = /** @type {Item[]} */ ([]);

const ofRecord = (/** @type {MatchRecord} */ record) =>
  allOf(record).map((line) => ({ line, record, code: record.code, isStart: line === record.start, state: standing(line, record), stop: line.stopped }));
const ofOlder = /** @type {(line: OlderLine) => Item} */ ((line) => {
  const stop = line.said && { reasons: line.said, since: [] };
  return { line, code: line.match, isStart: line.start, state: stop ? "stopped" : "waits", stop };
});
const ofForm = /** @type {(key: string) => Item} */ ((key) => ({ line: { told: list.dataset.form }, code: key.split(":")[1], state: "waits" }));

async function show() {
  items = [...(await waiting()).flatMap(ofRecord), ...(await olderLines()).map(ofOlder), ...waitingForms().map(ofForm)];
  list.replaceChildren(...items.map(listItem));
  part("#none").hidden = items.length > 0;
}

const clock = new Intl.DateTimeFormat(html.lang, { dateStyle: "medium", timeStyle: "short" });

// A line that the engine adds up counts on the board; a form and a line of an older version do not.
function stateText(/** @type {Item} */ { record, state, stop }) {
  if (state === "waits" && record) return list.dataset.counts;
  if (state !== "stopped") return list.dataset[state];
  return stop?.why === "asked" ? list.dataset.asked : list.dataset.said;
}

function listItem(/** @type {Item} */ shown, /** @type {number} */ index) {
  const { line, record, code, isStart, stop } = shown;
  const item = part("li", part("#hand").content.cloneNode(true));
  const field = (/** @type {string} */ name) => part(`:is([data-${name}], [data-do=${name}], ${name})`, item);
  const isAlone = isStart && stop?.why === "gone"; // its group, or the match before
  const others = stop?.since.map(({ told, by }) => (by ? `${told} (${by})` : told)) ?? [];
  const reasons = isAlone ? [list.dataset.gone] : [...(stop?.reasons ?? []), ...others];
  const texts = { number: line.hand, time: clock.format(new Date(line.at ?? 0)), told: line.told, state: stateText(shown) };
  const isStuck = stop && record;
  const isShown = { h3: line.at, hand: line.hand, reasons: reasons.length, decide: isStuck && !isStart };
  const isPossible = { again: isStuck, correct: isStuck && line.action === "score-hand", copy: line.key, drop: line.key };
  item.dataset.index = String(index);
  for (const [name, text] of Object.entries(texts)) field(name).textContent = text;
  for (const [name, is] of Object.entries({ ...isShown, ...isPossible })) field(name).hidden = !is;
  field("reasons").append(...reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  field("board").href = addressOfMatch(code);
  field("decide").href = `#${code}:${line.key}`;
  if (isAlone) field("again").textContent = field("again").dataset.alone;
  if (isStart) field("drop").textContent = field("drop").dataset.match;
  return item;
}

// Dropping: a line goes with those that make no sense without it. Without the engine nobody knows which: all behind it.

async function keysGoneWith(/** @type {Item} */ { line: { id, key }, record, isStart }) {
  if (!record) return goneWith(await olderLines(), id).map((line) => line.key);
  const keys = allOf(record).map((line) => line.key);
  if (isStart) return keys;
  const asked = { document: record.document, mutations: record.lines, key };
  return (await call("dropped", asked).catch(() => ({ keys: keys.slice(keys.indexOf(key)) }))).keys;
}

async function drop(/** @type {Item} */ item) {
  const { line, record, code, isStart } = item;
  if (!record) return dropOlder(line.id);
  const keys = await keysGoneWith(item);
  await change(code, (known) => known && dropped(known, keys));
  // The match before has no rematch any more.
  if (isStart && line.after) await change(line.after, (before) => before?.document && { ...before, document: { ...before.document, rematch: null } });
}

function question(/** @type {Part} */ { dataset }, /** @type {Item} */ { isStart }, /** @type {number} */ count) {
  if (isStart) return `${dataset.askMatch} ${count - 1}`;
  return count > 1 ? `${dataset.askMore} ${count - 1}` : dataset.ask;
}

/** What the user may do. @type {Record<string, (item: Item, button: Part) => unknown>} */
const actions = {
  again: ({ line, code }) => change(code, (record) => record && resolved(record, line.key, "again")).then(wake),
  // The numbers of a hand go into the form of the next one.
  async correct(item) {
    const { draft } = await askConflict(item);
    localStorage.setItem(`hand:${item.code}:${draft.hand}`, JSON.stringify(draft.fields));
    await drop(item);
    location.assign(addressOfMatch(item.code));
  },
  // A start is copied with the lines that go with it.
  async copy(item, button) {
    const copied = items.filter((other) => other === item || (item.isStart && other.code === item.code));
    const texts = parts("#hands > li");
    await navigator.clipboard.writeText(copied.map((one) => textOf(texts[items.indexOf(one)])).join("\n\n"));
    button.textContent = button.dataset.done;
  },
  // A second tap confirms: what is dropped cannot be restored.
  async drop(item, button) {
    if ("sure" in button.dataset) return drop(item).then(wake);
    isSure(button, button, question(button, item, (await keysGoneWith(item)).length));
  },
};

const textOf = (/** @type {Part} */ item) => parts("h3, [data-told], [data-state], li", item).map((element) => element.innerText.replace(/\s+/g, " ").trim()).join("\n");

onPart("click", "#hands [data-index] [data-do]", (button) => {
  const item = items[Number(/** @type {Part} */ (button.closest("[data-index]")).dataset.index)];
  if (item) actions[button.dataset.do](item, button);
});

// Whose hand counts

const askConflict = (/** @type {Item} */ { record, line }) =>
  call("conflict", { document: record?.document, mutations: record?.lines, key: line.key, since: line.stopped.since, csrf_token: "" });

async function openConflict(/** @type {string} */ code, /** @type {string} */ key) {
  const record = await read(code);
  const item = record && ofRecord(record).find(({ line }) => line.key === key);
  if (!item?.stop) return location.replace(location.pathname);
  const answer = await askConflict(item);
  const { draw } = await import("./match_pages.js");
  draw(answer.blocks);
  for (const button of parts("#main [data-choice]")) {
    button.addEventListener("click", () => {
      button.disabled = true;
      decide(button.dataset.choice, item, answer).catch(() => location.reload());
    });
  }
}

async function decide(/** @type {string} */ choice, /** @type {Item} */ item, /** @type {any} */ { mine, names }) {
  const { line, code } = item;
  const fresh = choice === "mine" ? { ...mine, told: line.told, action: "correct" } : { ...line, names };
  if (choice === "theirs" || choice === "drop") return letGo(item);
  if (!(await change(code, (record) => record && resolved(record, line.key, choice, fresh)))) return location.replace(location.pathname);
  await wake();
  location.assign(addressOfMatch(code));
}

// What is dropped comes back with one tap, as long as this page is open; what is saved is undone on the board.
async function letGo(/** @type {Item} */ item) {
  const { code } = item;
  const before = (await read(code))?.lines ?? [];
  await drop(item);
  const left = new Set((await read(code))?.lines.map(({ key }) => key));
  const gone = before.filter(({ key }) => !left.has(key));
  for (const section of parts("#main > *")) section.hidden = section.id !== "decided";
  part("#decided button").addEventListener("click", async () => {
    await change(code, (record) => record && putBack(record, gone));
    location.reload();
  });
  await wake();
}

// Whether the address names a line. Another page may be asked for with a part of it, such as /phone/#switches.
function openNamedLine() {
  const [, code, key] = /^#([^:]+):(.+)$/.exec(location.hash) ?? [];
  if (code) openConflict(code, key).catch(() => {}); // without the engine the list says why it was stopped
  return Boolean(code);
}

addEventListener("hashchange", () => openNamedLine() || location.reload()); // back to the list
openNamedLine();

const showAgain = () => show().catch(() => {}); // storage is forbidden
onChange(showAgain);
on("waiting", showAgain);
showAgain();

// The first line whose pattern fits the address. A form that was sent may have been saved.
const fits = (/** @type {Part} */ { dataset }) => new RegExp(dataset.address).test(location.pathname);
for (const line of parts("#missing [data-address]").filter(fits).slice(0, 1)) line.hidden = false;
part("#unsure").hidden = !("sent" in html.dataset);
