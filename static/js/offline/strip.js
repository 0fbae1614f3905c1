// What waits on this phone, on every page: how much, whether something has to be asked about, and on the first page the
// matches that wait to be started.

import { on } from "../events.js";
import { waiting } from "../sync/session.js";
import { onChange, waiting as recordsWaiting } from "../sync/store.js";
import { wake } from "../sync/transport.js";

const notice = document.getElementById("waiting");

// On a phone without the engine a hand waits in its form (../hand_entry/waiting_form.js).
const formsWaiting = () => Object.keys(localStorage).filter((place) => place.startsWith("waiting:")).length;

async function show() {
  const records = await recordsWaiting();
  const { count, stopped } = waiting(records);
  const all = count + formsWaiting();
  notice.hidden = !all;
  notice.querySelector("b").textContent = all;
  notice.classList.toggle("asks", stopped > 0);
  showStarts(records.filter(({ start }) => start));
}

function showStarts(records) {
  const section = document.getElementById("unsent");
  if (!section) return;
  section.hidden = !records.length;
  section.querySelector("ul").replaceChildren(...records.map(itemOf));
}

function itemOf({ code, start }) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = `/m/${code}/`;
  link.textContent = start.told;
  item.append(link);
  return item;
}

const showAgain = () => show().catch(() => {}); // storage is forbidden

onChange(showAgain);
on("waiting", showAgain);
showAgain();
wake();
