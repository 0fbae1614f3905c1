// Reads what is typed in the form of a hand and empties it, for a hand that waits on this phone. The form itself is
// hand_form.js.

const cellText = (cell) => `${cell.parentElement.querySelector("small")?.textContent ?? ""} ${cell.value}`.trim();

// What is typed in a row, in the words of the form.
function rowText(form, row) {
  const isCloser = row.querySelector("[name=closer]:checked");
  const chip = isCloser && form.querySelector(".chip:has(:checked) label");
  const cells = [...row.querySelectorAll("input[type=text]")].filter((cell) => cell.value.trim());
  const melded = row.querySelector(".melded:has(:checked)")?.textContent.trim();
  return [isCloser && "✓", chip?.textContent, ...cells.map(cellText), melded].filter(Boolean).join(" ");
}

// `points`: the text of each seat's row; `text`: the whole hand on one line.
export function typedHand(form) {
  const rows = [...form.querySelectorAll(".row[data-seat]")].map((row) => [row.dataset.seat, row.querySelector(".name").textContent, rowText(form, row)]);
  const nobody = form.querySelector("#closer-nobody:checked + label")?.textContent;
  return {
    points: Object.fromEntries(rows.map(([seat, , points]) => [seat, points])),
    text: [nobody, ...rows.filter(([, , points]) => points).map(([, name, points]) => `${name} ${points}`)].filter(Boolean).join(" · "),
  };
}

export function clearForm(form, clientKey) {
  for (const input of form.querySelectorAll("[type=radio], [type=checkbox]")) input.checked = false;
  for (const input of form.querySelectorAll("[type=text]")) input.value = "";
  for (const message of form.querySelectorAll(".clash-panel, .trouble")) message.remove();
  form.querySelector("[name=client_key]").value = clientKey;
}
