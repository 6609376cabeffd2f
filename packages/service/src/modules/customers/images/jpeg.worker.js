// @ts-check
/*
 * Converts one image to the JPEG that is kept. jpeg.ts runs this in a thread of its own. It is JavaScript, so that
 * threads can load it from the sources as well as beside a build.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js';
import decodePng, { init as initPngDecoder } from '@jsquash/png/decode.js';

/** @typedef {{ readonly data: Uint8ClampedArray, readonly width: number, readonly height: number }} Pixels as RGBA */

/** Largest width and height that are kept (fields-2, updateImage). */
const LIMIT = 1200;
const QUALITY = 85;

const { resolve } = createRequire(import.meta.url);

/** @param {string} file program of a package */
const program = (file) => readFileSync(resolve(file));

/**
 * @param {string} file
 * @param {(text: string) => void} printErr takes warnings
 * @returns {object} options of a JPEG program, which the package's types do not name
 */
const jpegProgram = (file, printErr) => ({ wasmBinary: program(file), printErr });

/**
 * Decodes a photograph and turns it as it says.
 * @param {ArrayBuffer} bytes
 * @returns {Promise<Pixels>}
 * @throws when it is damaged or cut off
 */
async function pixelsOfJpeg(bytes) {
  let isCutOff = false;
  await initJpegDecoder(
    jpegProgram('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', (text) => {
      // The decoder makes up what is missing and only warns.
      isCutOff ||= text.startsWith('Premature end');
    }),
  );
  const pixels = await decodeJpeg(bytes, { preserveOrientation: true });
  if (isCutOff) throw new Error('The JPEG is cut off.');
  return pixels;
}

/**
 * Decodes a PNG.
 * @param {ArrayBuffer} bytes
 * @returns {Promise<Pixels>}
 * @throws when it is damaged or cut off
 */
async function pixelsOfPng(bytes) {
  await initPngDecoder(program('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return decodePng(bytes);
}

/**
 * Puts an image on white, and scales it down if it exceeds the limit. Each pixel is the mean of the area that it covers.
 * @param {Pixels} image
 * @returns {Pixels}
 */
function fitted(image) {
  const ratio = Math.min(1, LIMIT / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * ratio));
  const height = Math.max(1, Math.round(image.height * ratio));
  const columns = shares(image.width, width);
  const line = new Float32Array(width * 4);
  const sums = new Float32Array(width * height * 4);
  let at = 0;
  for (const row of shares(image.height, height)) {
    line.fill(0);
    for (const column of columns) {
      const alpha = (image.data[at + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = 255 + ((image.data[at + channel] ?? 0) - 255) * alpha;
        add(line, column.first * 4 + channel, value * column.ofFirst);
        add(line, column.next * 4 + channel, value * column.ofNext);
      }
      at += 4;
    }
    for (const [x, value] of line.entries()) {
      add(sums, row.first * line.length + x, value * row.ofFirst);
      add(sums, row.next * line.length + x, value * row.ofNext);
    }
  }
  return { data: new Uint8ClampedArray(sums), width, height };
}

/**
 * @param {Float32Array} sums
 * @param {number} at
 * @param {number} value
 */
function add(sums, at, value) {
  sums[at] = (sums[at] ?? 0) + value;
}

/**
 * Returns for each pixel of a line the two pixels of a shorter line that it covers, and how much of each.
 * @param {number} before
 * @param {number} after
 */
function shares(before, after) {
  const length = after / before;
  return Array.from({ length: before }, (_, at) => {
    const first = Math.min(Math.floor(at * length), after - 1);
    const ofFirst = Math.min(length, first + 1 - at * length);
    return { first, ofFirst, next: Math.min(first + 1, after - 1), ofNext: length - ofFirst };
  });
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<ArrayBuffer>}
 */
async function converted({ 0: first, buffer }) {
  const pixels = await (first === 0xff ? pixelsOfJpeg(buffer) : pixelsOfPng(buffer));
  return encodeJpeg(fitted(pixels), { quality: QUALITY, progressive: false });
}

// This also defines the class ImageData, which the PNG decoder needs.
await initJpegEncoder(jpegProgram('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm', () => {}));
// Whatever a decoder throws, the image is at fault.
parentPort?.postMessage(await converted(workerData).catch(() => null));
