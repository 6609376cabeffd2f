import type { Callbacks } from '../../config/config.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { Payment, Session } from '@upc/contract/gateway';
import { redirectUrl } from './redirect-url.js';

/**
 * Sends the person to the provider's page: the host does, where it has said how, else the page is left. From a
 * frame nobody is sent: its top page is the host's, and providers refuse to be framed; the waiting view has a link.
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
