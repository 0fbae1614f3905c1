// The phone's own voice says what was just written, who is asked and who deals. switches.js imports this module where the user
// wants a voice.

import { part, parts } from "../dom.js";
import * as voice from "./spoken.js";

const LINES = ["[data-read-aloud] p:not(.hint)", ".ask p", "[data-deal]"]; // of a board, in the order in which they are said

export function say() {
  speechSynthesis.cancel();
  for (const { textContent } of LINES.flatMap((lines) => parts(`#board ${lines}`))) {
    voice.say(voice.spoken(textContent, part("#repeat").dataset));
  }
}

addEventListener("pagehide", () => speechSynthesis.cancel());
