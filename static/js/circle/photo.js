// The page of a player's photo: it is cut on the phone, and only the square around the circle that is seen is sent.

import "../offline/connection.js";
import { onPart, part, parts } from "../dom.js";

const TYPES = ["image/webp", "image/jpeg"]; // a browser that writes no WebP writes PNG
const QUALITIES = [0.85, 0.7, 0.5, 0.3];
const MOST = 16_000; // letters of base64: 12 kB

const canvas = /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (part("#cut")));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
const side = canvas.width;
const zoom = part("#zoom input");
const error = part("#photo-error");

let picture = /** @type {ImageBitmap | null} */ (null);
let middle = { x: 0, y: 0 }; // of the cut, in pixels of the picture

/** Pixels of the picture along one side of the cut. */
const cutSide = (/** @type {ImageBitmap} */ { width, height }) => Math.min(width, height) / Number(zoom.value);

function draw() {
  if (!picture) return;
  const { width, height } = picture;
  const cut = cutSide(picture);
  const within = (/** @type {number} */ place, /** @type {number} */ length) => Math.max(cut / 2, Math.min(length - cut / 2, place));
  middle = { x: within(middle.x, width), y: within(middle.y, height) };
  pen.fillStyle = "#fff"; // below what is transparent
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, middle.x - cut / 2, middle.y - cut / 2, cut, cut, 0, 0, side, side);
}

async function showChosen(/** @type {Part} */ { files }) {
  if (!files?.length) return;
  picture = await createImageBitmap(files[0]).catch(() => null);
  error.hidden = Boolean(picture);
  error.textContent = part("#photo").dataset.unreadable;
  for (const shown of [canvas, part("#zoom")]) shown.hidden = !picture;
  part("#store").disabled = !picture;
  if (!picture) return;
  if (part("#photo-now")) part("#photo-now").hidden = true;
  zoom.value = "1";
  middle = { x: picture.width / 2, y: picture.height / 2 };
  draw();
}

for (const input of parts("[type=file]")) showChosen(input); // chosen before this file was there
onPart("change", "[type=file]", showChosen);
onPart("input", "#zoom input", draw);

let finger = { clientX: 0, clientY: 0 };
onPart("pointerdown", "#cut", (_canvas, event) => {
  canvas.setPointerCapture(event.pointerId);
  finger = event;
});
onPart("pointermove", "#cut", (_canvas, event) => {
  if (!picture || !canvas.hasPointerCapture(event.pointerId)) return;
  const step = cutSide(picture) / canvas.clientWidth;
  middle = { x: middle.x - (event.clientX - finger.clientX) * step, y: middle.y - (event.clientY - finger.clientY) * step };
  finger = event;
  draw();
});

/** The cut as a data URL, as small as it is stored where the browser can. */
function dataUrl() {
  const type = TYPES.find((wanted) => canvas.toDataURL(wanted).startsWith(`data:${wanted}`));
  const urls = QUALITIES.map((quality) => canvas.toDataURL(type, quality));
  return urls.find((url) => url.length < MOST) ?? urls[QUALITIES.length - 1];
}

onPart("submit", "#photo", () => (part("#photo-text").value = dataUrl()));
