import type { Styling } from '../config/config.js';

interface StylingProperty {
  readonly option: keyof Styling;
  readonly property: string;
  /** CSS property whose values are allowed. */
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
 * Returns the value of each styling option by its custom property; undefined for an absent or unusable value.
 *
 * @param supports `CSS.supports`, which returns whether a property accepts a value.
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

/** Matches a CSS function that combines colours or lengths, or brackets around a sum, with no bracket inside. */
const innermost =
  /(?<![\w-])(?:(?:rgb|hsl)a?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var|calc|min|max|clamp)?\(([^()]*)\)/gi;

/**
 * Returns whether a value is safe. `CSS.supports` accepts anything around a `var()`, and unclosed brackets at the end.
 * A value must not be able to end its declaration, or load or read anything, even after the style has been serialised
 * and parsed again.
 */
function isPlain(value: string): boolean {
  if (value.length > 200) return false;
  const inside = value.replace(innermost, ' $1 ');
  return inside === value ? /^(?:[-\w\s#%.,+]|\*(?!\/)|\/(?!\*))*$/.test(value) : isPlain(inside);
}
