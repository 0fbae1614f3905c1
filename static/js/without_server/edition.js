// On every page of the edition without a server: its language, and on the first page what this phone has.

import { onPart, part, root, tryStorage } from "../dom.js";

const CHOICE = "language"; // in localStorage: the language that somebody has tapped
const { roots: declared = "{}" } = document.documentElement.dataset;
/** @type {Record<string, string>} */
const roots = JSON.parse(declared);

// The first page of an edition: that of the chosen language, by the country of the browser, else of its first known language.
function wantedRoot() {
  const chosen = tryStorage(() => localStorage.getItem(CHOICE));
  const tags = [...navigator.languages.map((tag) => tag.toLowerCase()), ...(chosen ? [chosen] : [])];
  const known = tags.find((tag) => (chosen ? tag.split("-")[0] === chosen : tag.split("-")[0] in roots));
  const [language, country] = known?.split("-") ?? [];
  return roots[known ?? ""] ?? (country && roots[`${language}-*`]) ?? roots[language ?? ""] ?? root;
}

// The address of this page in the wanted language. Pages of matches are files of no host: a worker has to be there for them.
async function addressThere(otherwise = "") {
  const wanted = wantedRoot();
  const rest = location.href.slice(location.origin.length + root.length);
  const isThere = !/^(m|new)\//.test(rest) || (await navigator.serviceWorker?.getRegistration(wanted))?.active;
  return wanted === root ? "" : isThere ? wanted + rest : otherwise && wanted;
}

onPart("click", "a[data-language]", async ({ dataset }, event) => {
  event.preventDefault();
  tryStorage(() => localStorage.setItem(CHOICE, dataset.language));
  location.assign((await addressThere("first page")) || location.href);
});

const address = await addressThere();
if (address) location.replace(address);
if (part(".home-page #ready")) import("./history.js").then(({ openHome }) => openHome()).catch(() => {});
