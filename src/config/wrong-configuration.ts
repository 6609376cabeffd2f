import { PaymentWidgetError } from '../errors/payment-widget-error.js';

/** The error that `init`, `update` and `updateCustomerFields` throw; one sentence. */
export function wrongConfiguration(what: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `paymentWidget: ${what}.`);
}

/**
 * A value as an error may show it: short, and without what could be a secret. A text with an `@` may hold a password
 * or be an e-mail address, and what follows a `?` may hold a token.
 */
export function describeValue(value: unknown, isSecret = false): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return isArray(value) ? 'an array' : 'an object';
  if (typeof value === 'function') return 'a function';
  if (value === undefined) return 'undefined';
  if (typeof value === 'symbol') return 'a symbol';
  if (isSecret || (typeof value === 'string' && value.includes('@')))
    return `a ${typeof value} of another form`;
  const shown =
    typeof value === 'string'
      ? JSON.stringify(value.replace(/\?.*/s, '?…'))
      : `${value as number | bigint | boolean}`;
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

/** Not even this can be asked of a proxy that was revoked. */
function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
