// Saying a hand: the browser's recogniser hears it, the rules read it, and the form is filled in as by hand. Nothing is saved.
// hand_form.js loads this module where it was switched on in "Este teléfono".

import { isOn } from "../board/switches.js";
import { addressOfMatch, codeHere, emit, fieldsOf, hasServer, on, onPart, part, token } from "../dom.js";
import { fill, isCorrection } from "./draft.js";
import { field, firstBlank, form, leave } from "./keypad.js";

const MOST_TEXTS = 5; // as rules/spoken/reading.py reads
const Recognition = /** @type {SpeechRecogniserKind} */ (window.SpeechRecognition ?? window.webkitSpeechRecognition);
const here = document.documentElement.lang;
const lang = navigator.languages.find((tag) => tag.slice(0, 2) === here.slice(0, 2)) ?? here;

let isLocal = false; // whether the phone can do it alone
let keyHtml = "";
let listening = /** @type {SpeechRecogniser | null} */ (null);

/** What is in the form and was said: its fields and what to show. Without texts: the key.
 * @param {string[]} texts @returns {Promise<{html: string, fields: Pairs}>} */
async function read(texts) {
  const said = { texts, fields: fieldsOf(form()), answer: null };
  emit("hand:said", said); // the engine in the phone reads it where it can
  const answer = await /** @type {Promise<any> | null} */ (said.answer)?.catch(() => null);
  if (answer || !hasServer) return answer;
  const body = new URLSearchParams(/** @type {[string, string][]} */ (said.fields));
  for (const text of texts) body.append("text", text);
  const response = await fetch(`${addressOfMatch(codeHere())}spoken/`, { method: "POST", body, headers: { "X-CSRFToken": token() } });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** Show the key, or hide it once it is switched off. */
export async function showKey() {
  const isWanted = isOn("dictation");
  part("[data-say]")?.toggleAttribute("hidden", !isWanted);
  if (!isWanted || !form() || isCorrection() || part("[data-say]")) return;
  keyHtml ||= (await read([])).html;
  if (form() && !part("[data-say]")) part("#record .said").insertAdjacentHTML("beforeend", keyHtml);
}

function show(/** @type {string} */ html) {
  const heard = part("#heard");
  heard.innerHTML = html;
  heard.hidden = !html;
}

// `what`: an error of the recogniser, or what the key has a text for.
function tell(/** @type {string} */ what) {
  const key = part("[data-say]");
  const text = key?.getAttribute(`data-${what}`) ?? key?.dataset.failed;
  if (text) show(Object.assign(document.createElement("p"), { textContent: text }).outerHTML);
}

/** What is asked has the focus, else what is missing. */
function goOn() {
  leave();
  emit("hand:typed");
  const next = part("#heard [data-fill]") ?? field(firstBlank() ?? "") ?? part("[data-say]");
  next?.focus({ preventScroll: true });
}

async function hear(/** @type {SpeechResults} */ results) {
  const { html, fields } = await read([...results[0]].slice(0, MOST_TEXTS).map(({ transcript }) => transcript));
  if (!part("[data-say]")) return; // the board is another one by now
  fill(fields);
  show(html);
  goOn();
}

function stop() {
  listening = null;
  part("[data-say]")?.setAttribute("aria-pressed", "false");
}

function listen() {
  const recogniser = new Recognition();
  let isAnswered = false;
  Object.assign(recogniser, { lang, maxAlternatives: MOST_TEXTS, ...(isLocal && { processLocally: true }) });
  recogniser.onresult = ({ results }) => {
    isAnswered = true;
    hear(results).catch(() => tell("failed"));
  };
  recogniser.onerror = ({ error }) => {
    isAnswered = true;
    tell(error);
  };
  recogniser.onend = () => {
    if (!isAnswered) tell("no-speech");
    stop();
  };
  listening = recogniser;
  part("[data-say]").setAttribute("aria-pressed", "true");
  tell("listening");
  recogniser.start();
}

onPart("click", "[data-say]", () => (listening ? listening.stop() : listen()));
onPart("click", "[data-fill]", (chip) => {
  fill(JSON.parse(chip.dataset.fill));
  chip.closest("[role=group]")?.remove();
  goOn();
});
onPart("reset", "#record", () => part("#heard") && show(""));
addEventListener("pagehide", () => listening?.abort());
on("board:shown", () => showKey().catch(() => {}));
on("document", () => showKey().catch(() => {})); // without a server the engine comes later
if (Recognition) {
  const options = { langs: [lang], processLocally: true };
  Recognition.available?.(options).then((/** @type {string} */ state) => (isLocal = state === "available")).catch(() => {});
  showKey().catch(() => {});
}
