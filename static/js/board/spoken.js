// A line of a board as it is said at a table: «Luis +23 = 87» is «Luis más 23, en total 87». The voice reads the digits.

/** @param {string} line @param {Record<string, string>} words */
export const spoken = (line, { minus, plus, sum }) => line
  .replace(/[\u2066-\u2069]|\p{Extended_Pictographic}/gu, "")
  .replace(/\s*=\s*/g, `, ${sum} `)
  .replace(/\u2212\s?/g, `${minus} `)
  .replace(/\+(?=\d)/g, `${plus} `)
  .replace(/\s*·\s*/g, ". ")
  .replace(/\s+/g, " ")
  .trim();
