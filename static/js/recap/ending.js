// What a board shows for a moment when it arrives: a chinchón over the whole screen, then the final totals counting up.
// Nothing of it when a page is loaded. And the button that shares the result in one tap. polling.js imports this module.

import { on } from "../events.js";

const CHINCHON_MS = 2200;
const COUNT_MS = 900;

const board = () => document.getElementById("board");
const called = () => document.getElementById("chinchon-called");
const keyNow = () => called()?.dataset.key ?? board()?.dataset.key;
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let celebrated = ""; // match and line of the board that was shown last: it may be drawn again

async function celebrate() {
  const key = keyNow();
  if (!key || key === celebrated) return;
  celebrated = key;
  const isOver = board().hasAttribute("data-over");
  const chinchon = called();
  if (chinchon) await showChinchon(chinchon.content.cloneNode(true));
  if (isOver && !isStill()) countUp([...document.querySelectorAll("#board [data-total]")]);
}

// Over everything, until some time has passed or somebody touches anything. It takes no tap.
function showChinchon(content) {
  const parts = [...content.children];
  const [style] = parts;
  return new Promise((done) => {
    const leave = () => {
      parts.forEach((part) => part.remove());
      for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, leave, true);
      done();
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, leave, true);
    parts[1].hidden = true;
    style.onload = () => {
      parts[1].hidden = false;
      setTimeout(leave, CHINCHON_MS);
    };
    style.onerror = leave;
    document.body.append(...parts);
  });
}

const asNumber = (text) => Number(text.replace("\u2212", "-"));
const asText = (number) => (number < 0 ? `\u2212${-number}` : `${number}`);

// The text of a total stays what it is: recap.css lays the number that counts over it.
function countUp(totals) {
  const start = performance.now();
  const count = (now) => {
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
async function send(link) {
  try {
    const page = new DOMParser().parseFromString(await (await fetch(link)).text(), "text/html");
    const text = page.getElementById("summary").value;
    const picture = await (await fetch(page.getElementById("picture").src)).blob();
    const both = { text, files: [new File([picture], "reenganche.png", { type: "image/png" })] };
    await navigator.share(navigator.canShare?.(both) ? both : { text });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link); // the user closed the share dialog
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-send-result]");
  if (!link || !navigator.share || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  send(link.href);
});

// A board that was loaded with its page, now or after Back, is no news.
if (board()?.dataset.arrived !== undefined) celebrate();
else celebrated = keyNow() ?? "";
delete board()?.dataset.arrived; // it is not stored with the page
on("board:shown", celebrate);
// hand_form.js writes into the line, which is below the money and may be out of sight.
on("hand:failed", () => document.querySelector("#board [data-read-aloud]")?.scrollIntoView({ block: "nearest" }));
document.addEventListener("htmx:afterSettle", ({ detail }) => detail.target?.id === "board" && celebrate());
