import type { Environment } from '../../config/config.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { OfferedPaymentMethod } from '@upc/contract/gateway';

/**
 * The studio's publishable key, as the gateway gave it. Test keys move no money and are for the environments test and
 * sandbox, live keys for live alone.
 *
 * @throws PaymentWidgetError PSP_ERROR when there is none or it is of the other kind; the key is not repeated.
 */
export function requirePublicKey({ provider }: OfferedPaymentMethod, environment: Environment): string {
  const key = provider?.publicKey ?? '';
  const wanted = environment === 'live' ? 'live' : 'test';
  if (key.startsWith(`pk_${wanted}_`)) return key;
  const given = /^(pk_live|pk_test)_/.exec(key)?.[1];
  const what = given ? `a key of kind "${given}_…"` : key ? 'a key that is not publishable' : 'no key';
  throw new PaymentWidgetError(
    'PSP_ERROR',
    `The gateway gave ${what} for Stripe; environment "${environment}" needs "pk_${wanted}_…".`,
  );
}
