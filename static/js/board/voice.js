// The phone's own voice says what was just written, who is asked and who deals; on the big board also how it goes. switches.js
// imports this module where the user wants a voice.

import { on, part, parts } from "../dom.js";
import * as voice from "./spoken.js";

// Of a board, in the order in which they are said.
const SHORT = ["[data-read-aloud] p:not(.hint)", ".ask p", "[data-deal]"];
const LONG = [...SHORT, "[data-between] p"];

/** Say the lines of the board; `isLong`: also who is ahead, and who is near the end. */
export function say(/** @type {boolean} */ isLong) {
  speechSynthesis.cancel();
  for (const { textContent } of (isLong ? LONG : SHORT).flatMap((lines) => parts(`#board ${lines}`))) {
    voice.say(voice.spoken(textContent, part("#repeat").dataset));
  }
}

// Nobody is talked to while they type.
on("hand:typed", () => speechSynthesis.cancel());
addEventListener("pagehide", () => speechSynthesis.cancel());
