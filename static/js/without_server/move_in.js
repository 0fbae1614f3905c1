// On pages of a server: the matches that this browser has from the edition without one, which was at the same address. The first page
// offers to bring them into a group, and the page that imports a file takes them.

import { onPart, parsed, part, tryStorage } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { isOnlyHere } from "../sync/session.js";
import { all } from "../sync/store.js";
import { fileText } from "./circle_file.js";

const OWNER = 3;
const ANSWERED = "moved-in"; // in localStorage: how much was brought, or is to stay here
const TAPPED = "move-in"; // in sessionStorage, until the page that imports has seen it: a link of another site is no tap
const SENT = "moved-in"; // in sessionStorage: how much is in the file that was sent last, of which a page says what it would add

const matchesHere = async () => (await all()).filter(isOnlyHere);

/** So much is there: another match or entry is asked about again. */
const sizeOf = (/** @type {MatchRecord[]} */ records) => `${records.length} ${records.flatMap(({ document, facts = [] }) => [...(document?.entries ?? []), ...facts]).length}`;

// The worker of the edition without a server would show its own page in the place of the server's, until that of the server is
// in charge. The next page registers it.
async function removeOlderWorker() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  if (registration?.installing || registration?.waiting) await registration.unregister();
}

/** Offer them on the first page: the part of the page that imports into a group of this phone, or into a new one. */
export async function offerOnHome() {
  const records = await matchesHere();
  if (!records.length || tryStorage(() => localStorage.getItem(ANSWERED)) === sizeOf(records)) return;
  await removeOlderWorker();
  const own = (await groups())?.groups.find((/** @type {{role: number}} */ { role }) => role >= OWNER);
  const answer = await fetch(own ? `/c/${own.code}/import/` : "/import/");
  const offer = part("#here", parsed(await answer.text()));
  part("#unsent").before(offer);
  show(records);
}

function show(/** @type {MatchRecord[]} */ records) {
  part("#here b").textContent = String(records.filter(({ document }) => document).length);
  part("#here").hidden = false;
}

/** Show them on the page that imports. With `isWanted` the file with them, if there are any. */
export async function fileHere(/** @type {boolean} */ isWanted) {
  const records = await matchesHere();
  if (records.length) show(records);
  sessionStorage.setItem(SENT, isWanted ? sizeOf(records) : "");
  if (!records.length || !isWanted) return null;
  return new File([await fileText(records, part("#here").dataset.texts)], "reenganche");
}

/** The user lets the server take the file that was sent last. */
export function confirm() {
  const size = sessionStorage.getItem(SENT);
  if (size) localStorage.setItem(ANSWERED, size);
}

/** Whether somebody has tapped just now that they go into a group. */
export function wasTapped() {
  const tapped = sessionStorage.getItem(TAPPED);
  sessionStorage.removeItem(TAPPED);
  return tapped !== null;
}

onPart("click", "#here a", () => sessionStorage.setItem(TAPPED, ""));
onPart("click", "[data-leave]", async () => {
  localStorage.setItem(ANSWERED, sizeOf(await matchesHere()));
  part("#here").remove();
});
