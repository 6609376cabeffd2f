import type { Styling } from '../config/config.js';

interface StylingProperty {
  readonly option: keyof Styling;
  readonly property: string;
  /** The CSS property whose values are allowed. */
  readonly syntax: string;
}

const stylingProperties: readonly StylingProperty[] = [
  { option: 'primaryColor', property: '--upc-primary', syntax: 'color' },
  { option: 'secondaryColor', property: '--upc-secondary', syntax: 'color' },
  { option: 'textColorMain', property: '--upc-text', syntax: 'color' },
  { option: 'textColorSecondary', property: '--upc-text-secondary', syntax: 'color' },
  { option: 'borderColor', property: '--upc-border', syntax: 'color' },
  { option: 'borderRadius', property: '--upc-radius', syntax: 'border-radius' },
  { option: 'boxShadow', property: '--upc-shadow', syntax: 'box-shadow' },
  { option: 'backgroundColor', property: '--upc-background', syntax: 'color' },
];

/**
 * The custom property of each styling option, with its value, or undefined where none or an unusable one was given.
 *
 * @param supports `CSS.supports`: whether a property takes a value.
 */
export function themeProperties(
  styling: Styling,
  supports: (property: string, value: string) => boolean,
): ReadonlyMap<string, string | undefined> {
  return new Map(
    stylingProperties.map(({ option, property, syntax }) => {
      const value = styling[option];
      const isUsable = typeof value === 'string' && isPlain(value) && supports(syntax, value);
      return [property, isUsable ? value : undefined];
    }),
  );
}

/** A function of CSS that makes a colour or a length of others, or brackets around a sum, with no bracket inside. */
const innermost =
  /(?<![\w-])(?:(?:rgb|hsl)a?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var|calc|min|max|clamp)?\(([^()]*)\)/gi;

/**
 * `CSS.supports` takes anything around a `var()`, and what is left open at the end: nothing may end the declaration,
 * fetch or read something, not even where the style is written out and read again.
 */
function isPlain(value: string): boolean {
  if (value.length > 200) return false;
  const inside = value.replace(innermost, ' $1 ');
  return inside === value ? /^(?:[-\w\s#%.,+]|\*(?!\/)|\/(?!\*))*$/.test(value) : isPlain(inside);
}
