import type { Appearance } from '@stripe/stripe-js';
import type { ProviderAppearance, ProviderPresentation } from '../provider.js';
import type { Fonts } from './stripe-api.js';

/**
 * Returns the appearance of Stripe's combined element, without side effects: the host's own, or else that of the
 * widget's fields.
 */
export function stripeAppearance({ appearance, stripe }: ProviderPresentation): Appearance {
  return stripe.appearance ?? ownAppearance(appearance);
}

/** Returns the host's fonts unchecked, since Stripe checks them. */
export function stripeFonts({ stripe }: ProviderPresentation): Fonts {
  return [...(stripe.fonts ?? [])];
}

function ownAppearance({ field, label, message, colors, colorScheme }: ProviderAppearance): Appearance {
  const width = field.borderTopWidth ?? '1px';
  const border = (color: string): string => `${width} solid ${color}`;
  // The padding makes Stripe's fields as tall as the widget's own.
  const around = (px(field.height) - px(field.lineHeight) - 2 * px(width)) / 2;
  return {
    theme: colorScheme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    inputs: 'spaced',
    disableAnimations: true,
    variables: filled({
      fontFamily: field.fontFamily,
      fontSizeBase: field.fontSize,
      fontLineHeight: field.lineHeight,
      colorPrimary: colors.focus,
      colorBackground: colors.background,
      colorText: colors.label,
      colorTextSecondary: colors.placeholder,
      colorTextPlaceholder: colors.placeholder,
      colorDanger: colors.error,
      colorSuccess: colors.success,
      borderRadius: field.borderTopLeftRadius,
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    }),
    rules: {
      '.Input': filled({
        border: border(colors.border),
        boxShadow: field.boxShadow,
        color: colors.text,
        fontSize: field.fontSize,
        lineHeight: field.lineHeight,
        padding: around > 0 ? `${around}px ${field.paddingLeft ?? '12px'}` : undefined,
      }),
      '.Input:focus': {
        border: border(colors.border),
        boxShadow: field.boxShadow ?? 'none',
        outline: `2px solid ${colors.focus}`,
        outlineOffset: '2px',
      },
      '.Input--invalid': {
        border: border(colors.error),
        boxShadow: `inset 0 0 0 1px ${colors.error}`,
        color: colors.text,
      },
      '.Label': filled({
        color: colors.label,
        fontSize: label.fontSize,
        fontWeight: label.fontWeight,
        lineHeight: label.lineHeight,
        marginBottom: '4px',
      }),
      '.Error': filled({ color: colors.error, fontSize: message.fontSize, marginTop: '4px' }),
    },
  };
}

function px(length: string | undefined): number {
  const pixels = Number.parseFloat(length ?? '');
  return Number.isFinite(pixels) ? pixels : 0;
}

function filled(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
