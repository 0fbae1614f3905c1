// The first page, drawn by the engine from the matches that this phone has. Until it runs the page is as it was drawn last.

import { part, tryStorage } from "../dom.js";
import { groups } from "../offline/no_signal_page.js";
import { call } from "../phone/engine.js";
import { uncopied } from "./copy.js";
import { summaries, tableOf } from "./documents.js";

const LISTED = 100; // matches; the page shows fewer
const page = document.documentElement;
const STORED_AS = `home:${page.lang}:${page.dataset.version}`; // in localStorage: the page as it was drawn last

function show(/** @type {string | null | undefined} */ html) {
  if (!html) return;
  const isCached = part("#ready")?.classList.contains("yes") ?? false; // what a phone needs without a signal
  part("#main").innerHTML = html;
  part("#ready")?.classList.toggle("yes", isCached);
}

async function draw() {
  const { matches, broken } = await summaries();
  if (!matches.length && !broken) return;
  const isLasting = await navigator.storage?.persisted?.();
  const asked = { groups: await groups(), uncopied: uncopied(matches), is_lasting: isLasting ?? false, now: Date.now(), matches: [], broken };
  const { blocks } = await call("home", asked, { table: tableOf(matches.slice(0, LISTED)) });
  show(blocks.main);
  tryStorage(() => localStorage.setItem(STORED_AS, blocks.main));
}

show(tryStorage(() => localStorage.getItem(STORED_AS)));
draw().catch(() => {});
