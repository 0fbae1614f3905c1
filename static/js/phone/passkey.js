// The button that makes or uses a passkey: asks the server for a challenge, the browser to sign it, and sends the form.

import { part, token } from "../dom.js";

const form = part("[data-passkey]");
const isMaking = form?.dataset.passkey === "create";
const button = form && part("button", form);

/** What the browser signed. */
async function signed() {
  const body = new URLSearchParams({ do: "begin", csrfmiddlewaretoken: token() });
  const options = await (await fetch(form.action, { method: "POST", body })).json();
  if (isMaking) return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

async function send() {
  const credential = /** @type {PublicKeyCredential} */ (await signed());
  part("[name=credential]", form).value = JSON.stringify(credential.toJSON());
  form.requestSubmit();
}

if (form && "parseRequestOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {})) {
  button.hidden = false;
  part("[data-cannot]", form).hidden = true;
  button.addEventListener("click", (event) => {
    event.preventDefault();
    part("[data-failed]", form).hidden = true;
    send().catch(() => (part("[data-failed]", form).hidden = false)); // the user closed it, or no answer came
  });
}
