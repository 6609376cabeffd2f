import { contrast, type Rgb } from './contrast.js';

/** The ground on which a colour is drawn: the page below the widget, or a fill of the widget's own. */
type Ground = 'page' | 'background' | 'secondary' | 'primary';

interface ColorPair {
  /** Part that would be hard to see. */
  readonly what: string;
  /** Colour as written in the stylesheets. */
  readonly ink: string;
  /** Possible grounds. The colour must stand out from at least one of them. */
  readonly grounds: readonly [Ground, ...Ground[]];
  /** Required contrast in WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for other distinguishable parts (1.4.11). */
  readonly least: 3 | 4.5;
  /** Options or properties with which a page sets the two colours. */
  readonly setBy: string;
}

/** A pair of colours with insufficient contrast. */
export interface PoorPair {
  readonly what: string;
  readonly ink: Rgb;
  readonly ground: Rgb;
  /** Contrast ratio from 1 to 21. */
  readonly ratio: number;
  readonly least: number;
  readonly setBy: string;
}

const text = 'var(--_text)';
const quiet = 'var(--_text-secondary)';
const error = 'var(--_error)';
const success = 'var(--_success)';
const primary = 'var(--_primary)';
const border = 'var(--_border)';
const onBackground = (color: string): string => `var(--_on-background, ${color})`;
const onSecondary = (color: string): string => `var(--_on-secondary, ${color})`;

function pair(
  what: string,
  [ink, ground]: readonly [ink: string, on: Ground],
  least: 3 | 4.5,
  setBy: string,
): ColorPair {
  return { what, ink, grounds: [ground], least, setBy };
}

/** Every pair of colours that the stylesheets combine and a page can set. */
const pairs: readonly ColorPair[] = [
  pair('text', [text, 'page'], 4.5, 'textColorMain on the page'),
  pair('hints', [quiet, 'page'], 4.5, 'textColorSecondary on the page'),
  pair('errors', [error, 'page'], 4.5, '--upc-error on the page'),
  pair('success', [success, 'page'], 4.5, '--upc-success on the page'),
  pair('choice and focus', [primary, 'page'], 3, 'primaryColor on the page'),
  pair(
    'text in fields and rows',
    [onBackground(text), 'background'],
    4.5,
    'textColorMain on backgroundColor',
  ),
  pair('hints in rows', [onBackground(quiet), 'background'], 4.5, 'textColorSecondary on backgroundColor'),
  pair('success in rows', [onBackground(success), 'background'], 4.5, '--upc-success on backgroundColor'),
  pair('choice in rows', [primary, 'background'], 3, 'primaryColor on backgroundColor'),
  pair('text in the chosen row', [onSecondary(text), 'secondary'], 4.5, 'textColorMain on secondaryColor'),
  pair(
    'hints in the chosen row',
    [onSecondary(quiet), 'secondary'],
    4.5,
    'textColorSecondary on secondaryColor',
  ),
  pair('errors in the chosen row', [onSecondary(error), 'secondary'], 4.5, '--upc-error on secondaryColor'),
  pair(
    'success in the chosen row',
    [onSecondary(success), 'secondary'],
    4.5,
    '--upc-success on secondaryColor',
  ),
  pair('choice and focus in the chosen row', [primary, 'secondary'], 3, 'primaryColor on secondaryColor'),
  pair('text of buttons', ['var(--_on-primary, #fff)', 'primary'], 4.5, 'black or white on primaryColor'),
  {
    what: 'fields and rows',
    ink: border,
    grounds: ['page', 'background'],
    least: 3,
    setBy: 'borderColor on the page and on backgroundColor',
  },
  {
    what: 'fields in the chosen row',
    ink: border,
    grounds: ['secondary', 'background'],
    least: 3,
    setBy: 'borderColor on secondaryColor and on backgroundColor',
  },
];

const fills: Readonly<Record<Ground, readonly string[]>> = {
  page: [],
  background: ['var(--_background)'],
  secondary: ['var(--_secondary)'],
  primary: [primary],
};

/**
 * Returns the pairs below AA, each with the ground of the highest contrast.
 *
 * @param paint returns the visible colour of these layers on the page, the last one on top; undefined when it cannot be
 * determined.
 */
export function poorPairs(paint: (layers: readonly string[]) => Rgb | undefined): readonly PoorPair[] {
  return pairs.flatMap(({ what, ink, grounds, least, setBy }) => {
    const readings = grounds.map((name) => {
      const ground = paint(fills[name]);
      const inkOnIt = paint([...fills[name], ink]);
      return ground && inkOnIt && { ink: inkOnIt, ground, ratio: contrast(inkOnIt, ground) };
    });
    const known = readings.filter((reading) => reading !== undefined);
    const [best] = known.sort((one, other) => other.ratio - one.ratio);
    // If a ground is unknown, the pair may have enough contrast on that one.
    if (!best || known.length < grounds.length || best.ratio >= least) return [];
    return [{ what, ...best, least, setBy }];
  });
}
