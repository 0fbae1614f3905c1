// The field for the six letters of a link takes only letters: a space or a hyphen that is typed, said or pasted along is left out,
// and so is whatever follows the sixth. The server reads all of that too.

import { onPart } from "../dom.js";

onPart("input", ".letters input", (field, { isComposing }) => {
  const text = field.value.replace(/[\s\p{Pd}]/gu, "").slice(0, Number(field.parentElement.dataset.most));
  if (!isComposing && text !== field.value) field.value = text;
});
