import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js';
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js';

/** Colour of a pixel: red, green and blue. */
type Colour = readonly [number, number, number];

/** Returns a grey PNG. */
export function pngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0x77);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return pngOfRows(width, height, 0, rows);
}

/** Returns a PNG of one row with the given colours and their opacity. */
export function transparentPngOf(pixels: readonly (readonly [...Colour, number])[]): Buffer {
  return pngOfRows(pixels.length, 1, 6, Buffer.from([0, ...pixels.flat()]));
}

function pngOfRows(width: number, height: number, colourType: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colourType;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(data.length, 0);
  named.copy(made, 4);
  made.writeUInt32BE(crc32(named), made.length - 4);
  return made;
}

const { resolve } = createRequire(import.meta.url);
const program = (file: string): object => ({ wasmBinary: readFileSync(resolve(file)) });

/** Returns a JPEG with four quarters of the given colours: above from left to right, then below. */
export async function jpegOfQuarters(
  width: number,
  height: number,
  colours: readonly Colour[],
): Promise<Buffer> {
  await initEncoder(program('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const quarter = (y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1);
      data.set([...(colours[quarter] ?? []), 255], (y * width + x) * 4);
    }
  }
  return Buffer.from(await encode({ data, width, height }, { quality: 95 }));
}

/** What the decoder returns; its own type exists in browsers only. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a JPEG, and the colours in the middle of its quarters. */
export async function quartersOf(jpeg: Buffer) {
  await initDecoder(program('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  const { data, width, height } = (await decode(new Uint8Array(jpeg).buffer)) as Pixels;
  const colours = [height / 4, (height * 3) / 4].flatMap((y) =>
    [width / 4, (width * 3) / 4].map((x) => {
      const at = (Math.floor(y) * width + Math.floor(x)) * 4;
      return [...data.slice(at, at + 3)];
    }),
  );
  return { width, height, colours };
}
