// The switches of "Este teléfono".

import { isOn } from "../board/switches.js";
import { part, parts, tryStorage } from "../dom.js";

const voice = window.speechSynthesis;
const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Who gets the sound of what is said: the maker of the browser, unless the phone says that it needs nobody. Asked once it is
 * switched on: where a browser without a recogniser is asked, its page may crash (Chromium without a screen). */
async function showWhoHears() {
  const options = { langs: [document.documentElement.lang], processLocally: true };
  const isLocal = (await Recognition?.available?.(options)) === "available";
  part("#heard-by-maker").hidden = isLocal;
  part("#heard-by-phone").hidden = !isLocal;
}

function show() {
  const isMute = !voice?.getVoices().length;
  part("#no-voice").hidden = !isMute;
  for (const box of parts("[data-switch]")) {
    box.labels[0].hidden = (box.id === "sound" && !window.AudioContext) || (box.id === "dictation" && !Recognition);
    box.disabled = box.id === "voice" && isMute;
    box.checked = !box.disabled && isOn(box.id);
    box.onchange = () => {
      tryStorage(() => localStorage.setItem(box.id, box.checked ? "on" : "off"));
      if (box.id !== "dictation") return;
      showWhoHears().catch(() => {});
      if (!part("#record")) return; // without a server it stands below the board
      import("../hand_entry/listen.js").then(({ showKey }) => showKey()).catch(() => {});
    };
  }
}

if (voice) voice.onvoiceschanged = show; // browsers load their voices late
show();
if (isOn("dictation")) showWhoHears().catch(() => {});
