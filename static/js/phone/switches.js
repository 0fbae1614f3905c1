// The switches of "Este teléfono".

import "../offline/connection.js";
import { isOn } from "../board/switches.js";
import { part, parts, tryStorage } from "../dom.js";

const voice = window.speechSynthesis;

function show() {
  const isMute = !voice?.getVoices().length;
  part("#no-voice").hidden = !isMute;
  for (const box of parts("[data-switch]")) {
    box.labels[0].hidden = box.id === "sound" && !window.AudioContext;
    box.disabled = box.id === "voice" && isMute;
    box.checked = !box.disabled && isOn(box.id);
    box.onchange = () => tryStorage(() => localStorage.setItem(box.id, box.checked ? "on" : "off"));
  }
}

if (voice) voice.onvoiceschanged = show; // browsers load their voices late
show();
