// The page that imports a file takes one that was shared with the app, or opened with it, and the matches that this browser has from
// the edition without a server.

import { onPart, part } from "../dom.js";
import { fileHere, wasTapped } from "../without_server/move_in.js";
import { nextShared, onOpened } from "./shared_file.js";

function put(/** @type {File} */ file) {
  const files = new DataTransfer();
  files.items.add(file);
  part("form.bring input[type=file]").files = files.files;
}

async function putNext() {
  const file = await nextShared();
  if (file) put(file);
  part("#came").hidden = !file;
  part("#none-came").hidden = Boolean(file) || location.search !== "?shared";
  history.replaceState(history.state, "", location.pathname); // loaded again it is no share
}

/** Whether there were any: nothing else is put in the form that was sent. */
async function bringThoseHere() {
  const file = await fileHere(wasTapped());
  if (!file) return false;
  put(file);
  part("form.bring").requestSubmit();
  return true;
}

let isSent = false;
const databases = await indexedDB.databases?.();
if (!databases || databases.some(({ name }) => name === "reenganche")) {
  onPart("click", "#here a", (_link, event) => {
    event.preventDefault();
    bringThoseHere();
  });
  isSent = await bringThoseHere();
}
if (!isSent) await putNext();
onOpened(() => part("#came").hidden && putNext()); // the one in the form is sent first
