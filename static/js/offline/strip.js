// The strip in the header of every page: what waits on this phone, and whether something has to be decided; on the first
// page the matches that wait to be started. It leads to the list, or to what has to be decided.

import { on } from "../events.js";
import { olderLines, sendOlder } from "../sync/older_lines.js";
import { waiting } from "../sync/session.js";
import * as store from "../sync/store.js";
import { onAnswer, wake } from "../sync/transport.js";

const GOOD_NEWS_MS = 8000;
const notice = document.getElementById("waiting");
const list = notice.pathname;
const page = document.documentElement.dataset;
const codeHere = () => document.getElementById("board")?.dataset.key?.split(":")[0];

// On a phone without the engine a hand waits in its form (../hand_entry/waiting_form.js).
const formsWaiting = () => Object.keys(localStorage).filter((place) => place.startsWith("waiting:")).length;

async function show() {
  const records = await store.waiting();
  const [{ count, stopped, first }, older] = [waiting(records), await olderLines()];
  const all = count + older.length + formsWaiting();
  notice.hidden = !all;
  notice.querySelector("b").textContent = all;
  notice.href = stopped ? `${list}#${first.code}:${first.key}` : list;
  notice.classList.toggle("asks", stopped > 0 || older.some(({ said }) => said));
  showStarts(records.filter(({ start }) => start));
  records.forEach(followMoved);
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

// The server gave a match another code, or has it only now: it did not know this page.
function followMoved({ code, moved }) {
  if (moved && location.pathname.startsWith(`/m/${code}/`)) location.replace(`/m/${moved}/`);
}

// Another phone wrote the same: good news, shown for a moment on the board.
async function showSame() {
  const code = codeHere();
  if (!code || !(await store.read(code))?.notice) return;
  const good = document.getElementById("same");
  good.hidden = false;
  setTimeout(() => (good.hidden = true), GOOD_NEWS_MS);
  await store.change(code, (record) => {
    const { notice, ...rest } = record ?? {};
    return notice && rest;
  });
}

const showAgain = () => show().then(showSame).catch(() => {}); // storage is forbidden
const sendThose = () => sendOlder().catch(() => {});

store.onChange(showAgain);
onAnswer(({ code, moved }) => codeHere() || followMoved({ code, moved }));
on("waiting", showAgain);
on("hands", showAgain);
addEventListener("online", sendThose);
showAgain();
sendThose();
wake();
// The server does not know this phone any more. A page that was kept does not say so.
if (!["known", "kept", "missing"].some((name) => name in page)) store.forget().catch(() => {});
