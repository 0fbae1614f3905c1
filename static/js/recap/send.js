// Buttons that share the picture and the text of a match. Without this script both can be saved or copied by hand.

import "../offline/connection.js";

const picture = document.querySelector("#picture");
const summary = document.querySelector("#summary");
const ignoreCancel = () => {}; // the user closed the share dialog

async function pictureFile() {
  const answer = await fetch(picture.src);
  return new File([await answer.blob()], "reenganche.png", { type: "image/png" });
}

function showButton(id, isPossible, onClick) {
  const button = document.querySelector(id);
  button.hidden = !isPossible;
  button.addEventListener("click", () => onClick(button));
}

const sample = new File([], "reenganche.png", { type: "image/png" });
// Fetched before the tap: browsers allow sharing only right after it.
const pictureReady = navigator.canShare?.({ files: [sample] }) ? pictureFile() : null;
pictureReady?.catch(ignoreCancel);
showButton("#send-picture", pictureReady, () => pictureReady.then((file) => navigator.share({ files: [file] })).catch(ignoreCancel));
showButton("#send-text", navigator.share, () => navigator.share({ text: summary.value }).catch(ignoreCancel));
showButton("#copy-text", navigator.clipboard, (button) => {
  const confirm = () => (button.textContent = button.dataset.done);
  navigator.clipboard.writeText(summary.value).then(confirm, () => summary.focus()); // focus selects the text
});
summary.addEventListener("focus", () => summary.select());
