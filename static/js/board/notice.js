// A buzz and, if it was wanted, two soft tones when something was saved.

const KEY = "sound";
const TONES = [[880, 0], [1175, 0.12]]; // hertz, and when, in seconds
const LASTS = 0.12;

let audio = null;

function wanted() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

function want(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // A forbidden storage: it holds until the page is left.
  }
}

// Browsers let a page be heard only after it was touched.
function wake() {
  if (!wanted() || !window.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume();
}

function play() {
  for (const [pitch, after] of TONES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LASTS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LASTS);
  }
}

export function notice() {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
  if (wanted() && audio?.state === "running") play();
}

const box = document.getElementById("sound");
if (box && !window.AudioContext) box.closest("label").hidden = true;
else if (box) {
  box.disabled = false; // from now on a tap is heard
  box.checked = wanted();
  box.addEventListener("change", () => {
    want(box.checked);
    wake();
    if (box.checked) play();
  });
}
document.addEventListener("pointerdown", wake);
