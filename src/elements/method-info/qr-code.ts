import { html, svg, type TemplateResult } from 'lit';
import type { Schemas } from '@upc/contract/gateway';
import { qrPath } from './qr-path.js';

/** White modules around the code; the Swiss standard requires 5 mm around 46 mm. */
const QUIET_ZONE = 7;
const PIXELS_PER_MODULE = 3;

/** A Swiss cross in a black square, 6 mm wide, around the origin (Swiss Implementation Guidelines QR-bill). */
const SWISS_CROSS = 'M-3-3h6v6h-6zM-.6-1.9v1.3h-1.3v1.2h1.3v1.3h1.2v-1.3h1.3v-1.2h-1.3v-1.3z';

/**
 * Draws a QR code, black on white in every theme.
 *
 * @param label description for screen readers
 */
export function qrCode({ standard, modules }: Schemas['QrCode'], label: string): TemplateResult {
  const { size, path } = qrPath(modules);
  const whole = size + 2 * QUIET_ZONE;
  const pixels = whole * PIXELS_PER_MODULE;
  const middle = size / 2;
  const cross = svg`<g transform="translate(${middle} ${middle}) scale(${size / 46})">
    <path fill="#fff" d="M-3.5-3.5h7v7h-7z"/><path fill-rule="evenodd" d=${SWISS_CROSS} />
  </g>`;
  return html`<svg
    width=${pixels}
    height=${pixels}
    viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}"
    fill="#000"
    role="img"
    aria-label=${label}
  >
    <path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${whole}v${whole}h-${whole}z" />
    <path shape-rendering="crispEdges" d=${path} />
    ${standard === 'SWISS_QR' ? cross : ''}
  </svg>`;
}
