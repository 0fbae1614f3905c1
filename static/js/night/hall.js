// The screen of the hall: follows the night, turns its pages, counts down the clock.

import "../offline/connection.js";
import { part } from "../dom.js";
import { follow } from "./follow.js";

const hall = part("#hall");
const clock = part("#clock");

// What the server says is left: the clock of this device may be wrong. It says so anew with each answer, because a device that
// sleeps counts no time.
const ends = Date.parse(clock?.dataset.ends ?? "");
let last = { left: Number(clock?.dataset.left), at: performance.now() };

function tick() {
  const left = Math.max(0, Math.round(last.left - (performance.now() - last.at) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

follow("#hall", (isOld, time) => {
  if (time) last = { left: (ends - time) / 1000, at: performance.now() };
  if (isOld) location.replace(location.pathname);
  else if (hall.dataset.turns !== undefined) location.replace(`?page=${hall.dataset.next}`);
});
if (clock) {
  tick();
  setInterval(tick, 1000);
}
