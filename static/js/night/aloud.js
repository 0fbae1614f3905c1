// The browser's voice says the text of the page; a second press stops it. Without a voice there is no button.

import "../offline/connection.js";
import { sayable } from "../board/spoken.js";
import { part, parts } from "../dom.js";

const button = part("#say");
const voice = window.speechSynthesis;
const start = button.textContent;
const show = () => { button.textContent = voice.speaking ? button.dataset.stop ?? start : start; };

// One utterance a sentence: long ones are cut off by some browsers.
function say() {
  for (const line of parts("#aloud h2, #aloud p")) {
    const said = new SpeechSynthesisUtterance(sayable(line.textContent));
    said.lang = document.documentElement.lang;
    said.onstart = show;
    said.onend = () => setTimeout(show, 300);
    voice.speak(said);
  }
}

if (voice) {
  button.hidden = false;
  button.addEventListener("click", () => {
    if (voice.speaking) voice.cancel();
    else say();
    setTimeout(show, 300);
  });
  addEventListener("pagehide", () => voice.cancel());
}
