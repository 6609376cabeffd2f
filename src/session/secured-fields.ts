import type { OfferedPaymentMethod, Session } from '../gateway/gateway.js';
import type { ProviderFields } from '../providers/provider.js';

/** Where the session gets a provider's secured fields from; in the browser they are on the page. */
export interface SecuredFieldsHost {
  /**
   * Opens the fields of a method, or gives those that are open already.
   * @throws PaymentWidgetError PSP_ERROR when the provider does not answer in time or refuses the page.
   */
  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields>;
}
