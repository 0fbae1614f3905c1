// What is read to those who do not see the screen; the line itself is drawn anew too often to be heard.
export function speak(text) {
  const spoken = document.getElementById("spoken");
  if (spoken) spoken.textContent = text.replace(/\s+/g, " ").trim();
}

export const speakTheLine = () => speak(document.querySelector("#board .line")?.innerText ?? "");
