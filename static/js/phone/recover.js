// Words that came with the QR of a paper key, behind the # of the address, go into the field, and out of the address.

import { part } from "../dom.js";

const words = location.hash.slice(1).replaceAll("-", " ");
if (words) {
  history.replaceState(history.state, "", location.pathname);
  const field = part("#id_words");
  if (field) field.value = words;
}
