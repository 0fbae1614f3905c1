// On the big board, what another phone has just written is shown large for some seconds.

import "../offline/connection.js";
import { on, part } from "../dom.js";

const SHOWN_MS = 6000;
let timer = 0;

on("board:shown", () => {
  const line = part("[data-read-aloud]:not(:has(.hint))");
  if (!line) return;
  line.classList.add("fresh");
  clearTimeout(timer);
  timer = setTimeout(() => part("[data-read-aloud]")?.classList.remove("fresh"), SHOWN_MS);
});
