// The page that imports a file takes one that was shared with the app, or opened with it, and the matches that this browser has from
// the edition without a server.

import "../offline/connection.js";
import { part } from "../dom.js";
import { fileHere } from "../without_server/move_in.js";
import { put } from "./shared_file.js";

const BROUGHT = "#here"; // behind the address: those matches are wanted

async function bring() {
  const file = await fileHere(location.hash === BROUGHT);
  if (!file) return;
  history.replaceState(history.state, "", location.pathname); // a page that refuses the file does not send it again
  put(file);
  part("form.bring").requestSubmit();
}

const databases = await indexedDB.databases?.();
if (!databases || databases.some(({ name }) => name === "reenganche")) {
  addEventListener("hashchange", bring);
  await bring();
}
