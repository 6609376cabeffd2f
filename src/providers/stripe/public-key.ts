import type { Environment } from '../../config/config.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { OfferedPaymentMethod } from '@upc/contract/gateway';

/**
 * Returns the studio's publishable key from the gateway. Test keys move no money and are for the environments test and
 * sandbox; live keys are for live only.
 *
 * @throws PaymentWidgetError PSP_ERROR when the key is missing or of the wrong kind; the message does not contain it.
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
