// Tones that a page plays. Browsers allow sound only after the user has touched the page.

/** @type {AudioContext} */
let audio;

/** Begin to play; to be called while the user taps. */
export function resumeAudio() {
  if (!window.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume();
}

export const isAudible = () => audio?.state === "running";

/** Play tones, each a pitch (hertz) and its start (seconds). */
export function playTones(/** @type {[pitch: number, delay: number][]} */ tones, { seconds = 0.12, loudness = 0.15 } = {}) {
  for (const [pitch, delay] of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
