// The browser's voice says the text of the page; a second press stops it. Without a voice there is no button.

import { say, sayable } from "../board/spoken.js";
import { part, parts } from "../dom.js";

const button = part("#say");
const voice = window.speechSynthesis;
const start = button.textContent;
const show = () => { button.textContent = voice.speaking ? button.dataset.stop ?? start : start; };

// One utterance a sentence: long ones are cut off by some browsers.
function sayAll() {
  for (const { textContent } of parts("#aloud h2, #aloud p")) {
    Object.assign(say(sayable(textContent)), { onstart: show, onend: () => setTimeout(show, 300) });
  }
}

if (voice) {
  button.hidden = false;
  button.addEventListener("click", () => {
    if (voice.speaking) voice.cancel();
    else sayAll();
    setTimeout(show, 300);
  });
  addEventListener("pagehide", () => voice.cancel());
}
