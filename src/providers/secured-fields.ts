import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ProviderFields } from './provider.js';

/** Opens a provider's secured fields for the session. In the browser they are on the page. */
export interface SecuredFieldsHost {
  /**
   * Opens the fields of a method, or returns those already open.
   *
   * @throws PaymentWidgetError PSP_ERROR when the provider does not respond in time or refuses the page.
   */
  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields>;
}

/** Returns the name of the slot that shows a method's secured fields. */
export function securedSlot(paymentMethod: PaymentMethod): string {
  return `secured-${paymentMethod}`;
}
