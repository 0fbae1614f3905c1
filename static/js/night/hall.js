// The screen of the hall: follows the night, turns its pages, counts down the clock.

import "../offline/connection.js";
import { part } from "../dom.js";
import { follow } from "./follow.js";

const hall = part("#hall");
const clock = part("#clock");

function tick() {
  const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends ?? "") - Date.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

follow("#hall", (isOld) => {
  if (isOld) location.replace(location.pathname);
  else if (hall.dataset.turns !== undefined) location.replace(`?page=${hall.dataset.next}`);
});
if (clock) {
  tick();
  setInterval(tick, 1000);
}
