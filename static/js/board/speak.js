// Texts for screen readers. The line to read aloud is redrawn too often to be a live region itself.
export function speak(text) {
  const liveRegion = document.getElementById("spoken");
  if (liveRegion) liveRegion.textContent = text.replace(/\s+/g, " ").trim();
}

export const speakLine = () => speak(document.querySelector("[data-read-aloud]")?.innerText ?? "");
