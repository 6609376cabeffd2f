import type { StripeElementCSSProperties, StripeElementStyle } from '@stripe/stripe-js';
import type { FrameFieldStyle } from '../../api/config.js';
import type { ProviderAppearance } from '../provider.js';

/** What goes into Stripe's frame; everything of the box is the page's. */
const inFrame: Readonly<Record<keyof StripeElementCSSProperties, boolean>> = {
  backgroundColor: false,
  color: true,
  fontFamily: true,
  fontSize: true,
  fontSmoothing: true,
  fontStyle: true,
  fontVariant: true,
  fontWeight: true,
  iconColor: true,
  letterSpacing: true,
  lineHeight: true,
  padding: false,
  textAlign: true,
  textDecoration: true,
  textShadow: true,
  textTransform: true,
};

/** Of the box around a frame a host may say this, and nothing that could fetch something or move the page. */
const ofBox: Readonly<Record<string, string>> = {
  backgroundColor: 'background-color',
  border: 'border',
  borderColor: 'border-color',
  borderRadius: 'border-radius',
  borderStyle: 'border-style',
  borderWidth: 'border-width',
  boxShadow: 'box-shadow',
};

/** How the text in a separate field looks: as in our own fields, and over that what the host gave. Pure. */
export function frameStyle({ field, colors, iframeFields = {} }: ProviderAppearance): StripeElementStyle {
  const { base = {}, error = {}, validated = {}, placeholder = {} } = iframeFields;
  const { fontFamily, fontSize, fontWeight, letterSpacing } = field;
  return {
    base: {
      ...textOf({ color: colors.text, fontFamily, fontSize, fontWeight, letterSpacing }),
      ...textOf(base),
      '::placeholder': { color: colors.placeholder, ...textOf(placeholder) },
    },
    invalid: { color: colors.text, iconColor: colors.error, ...textOf(error) },
    complete: textOf(validated),
  };
}

/** A box's state; where several hold, the later wins. */
export type BoxState = 'base' | 'validated' | 'error';

/** How the box around a separate field looks in a state, by CSS property. Pure. */
export function boxStyle(
  { field, colors, iframeFields = {} }: ProviderAppearance,
  state: BoxState,
): Readonly<Record<string, string>> {
  const { base = {}, error = {}, validated = {} } = iframeFields;
  const own = {
    'background-color': colors.background,
    'border-color': state === 'error' ? colors.error : colors.border,
    'border-radius': field.borderTopLeftRadius ?? '0',
    'border-style': 'solid',
    'border-width': field.borderTopWidth ?? '1px',
    'box-shadow': state === 'error' ? `inset 0 0 0 1px ${colors.error}` : (field.boxShadow ?? 'none'),
  };
  const given = state === 'error' ? error : state === 'validated' ? validated : {};
  return { ...own, ...boxOf(base), ...boxOf(given) };
}

function textOf(style: Readonly<Record<string, string | undefined>>): StripeElementCSSProperties {
  return Object.fromEntries(
    Object.entries(style).filter(
      ([name, value]) => value !== undefined && inFrame[name as keyof StripeElementCSSProperties],
    ),
  );
}

function boxOf(style: FrameFieldStyle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(style).flatMap(([name, value]) => {
      const property = Object.hasOwn(ofBox, name) ? ofBox[name] : undefined;
      return property ? [[property, value]] : [];
    }),
  );
}
