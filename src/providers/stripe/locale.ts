import type { StripeElementLocale } from '@stripe/stripe-js';

/**
 * Locales of the widget that Stripe supports under the same name. For a regional one that it lacks, its language is
 * used.
 */
const known: readonly StripeElementLocale[] = [
  'cs',
  'de',
  'en',
  'en-CA',
  'en-GB',
  'es',
  'fr',
  'hu',
  'it',
  'nb',
  'nl',
  'pl',
  'ro',
  'ru',
  'sl',
  'sv',
  'tr',
];

/** Returns Stripe's name for a locale of the widget, or `en`, since Stripe rejects unknown locales. */
export function stripeLocale(locale: string): StripeElementLocale {
  const [language] = locale.split('-');
  return known.find((name) => name === locale) ?? known.find((name) => name === language) ?? 'en';
}
