// Buttons that share or copy the address of a link. Without this script it can be selected and copied by hand.

import "../offline/connection.js";

const addressOf = (button) => button.parentElement.querySelector("input");

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ url: addressOf(button).value }).catch(() => {}); // the user closed the share dialog
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => {
    const confirm = () => (button.textContent = button.dataset.done);
    const field = addressOf(button);
    navigator.clipboard.writeText(field.value).then(confirm, () => field.focus()); // focus selects the text
  });
}

for (const field of document.querySelectorAll(".address input")) {
  field.addEventListener("focus", () => field.select());
}
