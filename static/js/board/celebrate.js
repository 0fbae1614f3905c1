// Gold coins and bits of paper fall over the board, for less than two seconds and never over a letter or a number. Where sound
// is on, a short fanfare. switches.js imports this module when a board arrives that has something to celebrate.

import { tryStorage } from "../dom.js";
import { isAudible, playTones } from "../sound.js";

const PIECES = 40;
const LATEST_START_MS = 500;
const FALL_MS = [900, 1300]; // the shortest and the longest
const OVERLAY_MS = 100; // until what a chinchón shows is there
const FANFARE = /** @type {[pitch: number, delay: number][]} */ ([[523, 0.25], [659, 0.35], [784, 0.45], [1047, 0.55]]);
const PAPER = ["--slip", "--felt-light"]; // and every second piece is a coin

const SHOW_TEXT = 4; // of a NodeFilter

const between = (/** @type {number} */ least, /** @type {number} */ most) => least + Math.random() * (most - least);

export function celebrate() {
  if (tryStorage(() => localStorage.getItem("sound")) === "on" && isAudible()) playTones(FANFARE);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  setTimeout(fall, OVERLAY_MS);
}

function fall() {
  const layer = document.createElement("div");
  layer.id = "celebration";
  layer.ariaHidden = "true";
  Object.assign(layer.style, { position: "fixed", inset: "0", zIndex: "10", overflow: "hidden", pointerEvents: "none", clipPath: aroundWords() });
  document.body.append(layer);
  for (let piece = 0; piece < PIECES; piece++) drop(layer, piece);
  setTimeout(() => layer.remove(), LATEST_START_MS + FALL_MS[1]);
}

// The screen without the boxes of its text, as rectangles that do not overlap: band by band from one edge of a box to the next.
function aroundWords() {
  const boxes = boxesOfText();
  const edges = [0, innerHeight, ...boxes.flatMap(({ top, bottom }) => [top, bottom])].sort((one, other) => one - other);
  let path = "";
  edges.slice(1).forEach((bottom, index) => {
    const top = edges[index];
    let left = 0;
    for (const box of boxes) {
      if (box.top >= bottom || box.bottom <= top) continue;
      if (box.left > left) path += rectangle(left, top, box.left, bottom);
      left = Math.max(left, box.right);
    }
    path += rectangle(left, top, innerWidth, bottom);
  });
  return `path("${path}")`;
}

const rectangle = (/** @type {number[]} */ ...[left, top, right, bottom]) => (right > left && bottom > top ? `M${left} ${top}H${right}V${bottom}H${left}Z` : "");

// From left to right.
function boxesOfText() {
  const words = document.createTreeWalker(document.body, SHOW_TEXT);
  const range = document.createRange();
  const boxes = [];
  while (words.nextNode()) {
    if (!words.currentNode.parentElement?.checkVisibility?.()) continue;
    range.selectNodeContents(words.currentNode);
    boxes.push(...range.getClientRects());
  }
  return boxes.sort((one, other) => one.left - other.left);
}

function drop(/** @type {HTMLElement} */ layer, /** @type {number} */ index) {
  const piece = document.createElement("i");
  const width = between(0.7, 1.5) * Math.max(12, Math.min(innerWidth, innerHeight) / 45); // larger where it is seen from afar
  const isCoin = index % 2;
  Object.assign(piece.style, {
    position: "absolute",
    left: `${between(0, 100)}%`,
    top: "-40px",
    width: `${width}px`,
    height: `${isCoin ? width : width / 2}px`,
    border: "1px solid #8f5e00",
    borderRadius: isCoin ? "50%" : "2px",
    background: `var(${isCoin ? "--gold" : PAPER[(index / 2) % PAPER.length]})`,
  });
  layer.append(piece);
  const end = `translate(${between(-60, 60)}px, ${innerHeight + 80}px) rotate(${between(-540, 540)}deg)`;
  piece.animate([{ transform: "none" }, { transform: end }], { duration: between(FALL_MS[0], FALL_MS[1]), delay: between(0, LATEST_START_MS), easing: "ease-in", fill: "both" });
}
