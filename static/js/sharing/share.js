// Sending and copying the address of a link; without this script it stands there to be marked and copied.

const addressOf = (button) => button.parentElement.querySelector("input");

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ url: addressOf(button).value }).catch(() => {}); // whoever thinks better of it loses nothing
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => {
    const done = () => (button.textContent = button.dataset.done);
    const field = addressOf(button);
    navigator.clipboard.writeText(field.value).then(done, () => field.focus()); // focus marks it
  });
}

for (const field of document.querySelectorAll(".address input")) {
  field.addEventListener("focus", () => field.select());
}
