// The screen of the hall: follows the night, turns its pages, counts down the clock, and sounds when the last hand begins. The page
// stays, and with it the permission to sound.

import { fetched } from "../board/follow.js";
import { part } from "../dom.js";
import { isAudible, playTones, resumeAudio } from "../sound.js";
import { clockText, follow } from "./follow.js";

const LAST_HAND = /** @type {[pitch: number, delay: number][]} */ ([[660, 0], [880, 0.4], [660, 0.8], [880, 1.2]]);
const PATIENCE_MS = 10_000;
const LAST_HAND_SOUNDS = { seconds: 0.4, loudness: 0.6 };

const lost = part("#lost");
const box = part("#sound");
const stage = () => part("#hall").dataset.stage;

// What the server says is left: the clock of this computer may be wrong. It says so anew with each answer, because a computer that
// sleeps counts no time.
let last = { left: 0, at: 0 };
let isLoading = false;

const secondsLeft = () => Math.max(0, Math.round(last.left - (performance.now() - last.at) / 1000));

function tick() {
  const clock = part("#clock");
  if (!clock) return;
  const left = secondsLeft();
  clock.textContent = clockText(left);
  const isLast = left === 0 && stage() !== "last";
  const isClock = left <= Number(clock.dataset.alone) && stage() === "seats";
  if (isLast || isClock) show(location.pathname);
}

function begin() {
  last = { left: Number(part("#clock")?.dataset.left), at: performance.now() };
  tick();
}

async function show(/** @type {string} */ address) {
  if (isLoading) return;
  isLoading = true;
  const { page } = await fetched(address, PATIENCE_MS).catch(() => ({ page: null })); // also where the line was cut in the middle
  isLoading = false;
  const next = page && part("#hall", page);
  lost.hidden = Boolean(next);
  if (!next) return;
  if (page.documentElement.dataset.version !== document.documentElement.dataset.version) return location.replace(location.pathname);
  const before = stage();
  part("#hall").replaceWith(next);
  begin();
  if (stage() === "last" && before !== "last" && box.checked && isAudible()) playTones(LAST_HAND, LAST_HAND_SOUNDS);
}

follow("#hall", (isOld, time) => {
  const clock = part("#clock");
  const hall = part("#hall");
  if (time && clock) last = { left: (Date.parse(clock.dataset.ends) - time) / 1000, at: performance.now() };
  if (isOld) show(location.pathname);
  else if ("turns" in hall.dataset) show(`${location.pathname}?page=${hall.dataset.next}`);
});
if (window.AudioContext) {
  box.disabled = false;
  box.addEventListener("change", () => {
    if (!box.checked) return;
    resumeAudio();
    playTones(LAST_HAND, LAST_HAND_SOUNDS);
  });
} else box.labels[0].hidden = true;
begin();
setInterval(tick, 1000);
