import type { CardBrand } from '../cards/brands.js';
import logos from '../cards/logos.json';
import { drawing } from './dom.js';

type Scheme = keyof typeof logos;

/** Draws the logo of a card scheme; returns undefined if there is none. */
export function brandLogo({ name }: CardBrand): SVGElement | undefined {
  if (!Object.hasOwn(logos, name)) return undefined;
  const { box, paths } = logos[name as Scheme];
  return drawing(
    'logo',
    box,
    paths.map(([fill = '', d = '']) => ['path', { fill, d }]),
  );
}

/** Draws where the security code is on the card: three digits on the back, or four on the front. */
export function codePicture(digits: 3 | 4): SVGElement {
  const card = ['rect', { x: '1', y: '3', width: '34', height: '20', rx: '3' }] as const;
  const code = { class: 'code', rx: '4' };
  return digits === 4
    ? drawing('picture', '0 0 36 26', [
        card,
        ['path', { d: 'M6 18h14' }],
        ['rect', { ...code, x: '20', y: '6', width: '13', height: '8' }],
        ['path', { class: 'digits', d: 'M22.5 10h8' }],
      ])
    : drawing('picture', '0 0 36 26', [
        card,
        ['path', { class: 'stripe', d: 'M1 8h34' }],
        ['rect', { ...code, x: '22', y: '12', width: '11', height: '8' }],
        ['path', { class: 'digits', d: 'M24.5 16h6' }],
      ]);
}
