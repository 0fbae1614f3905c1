// The big board, which nobody touches: what was just written is shown large for some seconds, and after a match it goes on
// with the rematch by itself. The page stays, and with it a screen that is full or kept awake.

import { emit, on, part } from "../dom.js";
import { pageAt, RETRY_MS } from "./follow.js";

function showEvent() {
  const event = part("[data-event]");
  if (!event) return;
  event.hidden = false;
  const leave = () => (event.hidden = true);
  setTimeout(leave, Number(event.dataset.event) * 1000);
  event.addEventListener("click", leave);
}

async function follow() {
  const link = part("[data-follow]");
  if (!link) return;
  const page = await pageAt(link.href).catch(() => null);
  if (!link.isConnected || page === "gone") return;
  if (!page) return setTimeout(follow, RETRY_MS);
  history.replaceState(null, "", link.href);
  emit("board:drawn", page);
}

// Who wants to see how it goes sees it in place of the line, which the board has shown large.
import("./switches.js").then(({ isOn }) => document.body.classList.toggle("between", isOn("between"))).catch(() => {});

on("board:written", showEvent);
on("board:shown", follow);
follow();
