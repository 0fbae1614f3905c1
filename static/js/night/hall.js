// The screen of the hall: asks whether anything changed, turns its pages, counts down the clock.

import "../offline/connection.js";
import { part } from "../dom.js";

const hall = part("#hall");
const clock = part("#clock");

async function look() {
  const answer = await fetch(hall.dataset.poll ?? "").catch(() => null);
  if (!answer?.ok) return;
  const isOld = await answer.text() !== hall.dataset.version;
  if (isOld) location.replace(location.pathname);
  else if (hall.dataset.turns !== undefined) location.replace(`?page=${hall.dataset.next}`);
}

function tick() {
  const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends ?? "") - Date.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

setInterval(look, 1000 * Number(hall.dataset.seconds));
if (clock) {
  tick();
  setInterval(tick, 1000);
}
