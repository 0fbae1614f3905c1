// On the big board, what another phone has just written is shown large for some seconds.

import "../offline/connection.js";
import { on } from "../events.js";

const SHOWN_MS = 6000;
let timer = 0;

on("board:shown", () => {
  const line = document.querySelector("[data-read-aloud]");
  if (!line || line.querySelector(".hint")) return;
  line.classList.add("fresh");
  clearTimeout(timer);
  timer = setTimeout(() => document.querySelector("[data-read-aloud]")?.classList.remove("fresh"), SHOWN_MS);
});
