import type { StripeElementCSSProperties, StripeElementStyle } from '@stripe/stripe-js';
import type { FrameFieldStyle } from '../../config/config.js';
import type { ProviderAppearance } from '../provider.js';

/** Styles that Stripe's frames accept. The box around a frame, with its background and padding, belongs to the page. */
const inFrame: ReadonlySet<string> = new Set<keyof StripeElementCSSProperties>([
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'iconColor',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]);

/**
 * Returns the style of the text in a separate field, without side effects: that of the widget's own fields, overridden
 * by the host's.
 */
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

/**
 * Returns the style of the box around a separate field by CSS property, without side effects: that of the widget's own
 * fields, with the host's background.
 */
export function boxStyle(
  { field, colors, iframeFields = {} }: ProviderAppearance,
  state: 'base' | 'validated' | 'error',
): Readonly<Record<string, string>> {
  const isWrong = state === 'error';
  const { backgroundColor = iframeFields.base?.backgroundColor } = iframeFields[state] ?? {};
  return {
    'background-color': backgroundColor ?? colors.background,
    'border-color': isWrong ? colors.error : colors.border,
    'border-radius': field.borderTopLeftRadius ?? '0',
    'border-style': 'solid',
    'border-width': field.borderTopWidth ?? '1px',
    'box-shadow': isWrong ? `inset 0 0 0 1px ${colors.error}` : (field.boxShadow ?? 'none'),
  };
}

function textOf(
  style: FrameFieldStyle | Readonly<Record<string, string | undefined>>,
): StripeElementCSSProperties {
  return Object.fromEntries(
    Object.entries(style).filter(([name, value]) => value !== undefined && inFrame.has(name)),
  );
}
