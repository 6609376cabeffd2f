import type { StripeElementLocale } from '@stripe/stripe-js';

/** The widget's languages that Stripe has under the same name; a regional one that it lacks is its language there. */
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

/** Stripe's name of a locale of the widget, or `en`: Stripe refuses one that it does not know. */
export function stripeLocale(locale: string): StripeElementLocale {
  const [language] = locale.split('-');
  return known.find((name) => name === locale) ?? known.find((name) => name === language) ?? 'en';
}
