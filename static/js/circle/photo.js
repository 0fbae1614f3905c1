// The page of a player's photo: it is cut on the phone, and only the square around the circle that is seen is sent.

import { onPart, part, parts } from "../dom.js";

const TYPES = ["image/webp", "image/jpeg"]; // a browser that writes no WebP writes PNG
const QUALITIES = [0.85, 0.7, 0.5, 0.3];
const MOST = 16_000; // letters of base64: 12 kB
const SHARP = 768; // pixels of the shorter side: four times the cut, as the zoom goes
const ARROW = 1 / 16; // of the cut
/** @type {Record<string, [across: number, down: number]>} */
const ARROWS = { ArrowLeft: [-ARROW, 0], ArrowRight: [ARROW, 0], ArrowUp: [0, -ARROW], ArrowDown: [0, ARROW] };

const canvas = /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (part("#cut")));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
const side = canvas.width;
const zoom = part("#zoom input");
const error = part("#photo-error");

let chosen = /** @type {File | null} */ (null); // last
let picture = /** @type {ImageBitmap | null} */ (null);
let middle = { x: 0, y: 0 }; // of the cut, in pixels of the picture

/** Pixels of the picture along one side of the cut. */
const cutSide = (/** @type {ImageBitmap} */ { width, height }) => Math.min(width, height) / Number(zoom.value);

function draw() {
  if (!picture) return;
  const { width, height } = picture;
  const cut = cutSide(picture);
  const within = (/** @type {number} */ offset, /** @type {number} */ length) => Math.max(cut / 2, Math.min(length - cut / 2, offset));
  middle = { x: within(middle.x, width), y: within(middle.y, height) };
  pen.fillStyle = "#fff"; // below what is transparent
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, middle.x - cut / 2, middle.y - cut / 2, cut, cut, 0, 0, side, side);
}

// No larger than the cut needs: the pixels of a photo may take hundreds of megabytes.
async function shrunk(/** @type {File} */ file) {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, SHARP / Math.min(whole.width, whole.height));
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((length) => Math.ceil(length * scale));
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "high" });
  whole.close();
  return small;
}

async function showChosen(/** @type {Part} */ { files }) {
  const file = files?.[0];
  if (!file) return;
  chosen = file;
  part("#store").disabled = true; // it would store the one before
  const read = await shrunk(file).catch(() => null);
  if (chosen !== file) return read?.close(); // another one was chosen meanwhile
  picture?.close();
  picture = read;
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

function move(/** @type {number} */ across, /** @type {number} */ down) {
  middle = { x: middle.x + across, y: middle.y + down };
  draw();
}

const fingers = /** @type {Map<number, { clientX: number, clientY: number }>} */ (new Map());
function apart() {
  const [one, other] = fingers.values();
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
onPart("pointerdown", "#cut", (_canvas, event) => {
  canvas.setPointerCapture(event.pointerId);
  if (fingers.size < 2) fingers.set(event.pointerId, event);
});
onPart("pointermove", "#cut", (_canvas, event) => {
  const before = fingers.get(event.pointerId);
  if (!picture || !before) return;
  const wide = fingers.size > 1 && apart();
  fingers.set(event.pointerId, event);
  if (wide) zoom.value = String((Number(zoom.value) * apart()) / wide);
  const step = cutSide(picture) / canvas.clientWidth / fingers.size;
  move((before.clientX - event.clientX) * step, (before.clientY - event.clientY) * step);
});
onPart("lostpointercapture", "#cut", (_canvas, { pointerId }) => fingers.delete(pointerId));
onPart("keydown", "#cut", (_canvas, event) => {
  if (!picture || !(event.key in ARROWS)) return;
  event.preventDefault();
  const [across, down] = ARROWS[event.key];
  move(across * cutSide(picture), down * cutSide(picture));
});

/** The cut as a data URL, as small as it is stored where the browser can. */
function dataUrl() {
  const type = TYPES.find((wanted) => canvas.toDataURL(wanted).startsWith(`data:${wanted}`));
  const urls = QUALITIES.map((quality) => canvas.toDataURL(type, quality));
  return urls.find((url) => url.length < MOST) ?? urls[QUALITIES.length - 1];
}

onPart("submit", "#photo", (form, event) => {
  part("#photo-text").value = dataUrl();
  if (navigator.onLine) return;
  event.preventDefault(); // the page without a signal would take the place of the photo
  error.hidden = false;
  error.textContent = form.dataset.noSignal;
});
