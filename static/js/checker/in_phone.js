// The checker by the engine in the phone, which runs the server's own pages (phone/runtime/pages.py). Once it can answer no
// request is sent: what it shows is the same, and comes sooner. What it cannot answer is asked of the server.

import { emit, fieldsOf, hasServer, on, onPart, parsed, part, root, tryStorage } from "../dom.js";
import { call, callAbout, isReady, prepare } from "../phone/engine.js";
import { stateOf } from "../sync/session.js";
import { read } from "../sync/store.js";
import { pull } from "../sync/transport.js";

const page = document.documentElement.dataset;
const isKept = "kept" in page || !hasServer; // the service worker showed it: there is no signal
const code = /\/m\/([^/]+)\/check\//.exec(location.pathname)?.[1]; // of a match
const lost = part("#lost");
const form = () => part("#check");
const { sprite } = form().dataset;

let canAnswer = false;
let isForServer = false; // the next request, because the engine failed
let isBusy = false;
let isChanged = false; // since the engine was asked
let hand = /** @type {number | undefined} */ (undefined); // of the match

async function ask(/** @type {Pairs} */ fields, isPart = false) {
  const payload = { fields, path: location.pathname, site: location.origin, is_part: isPart };
  const state = code && stateOf(await read(code));
  if (code && !state) throw new Error("no document"); // it would be judged by other rules
  const answer = await (state ? callAbout(state, "check_page", payload) : call("check_page", { static: { "cards.svg": sprite }, ...payload }));
  lost.hidden = true;
  ({ hand } = answer);
  return answer;
}

const addressOf = (/** @type {Pairs} */ fields) => `${location.pathname}?${new URLSearchParams(fields)}`;

// Show the verdict on what is ticked now. While it is made more taps may come: then it is not shown.
async function judge() {
  isChanged = true;
  if (isBusy) return;
  isBusy = true;
  try {
    while (isChanged) await judgeOnce();
  } catch {
    isForServer = hasServer;
    if (hasServer) window.htmx.trigger(form(), "change");
  }
  isBusy = false;
}

async function judgeOnce() {
  isChanged = false;
  const fields = fieldsOf(form());
  const { html } = await ask(fields, true);
  if (addressOf(fields) !== addressOf(fieldsOf(form()))) return;
  window.htmx.swap("#judged", html, { swapStyle: "innerHTML" });
  history.replaceState(null, "", addressOf(fields));
}

// Draw the whole page for the fields of an address; false if the engine cannot.
async function draw(/** @type {Pairs} */ fields) {
  const answer = await ask(fields).catch(() => null);
  if (!answer) return false;
  const { title, heading, home_link, main } = answer.blocks;
  document.title = parsed(`<title>${title}</title>`).title;
  part("h1").innerHTML = heading;
  part(".bar .home").outerHTML = home_link ?? "";
  part("#main").innerHTML = main;
  window.htmx.process(part("#main"));
  emit("check:drawn");
  return true;
}

// A button or a choice that leads to another page of the checker.
document.addEventListener("submit", async (event) => {
  if (event.target !== form() || !canAnswer) return;
  event.preventDefault();
  const fields = fieldsOf(form(), event.submitter);
  if (!(await draw(fields))) return location.assign(addressOf(fields));
  history.pushState(null, "", addressOf(fields));
  scrollTo(0, 0);
});

addEventListener("popstate", async () => {
  if (!(await draw([...new URLSearchParams(location.search)]))) location.reload();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "judged" || (hasServer && (!canAnswer || isForServer))) return;
  event.preventDefault();
  if (canAnswer) judge();
});
document.addEventListener("htmx:afterRequest", () => (isForServer = false));

// The board takes the counted hand as a draft, for where the server cannot fill in its form.
onPart("click", ".fill a", ({ search }) => {
  if (hand) tryStorage(() => localStorage.setItem(`hand:${code}:${hand}`, JSON.stringify([...new URLSearchParams(search)])));
});

// A kept page is that of another address: it is drawn anew. A card that is tapped before would be lost, so checker.css
// lets none be tapped until the page is ready.
const isDrawnAnew = isKept && Boolean(code || location.search);

async function start() {
  await prepare();
  if (code && !isKept) await pull(code);
  canAnswer = !code || Boolean((await read(code))?.document);
  if (isDrawnAnew) await draw([...new URLSearchParams(location.search)]);
  else if (!lost.hidden || !hasServer) judge();
}

// Ready, too, without the engine: the cards are judged once there is a signal.
const startOnce = () => canAnswer || start().catch(() => {}).then(() => (page.ready = canAnswer ? "judges" : ""));

async function startKept() {
  if (!isDrawnAnew) page.ready = "";
  await startOnce();
  if (code && !canAnswer) location.replace(`${root}no-signal/`);
}

if (isKept) startKept();
else if (isReady()) startOnce();
else on("engine", startOnce); // connection.js loads it
