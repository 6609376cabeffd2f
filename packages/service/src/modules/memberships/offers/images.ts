import { html } from '@upc/server-kit/html';
import type { Context } from '../../../core/context.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../../core/secrets/signed-query.js';

const WIDTH = 640;
const HEIGHT = 360;

/** Draws the image of an offer or a module: its name on a pattern derived from its id. */
export function drawImage(id: number, name: string): string {
  const hue = (id * 47) % 360;
  const rings = Array.from({ length: 5 }, (_, index) => {
    const angle = (id * 31 + index * 72) % 360;
    const x = WIDTH / 2 + Math.cos((angle * Math.PI) / 180) * 230;
    const y = HEIGHT / 2 + Math.sin((angle * Math.PI) / 180) * 130;
    return html`<circle
      cx="${Math.round(x)}"
      cy="${Math.round(y)}"
      r="${40 + index * 16}"
      fill="none"
      stroke="#fff"
      stroke-opacity="0.25"
      stroke-width="${6 + index * 2}"
    />`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
    <title>${name}</title>
    <defs>
      <linearGradient id="ground" x2="1" y2="1">
        <stop stop-color="hsl(${hue} 60% 32%)" />
        <stop offset="1" stop-color="hsl(${(hue + 50) % 360} 65% 24%)" />
      </linearGradient>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)" />
    ${rings}
    <text
      x="${WIDTH / 2}"
      y="${HEIGHT / 2}"
      fill="#fff"
      font-family="system-ui, sans-serif"
      font-size="${name.length > 18 ? 36 : 52}"
      font-weight="700"
      text-anchor="middle"
      dominant-baseline="middle"
    >
      ${name}
    </text>
  </svg>`.markup;
}

type Signer = Pick<Context, 'keys' | 'clock'>;

/** The subject of an image: an offer, one of its modules, or an additional module. */
export type Pictured =
  | { readonly offerId: number; readonly moduleId?: number }
  | { readonly additionalModuleId: number };

/** Lifetimes of image links in seconds (specification, Limits). */
const LIFETIME = { offer: 2 * 3600, module: 5 * 3600 } as const;

/** Returns the signed path of an image. A module's path contains its offer, whose row contains the module. */
export function imagePath({ keys, clock }: Signer, pictured: Pictured): string {
  const isOffer = 'offerId' in pictured && pictured.moduleId === undefined;
  const seconds = LIFETIME[isOffer ? 'offer' : 'module'];
  return `/images/${place(pictured)}.svg?${signedQuery(keys, named(pictured), clock.now(), seconds)}`;
}

/**
 * Returns the number of seconds for which a path remains valid; 0 if it has expired or its signature does not match.
 */
export function imageSecondsLeft({ keys, clock }: Signer, pictured: Pictured, given: SignedQuery): number {
  return secondsLeft(keys, named(pictured), given, clock.now());
}

function place(pictured: Pictured): string {
  if ('additionalModuleId' in pictured) return `additional-modules/${pictured.additionalModuleId}`;
  const { offerId, moduleId } = pictured;
  return moduleId === undefined ? `offers/${offerId}` : `offers/${offerId}/modules/${moduleId}`;
}

function named(pictured: Pictured): string {
  return `image ${place(pictured)}`;
}
