import { PaymentWidgetError } from '../errors/payment-widget-error.js';

/** Creates the error that `init`, `update` and `updateCustomerFields` throw. Its message is one sentence. */
export function wrongConfiguration(what: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `paymentWidget: ${what}.`);
}

/**
 * Describes a value for an error message: briefly, and without possible secrets. A text with an `@` may contain a
 * password or be an e-mail address, and the part after a `?` may contain a token.
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

/** Returns whether a value is an array. `Array.isArray` throws for a revoked proxy. */
function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
