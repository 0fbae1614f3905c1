// What a board shows for a moment when it arrives: a chinchón over the whole screen, then the final totals counting up.
// Nothing of it when a page is loaded. And the button that shares the result in one tap. polling.js imports this module.

import { board, on, onPart, parsed, part, parts, tryStorage } from "../dom.js";

const CHINCHON_MS = 1900;
const COUNT_MS = 900;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

async function celebrate() {
  const isOver = board().hasAttribute("data-over");
  const chinchon = part("#chinchon-called");
  if (chinchon) await showChinchon(chinchon.content.cloneNode(true));
  if (isOver && !isStill()) countUp(parts("#board [data-total]"));
}

// Over everything, until some time has passed or somebody touches anything. It takes no tap.
function showChinchon(/** @type {DocumentFragment} */ content) {
  const [style, called] = /** @type {HTMLElement[]} */ ([...content.children]);
  return new Promise((done) => {
    const leave = () => {
      style.remove();
      called.remove();
      for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, leave, true);
      done(undefined);
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, leave, true);
    called.hidden = true;
    style.onload = () => {
      called.hidden = false;
      setTimeout(leave, CHINCHON_MS);
    };
    style.onerror = leave;
    document.body.append(style, called);
  });
}

const asNumber = (/** @type {string} */ text) => Number(text.replace("\u2212", "-"));
const asText = (/** @type {number} */ number) => (number < 0 ? `\u2212${-number}` : `${number}`);

// The text of a total stays what it is: recap.css lays the number that counts over it.
function countUp(/** @type {Part[]} */ totals) {
  const start = performance.now();
  const count = (/** @type {number} */ now) => {
    const part = Math.min(1, Math.max(0, now - start) / COUNT_MS);
    for (const total of totals) {
      if (part < 1) total.dataset.counting = asText(Math.trunc(asNumber(total.textContent) * part));
      else delete total.dataset.counting;
    }
    if (part < 1) requestAnimationFrame(count);
  };
  count(start);
}

// The text and the picture of the page behind the link. Where that fails, the page itself.
async function send(/** @type {string} */ link) {
  try {
    const page = parsed(await (await fetch(link)).text());
    const text = part("#summary", page).value;
    const picture = await (await fetch(part("img.result", page).src)).blob();
    const both = { text, files: [new File([picture], "reenganche.png", { type: "image/png" })] };
    await navigator.share(navigator.canShare?.(both) ? both : { text });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") location.assign(link); // the user closed the share dialog
  }
}

onPart("click", "[data-send-result]", (link, event) => {
  if (!navigator.share || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  send(link.href);
});

// The first page then offers the home screen, once (phone/install.js).
function noteEnd() {
  if (board()?.hasAttribute("data-over")) tryStorage(() => localStorage.getItem("ended") || localStorage.setItem("ended", "yes"));
}

on("board:written", celebrate);
on("board:shown", noteEnd);
noteEnd();
// hand_form.js writes into the line, which is below the money and may be out of sight.
on("hand:failed", () => part("#board [data-read-aloud]")?.scrollIntoView({ block: "nearest" }));
