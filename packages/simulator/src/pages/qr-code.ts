import { encode } from 'uqr';
import { html, type Html } from '@upc/server-kit/html';

/** White modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Draws a QR code.
 *
 * @param label description for screen readers
 */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${dark.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
