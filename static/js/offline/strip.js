// The strip in the header of every page: what waits on this phone, and whether something has to be decided; on the first
// page the matches that wait to be started. It leads to the list, or to what has to be decided.

import { addressOfMatch, codeHere, on, part, waitingForms } from "../dom.js";
import { isOnlyHere, waiting } from "../sync/session.js";
import * as store from "../sync/store.js";
import { wake } from "../sync/transport.js";

const GOOD_NEWS_MS = 8000;
const notice = part("#waiting");
const list = notice.pathname;

// What sends the lines of 0.5.0 and 0.6.0, on a phone that has their database or cannot tell.
async function older() {
  const databases = await indexedDB.databases?.();
  return databases?.every(({ name }) => name !== "outbox") ? null : import("../sync/older_lines.js");
}

async function show() {
  const records = await store.waiting();
  const { count, stopped, first } = waiting(records);
  const lines = (await (await older())?.olderLines()) ?? [];
  const all = count + lines.length + waitingForms().length;
  notice.hidden = !all;
  part("b", notice).textContent = String(all);
  notice.href = stopped && first ? `${list}#${first.code}:${first.key}` : list;
  notice.classList.toggle("asks", stopped > 0 || lines.some(({ said }) => said));
  showStarts(records.flatMap(({ code, start }) => (start ? [{ href: addressOfMatch(code), textContent: start.told }] : [])));
  records.forEach(followMoved);
}

function showStarts(/** @type {Partial<HTMLAnchorElement>[]} */ links) {
  const section = part("#unsent");
  if (!section) return;
  section.hidden = !links.length;
  part("ul", section).replaceChildren(...links.map((link) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), link));
    return item;
  }));
}

// The server gave a match another code, or has it only now: it did not know this page.
function followMoved(/** @type {{code: string, moved?: string}} */ { code, moved }) {
  if (moved && location.pathname.startsWith(addressOfMatch(code))) location.replace(addressOfMatch(moved));
}

// Another phone wrote the same: good news, shown for a moment on the board.
async function showSame() {
  const code = codeHere();
  if (!code || !(await store.read(code))?.notice) return;
  const good = part("#same");
  good.hidden = false;
  setTimeout(() => (good.hidden = true), GOOD_NEWS_MS);
  await store.change(code, (record) => record && { ...record, notice: undefined });
}

const showAgain = () => show().then(showSame).catch(() => {}); // storage is forbidden
const sendThose = () => older().then((module) => module?.sendOlder()).catch(() => {});

// What was played here before there was a server may go into a group.
async function offerMatches() {
  if (part("#unsent") && (await store.all()).some(isOnlyHere)) await (await import("../without_server/move_in.js")).offerOnHome();
}

store.onChange(showAgain);
on("answer", ({ code, moved }) => codeHere() || followMoved({ code, moved }));
on("waiting", showAgain);
addEventListener("online", sendThose);
showAgain();
sendThose();
wake();
offerMatches().catch(() => {}); // no signal
// The server does not know this phone any more. A page that was kept does not say so.
if (!part(":root:is([data-known], [data-kept], [data-missing])")) store.forget().catch(() => {});
