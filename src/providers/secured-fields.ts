import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ProviderFields } from './provider.js';

/** The session's source of a provider's secured fields; in the browser they are on the page. */
export interface SecuredFieldsHost {
  /**
   * Opens the fields of a method, or gives those that are open already.
   * @throws PaymentWidgetError PSP_ERROR when the provider does not answer in time or refuses the page.
   */
  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields>;
}

/** The slot in which a method's secured fields show. */
export function securedSlot(paymentMethod: PaymentMethod): string {
  return `secured-${paymentMethod}`;
}
