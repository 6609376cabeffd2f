/** An image without anything that is not needed to show it. */
export interface BareImage {
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/**
 * Removes from an image whatever is not needed to show it, such as the place and time of a photograph, the camera,
 * comments, smaller copies, and data after its end. A photograph keeps how it is to be turned.
 *
 * @returns null if the content is not a complete JPEG or PNG. Whether the pixels can be decoded is not checked.
 */
export function bareImage(bytes: Buffer): BareImage | null {
  return bareJpeg(bytes) ?? barePng(bytes);
}

/** Marker codes of JPEG (ISO/IEC 10918-1, table B.1). */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;

/** The beginning of a JPEG, with a JFIF segment in place of the file's own. */
const JPEG_START = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

function bareJpeg(bytes: Buffer): BareImage | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const kept: Buffer[] = [];
  let size: { readonly width: number; readonly height: number } | null = null;
  let isScanned = false;
  let turn = 1;
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const code = bytes[at + 1] ?? 0;
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === EOI) {
      if (!size || !isScanned) return null;
      const parts = [JPEG_START, ...(turn === 1 ? [] : [turned(turn)]), ...kept, Buffer.from([0xff, EOI])];
      return { contentType: 'image/jpeg', ...size, bytes: Buffer.concat(parts) };
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const content = bytes.subarray(at + 4, end);
    if (isFrame(code)) {
      if (content.length < 5) return null;
      size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    }
    if (code === APP1) turn = turnOf(content) ?? turn;
    const isAbout = (code >= APP0 && code <= APP15 && code !== APP14) || code === COM;
    const next = code === SOS ? endOfScan(bytes, end) : end;
    if (code === SOS) isScanned = true;
    if (!isAbout) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

/** Returns where the marker after a scan begins. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  while (at + 1 < bytes.length) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && code !== 0 && code !== 0xff && !isRestart(code)) return at;
    at += 1;
  }
  return bytes.length;
}

const ORIENTATION = 0x0112;

/** Reads from Exif how a photograph is to be turned: 1 to 8; null if it does not say. */
function turnOf(content: Buffer): number | null {
  const tiff = content.subarray(6);
  if (content.toString('latin1', 0, 6) !== 'Exif\0\0' || tiff.length < 8) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < u16(first); entry += 1) {
    const at = first + 2 + entry * 12;
    if (u16(at) !== ORIENTATION) continue;
    const turn = u16(at + 8);
    return turn >= 1 && turn <= 8 ? turn : null;
  }
  return null;
}

/** An Exif segment with the orientation alone; its value is at `TURN_AT`. */
const TURNED = Buffer.from(
  'ffe10022' + '457869660000' + '49492a0008000000' + '0100' + '120103000100000000000000' + '00000000',
  'hex',
);
const TURN_AT = 28;

/** Builds an Exif segment that only says how a photograph is to be turned. */
function turned(turn: number): Buffer {
  const segment = Buffer.from(TURNED);
  segment.writeUInt16LE(turn, TURN_AT);
  return segment;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks without which a PNG looks different. */
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'];

function barePng(bytes: Buffer): BareImage | null {
  if (!bytes.subarray(0, 8).equals(PNG_START)) return null;
  const kept: Buffer[] = [];
  const types: string[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (NEEDED.includes(type)) {
      kept.push(bytes.subarray(at, end));
      types.push(type);
    }
    at = end;
    if (type === 'IEND') break;
  }
  const [header] = kept;
  const isComplete = types[0] === 'IHDR' && types.includes('IDAT') && types.at(-1) === 'IEND';
  if (!header || header.length !== 25 || !isComplete) return null;
  return {
    contentType: 'image/png',
    width: header.readUInt32BE(8),
    height: header.readUInt32BE(12),
    bytes: Buffer.concat([PNG_START, ...kept]),
  };
}
