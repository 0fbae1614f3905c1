// Buttons that share or copy what stands beside them: the address of a link, a text, a picture. Without this script all can
// be selected, saved or copied by hand.

import { part, parts } from "../dom.js";

const PICTURE = "reenganche.png";
const besides = (/** @type {Part} */ button) => part("input, textarea, img", button.parentElement);
const ignoreCancel = () => {}; // the user closed the share dialog
const asFile = (/** @type {Blob[]} */ ...content) => ({ files: [new File(content, PICTURE, { type: "image/png" })] });

/** What a button shares; null if this browser cannot. A picture is fetched before the tap: sharing is allowed only right after it.
 * @returns {Promise<ShareData> | null} */
function contentOf(/** @type {Part} */ button) {
  const { src, value } = besides(button);
  if (src) return navigator.canShare?.(asFile()) ? fetch(src).then((answer) => answer.blob()).then(asFile) : null;
  return "share" in navigator ? Promise.resolve({ [button.dataset.share]: value }) : null;
}

/** Show the buttons that do something here, once each. */
export function offer() {
  for (const button of parts("[data-share][hidden]")) {
    const content = contentOf(button);
    content?.catch(ignoreCancel);
    button.hidden = !content;
    button.addEventListener("click", () => content?.then((shared) => navigator.share(shared)).catch(ignoreCancel));
  }
  for (const button of parts("[data-copy][hidden]")) {
    const field = besides(button);
    const confirm = () => (button.textContent = button.dataset.done);
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", () => navigator.clipboard.writeText(field.value).then(confirm, () => field.focus())); // focus selects the text
  }
  for (const field of parts(".address input, textarea[readonly]")) field.addEventListener("focus", () => field.select());
}

offer();
