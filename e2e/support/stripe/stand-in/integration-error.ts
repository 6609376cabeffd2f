/** Error that Stripe.js throws when it is used incorrectly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
