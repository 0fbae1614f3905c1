// The phone's own voice says what was just written, who is asked and who deals. switches.js imports this module where the user
// wants a voice.

import { part, parts } from "../dom.js";
import { spoken } from "./spoken.js";

const LINES = ["[data-read-aloud] p:not(.hint)", ".ask p", "[data-deal]"]; // of a board, in the order in which they are said

export function say() {
  speechSynthesis.cancel();
  for (const { textContent } of LINES.flatMap((lines) => parts(`#board ${lines}`))) {
    const line = new SpeechSynthesisUtterance(spoken(textContent, part("#repeat").dataset));
    line.lang = document.documentElement.lang;
    speechSynthesis.speak(line);
  }
}

addEventListener("pagehide", () => speechSynthesis.cancel());
