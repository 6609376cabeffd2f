/**
 * Origins that Stripe sends a person to: 3-D Secure and older redirects (hooks), pages of PayPal, iDEAL, Bancontact and
 * TWINT (pm-redirects), Stripe's own pages (payments). docs.stripe.com: next_action of each method, and "Integration
 * security guide" for hooks; seen by nobody here against Stripe's own servers (docs/stripe.md).
 */
export const STRIPE_REDIRECT_ORIGINS: readonly string[] = [
  'https://hooks.stripe.com',
  'https://pm-redirects.stripe.com',
  'https://payments.stripe.com',
];
