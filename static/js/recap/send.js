// Sending the picture and the summary of a match; without this script one is saved and the other marked and copied.

const picture = document.querySelector("#picture");
const summary = document.querySelector("#summary");
const changedMind = () => {}; // whoever thinks better of it loses nothing

async function pictureFile() {
  const answer = await fetch(picture.src);
  return new File([await answer.blob()], "reenganche.png", { type: "image/png" });
}

function offer(id, possible, act) {
  const button = document.querySelector(id);
  button.hidden = !possible;
  button.addEventListener("click", () => act(button));
}

const sample = new File([], "reenganche.png", { type: "image/png" });
// Fetched before it is asked for: a share must follow the tap at once.
const ready = navigator.canShare?.({ files: [sample] }) ? pictureFile() : null;
ready?.catch(changedMind);
offer("#send-picture", ready, () => ready.then((file) => navigator.share({ files: [file] })).catch(changedMind));
offer("#send-text", navigator.share, () => navigator.share({ text: summary.value }).catch(changedMind));
offer("#copy-text", navigator.clipboard, (button) => {
  const done = () => (button.textContent = button.dataset.done);
  navigator.clipboard.writeText(summary.value).then(done, () => summary.focus()); // focus marks it
});
summary.addEventListener("focus", () => summary.select());
