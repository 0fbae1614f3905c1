// The app on the home screen: the browser's own prompt where it has one, and the steps where it has none (an iPhone). On the page
// of this phone always, on the first page once, after a match that ended (recap/ending.js).

import { part, parts, tryStorage } from "../dom.js";

const ENDED = "ended"; // "yes" once a match ended here, "offered" from then on
const section = part("#install");
const isOnce = section.dataset.once !== undefined;
const isInstalled = matchMedia("(display-mode: standalone)").matches;
const ended = tryStorage(() => localStorage.getItem(ENDED));

function offer(/** @type {string} */ way) {
  if (isInstalled || (isOnce && ended !== "yes")) return;
  for (const one of parts("[data-way]", section)) one.hidden = one.dataset.way !== way;
  section.hidden = false;
}

function leave() {
  section.hidden = true;
  if (isOnce) tryStorage(() => localStorage.setItem(ENDED, "offered"));
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // else the browser asks when it likes
  offer("prompt");
  part("[data-way=prompt] button", section).onclick = async () => {
    await /** @type {InstallPrompt} */ (event).prompt();
    leave();
  };
});
part("[data-later]", section)?.addEventListener("click", leave);
if ("standalone" in navigator && !navigator.standalone) offer("steps");
