import { Worker } from 'node:worker_threads';
import { ApiError } from '../../../core/errors/api-error.js';

/** Size of the largest image that is decoded. A thread needs up to 20 bytes for each pixel. */
export const MOST_MEGAPIXELS = 25;
const LONGEST_MS = 20_000;
/** Largest number of images that wait in a process. */
const MOST_WAITING = 10;
const PAUSE_SECONDS = 5;

const PROGRAM = new URL('./jpeg.worker.js', import.meta.url);

/**
 * Converts an image to a JPEG of at most 1200 × 1200 pixels; null if the image is not a readable JPEG or PNG or has too
 * many pixels.
 *
 * @throws ApiError 503 if too many images wait.
 */
export type JpegOf = (bytes: Buffer) => Promise<Buffer | null>;

/** Returns a function that converts one image at a time, because each needs much memory and a processor. */
export function jpegsInTurn(convert: JpegOf = jpegOf): JpegOf {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return async (bytes) => {
    if (count > MOST_WAITING) {
      throw new ApiError('errormessage.service.busy', undefined, { seconds: PAUSE_SECONDS });
    }
    count += 1;
    const converted = last.then(() => convert(bytes)).finally(() => (count -= 1));
    last = converted.catch(() => null);
    return converted;
  };
}

/**
 * Converts an image in a thread of its own, so that requests are answered meanwhile. The thread ends with the image, and
 * has none of the process's settings.
 *
 * @param longestMs time after which the image counts as unreadable.
 * @throws Error if the thread cannot load its program.
 */
export async function jpegOf(bytes: Buffer, longestMs = LONGEST_MS): Promise<Buffer | null> {
  const size = sizeOfJpeg(bytes) ?? sizeOfPng(bytes);
  if (!size || size.width * size.height > MOST_MEGAPIXELS * 1_000_000) return null;
  const thread = new Worker(PROGRAM, {
    workerData: new Uint8Array(bytes),
    env: {},
    execArgv: [],
    // What the decoders write is not for the log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  const timer = setTimeout(() => void thread.terminate(), longestMs);
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', (jpeg: ArrayBuffer | null) => resolve(jpeg && Buffer.from(jpeg)));
      thread.once('error', (fault: NodeJS.ErrnoException) =>
        fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(fault),
      );
      thread.once('exit', () => resolve(null));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** Size in pixels as the header says, which determines how much memory a decoder needs. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Marker codes of JPEG (ISO/IEC 10918-1, table B.1). */
const SOI = 0xd8;
const SOS = 0xda;
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const hasNoLength = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd9);

/** Finds the frame that the decoder will find. Where the decoder would skip bytes in search of a marker, there is none. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || hasNoLength(code) || code === SOS) return null;
    if (isFrame(code)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += code === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Beginning of each PNG: its signature, and the length and type of its first chunk. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !bytes.subarray(0, 16).equals(PNG_START)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
