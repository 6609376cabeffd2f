/** The error that Stripe.js throws where it is used wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
