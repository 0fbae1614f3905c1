// The page that imports a file takes one that was shared with the app, or opened with it, and the matches that this browser has from
// the edition without a server.

import "../offline/connection.js";
import { onPart, part } from "../dom.js";
import { fileHere, wasTapped } from "../without_server/move_in.js";
import { put } from "./shared_file.js";

async function bring() {
  const file = await fileHere(wasTapped());
  if (!file) return;
  put(file);
  part("form.bring").requestSubmit();
}

const databases = await indexedDB.databases?.();
if (!databases || databases.some(({ name }) => name === "reenganche")) {
  onPart("click", "#here a", (_link, event) => {
    event.preventDefault();
    bring();
  });
  await bring();
}
