// The switches of "Este teléfono".

import "../offline/connection.js";
import { isOn } from "../board/switches.js";
import { parts, tryStorage } from "../dom.js";

const unable = /** @type {Record<string, boolean>} */ ({ sound: !window.AudioContext, voice: !window.speechSynthesis });

for (const box of parts("[data-switch]")) {
  box.labels[0].hidden = Boolean(unable[box.id]);
  box.disabled = false; // the listener below is ready
  box.checked = isOn(box.id);
  box.addEventListener("change", () => tryStorage(() => localStorage.setItem(box.id, box.checked ? "on" : "off")));
}
