// Pages that only look at a match: the big board, for a screen beside the phone, who is going to win, and the result to share. The picture of that
// is drawn by the browser, from the drawing that the engine makes.

import { onPart, parsed, part } from "../dom.js";
import { callAbout } from "../phone/engine.js";

const NAME = "reenganche.png";
const TYPE = "image/png";
const HANDS = new URL("../forecast/shipped_hands.json", import.meta.url).href;
const DEADLINE_MS = 60_000; // of hundreds of playouts on an old phone

let picture = /** @type {File | null} */ (null);

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
  const { blocks, svg } = await callAbout(state, "result", { symbols: part("#oros", sprite).outerHTML });
  draw(blocks);
  await showPicture(svg).catch(() => {}); // the text stays
  await import("../sharing/share.js");
  return true;
}

async function showPicture(/** @type {string} */ svg) {
  const image = document.createElement("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  part("#picture").src = canvas.toDataURL(TYPE);
  /** @type {Blob | null} */
  const content = await new Promise((done) => canvas.toBlob(done, TYPE));
  picture = new File([content ?? ""], NAME, { type: TYPE });
  part("#save-picture").href = URL.createObjectURL(picture);
  part("#send-picture").hidden = !navigator.canShare?.({ files: [picture] });
}

// The dialog may be closed.
onPart("click", "#send-picture", () => picture && navigator.share({ files: [picture] }).catch(() => {}));
