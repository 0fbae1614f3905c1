// A line of a board as it is said at a table: «Luis +23 = 87» is «Luis más 23, en total 87». The voice reads the digits.

// Emojis with all that changes or joins them (skin tones, flags, keycaps), and marks of the direction of a name.
const UNSAID = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|[\u200d\u2066-\u2069\u{e0020}-\u{e007f}]|\u20e3/gu;

/** What a voice is given of a text: signs would be read by their names. */
export const sayable = (/** @type {string} */ text) => text.replace(UNSAID, "").replace(/\s+/g, " ").trim();

/** Say it in the language of the page, after what is being said. */
export function say(/** @type {string} */ text) {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  speechSynthesis.speak(utterance);
  return utterance;
}

/** @param {string} line @param {Record<string, string>} words */
export const spoken = (line, { minus, plus, sum }) => sayable(line
  .replace(/\s*=\s*/g, `, ${sum} `)
  .replace(/\u2212\s?/g, `${minus} `)
  .replace(/\+(?=\d)/g, `${plus} `)
  .replace(/\s*·\s*/g, ". "));
