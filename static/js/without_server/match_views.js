// Pages that only look at a match: the big board, for a screen beside the phone, who is going to win, and the result to share. The picture of that
// is drawn by the browser, from the drawing that the engine makes.

import { onPart, parsed, part, parts } from "../dom.js";
import { callAbout } from "../phone/engine.js";

const NAME = "reenganche.png";
const TYPE = "image/png";
const HANDS = new URL("../forecast/shipped_hands.json", import.meta.url).href;
const DEADLINE_MS = 60_000; // of hundreds of playouts on an old phone

export async function openBig(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const { blocks } = await callAbout(state, "big", { csrf_token: "", key: "" });
  draw(blocks);
  part("#whole-screen").hidden = !document.fullscreenEnabled;
  await import("../board/stay_awake.js");
  return true;
}

onPart("click", "#whole-screen", () => document.documentElement.requestFullscreen());

export async function openChances(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const shipped = await (await fetch(HANDS)).json();
  const hands = shipped[state.document.ruleset.key] ?? shipped.chinchon;
  return draw((await callAbout(state, "chances", { hands }, { deadline: DEADLINE_MS })).blocks);
}

export async function openResult(/** @type {State} */ state, /** @type {Draw} */ draw) {
  const sprite = parsed(await (await fetch(state.document.static["cards.svg"])).text());
  const symbols = parts("symbol", sprite).map(({ outerHTML }) => outerHTML).join("");
  const hand = new URLSearchParams(location.search).get("hand") ?? "";
  const { blocks, svgs } = await callAbout(state, "result", { symbols, hand });
  draw(blocks);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  for (const [at, image] of parts("img.result").entries()) await showPicture(image, svgs[at]).catch(() => {}); // the text stays
  await import("../sharing/share.js");
  return true;
}

async function showPicture(/** @type {Part} */ shown, /** @type {string} */ svg) {
  const image = document.createElement("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  shown.src = canvas.toDataURL(TYPE);
  /** @type {Blob | null} */
  const content = await new Promise((done) => canvas.toBlob(done, TYPE));
  const files = [new File([content ?? ""], NAME, { type: TYPE })];
  const section = shown.parentElement;
  const send = part("button", section);
  part("[download]", section).href = URL.createObjectURL(files[0]);
  send.hidden = !navigator.canShare?.({ files });
  send.addEventListener("click", () => navigator.share({ files }).catch(() => {})); // the dialog may be closed
}
