import type { Callbacks } from '../../config/config.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { Payment, Session } from '@upc/contract/gateway';
import { redirectUrl } from './redirect-url.js';

/**
 * Sends the person to the provider's page. If the host has set `onRedirect`, it does that; otherwise this page is left.
 * Inside a frame nothing is left, since the top page is the host's and providers refuse to be framed. The waiting view
 * then shows a link.
 *
 * @throws PaymentWidgetError PSP_ERROR when the session does not allow the address.
 */
export function leavePage(payment: Payment, session: Session, { onRedirect }: Callbacks): void {
  const url = redirectUrl(session, payment);
  if (url === undefined) {
    throw new PaymentWidgetError('PSP_ERROR', 'The payment leads to a host that the gateway does not allow.');
  }
  if (onRedirect) onRedirect(url);
  else if (window.top === window) location.assign(url);
}
