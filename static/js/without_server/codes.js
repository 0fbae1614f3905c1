// A value as QR codes. Each leads to an address with digits behind the #, which no browser sends; digits take the least room.

import { qrcode } from "../../vendor/qrcode-generator/qrcode.mjs";

const MOST_MODULES = 117; // of a side: version 25
const MOST_CODES = 9;
const MOST_DIGITS = 3100; // of a code; version 25 has room for 3,057
const MOST_BYTES = 200_000; // of a value as JSON
const PRIME = 99_991n; // the remainder shows whether all digits are there
const PART = /^#(\d)-(\d)-(\d{1,5})-(\d+)$/; // which, of how many, remainder, digits

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > MOST_BYTES) throw new RangeError("too large");
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The codes of a value, each with its address and its drawing; none for a value that is too large. */
export async function codesOf(/** @type {unknown} */ value, /** @type {string} */ address) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const number = BigInt(`0x1${hex}`); // the 1 holds the zeros in front
  const digits = String(number);
  for (let count = Math.ceil(digits.length / MOST_DIGITS); count <= MOST_CODES; count += 1) {
    const codes = partsOf(digits, count).map((part, index) => codeOf(`${address}#${index + 1}-${count}-${number % PRIME}-`, part));
    if (codes.every(({ modules }) => modules <= MOST_MODULES)) return codes;
  }
  return [];
}

function partsOf(/** @type {string} */ digits, /** @type {number} */ count) {
  const length = Math.ceil(digits.length / count);
  return Array.from({ length: count }, (_, index) => digits.slice(index * length, (index + 1) * length));
}

/** The code of an address that ends with digits. */
export function codeOf(/** @type {string} */ start, /** @type {string} */ digits) {
  const code = qrcode(0, "L"); // a screen has no stains
  code.addData(start, "Byte");
  code.addData(digits, "Numeric");
  code.make();
  return { address: start + digits, modules: code.getModuleCount(), svg: code.createSvgTag({ cellSize: 1, margin: 4, scalable: true }) };
}

/** What an address has behind the #; null if that is no part of a value. */
export function partOf(/** @type {string} */ fragment) {
  const [, turn, count, remainder, digits] = PART.exec(fragment) ?? [];
  const isPart = digits?.length <= MOST_DIGITS && turn >= "1" && turn <= count;
  return isPart ? { nth: Number(turn), count: Number(count), remainder, digits } : null;
}

/** The value of all digits. Rejects for digits that are not whole, or too many. @returns {Promise<any>} */
export async function valueOf(/** @type {string} */ digits, /** @type {string} */ remainder) {
  const number = BigInt(digits);
  const hex = number.toString(16).slice(1);
  if (String(number % PRIME) !== remainder || hex.length % 2) throw new RangeError("not whole");
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}
