// What the scripts of a board share: whether somebody types, the guard against a second tap, and what the board tells to
// those who do not look: texts for screen readers, and a signal of a save: the phone vibrates and, if the user wants it,
// plays two soft tones.

const TAP_GUARD_MS = 700;

export function isTyping() {
  const form = document.querySelector("[data-hand-form]");
  return form !== null && !("saved" in form.dataset) && [...form.elements].some((input) => (input.type === "text" && input.value) || (/^(radio|checkbox)$/.test(input.type) && input.checked));
}

// For a moment, ignore taps on buttons that have just appeared: a double tap on Save must not answer or undo.
export function guardTaps() {
  const guarded = document.querySelectorAll("#board :is(.ask button, [form=undo], [form=redo], [data-tap-guard])");
  for (const button of guarded) button.setAttribute("aria-disabled", "true");
  const free = () => guarded.forEach((button) => "needsSignal" in button.dataset || button.removeAttribute("aria-disabled"));
  setTimeout(free, TAP_GUARD_MS);
}

document.addEventListener("click", (event) => {
  if (event.detail && event.target.closest("[aria-disabled=true]")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// Texts for screen readers. The line to read aloud is redrawn too often to be a live region itself.
export function speak(text) {
  const liveRegion = document.getElementById("spoken");
  if (liveRegion) liveRegion.textContent = text.replace(/\s+/g, " ").trim();
}

export const speakLine = () => speak(document.querySelector("[data-read-aloud]")?.innerText ?? "");

const KEY = "sound";
const TONES = [[880, 0], [1175, 0.12]]; // hertz, start in seconds
const TONE_SECONDS = 0.12;

let audio = null;

function isSoundOn() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

function setSound(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Storage is forbidden: the choice is lost when the page is left.
  }
}

// Browsers allow sound only after the user has touched the page.
function resumeAudio() {
  if (!isSoundOn() || !window.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume();
}

function playTones() {
  for (const [pitch, delay] of TONES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}

export function signalSave() {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
  if (isSoundOn() && audio?.state === "running") playTones();
}

const box = document.getElementById("sound");
if (box && !window.AudioContext) box.closest("label").hidden = true;
else if (box) {
  box.disabled = false; // the listener below is ready
  box.checked = isSoundOn();
  box.addEventListener("change", () => {
    setSound(box.checked);
    resumeAudio();
    if (box.checked) playTones();
  });
}
document.addEventListener("pointerdown", resumeAudio);
