import decodeQR from 'qr/decode.js';

const QUIET_ZONE = 7;
const PIXELS = 4;

/** Reads the text of a QR code as a camera does, from a picture of its modules. */
export function readModules(modules: readonly (readonly boolean[])[]): string {
  const width = (modules.length + 2 * QUIET_ZONE) * PIXELS;
  const moduleAt = (pixel: number) => Math.floor(pixel / PIXELS) - QUIET_ZONE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const isDark = modules[moduleAt(at / width)]?.[moduleAt(at % width)] ?? false;
    if (isDark) data.fill(0, at * 4, at * 4 + 3);
  }
  return decodeQR({ width, height: width, data });
}

/** Returns the modules of a code as the gateway sends it. */
export function modulesOf(hex: string): boolean[][] {
  const bits = Array.from(hex, (digit) => parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  const size = Math.floor(Math.sqrt(bits.length));
  return Array.from({ length: size }, (_, y) =>
    Array.from(bits.slice(y * size, (y + 1) * size), (bit) => bit === '1'),
  );
}
