import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ExpressButtonsOptions, ProviderFields } from './provider.js';

/** Opens a provider's secured fields for the session. In the browser they are on the page. */
export interface SecuredFieldsHost {
  /**
   * Opens the fields of a method, or returns those already open.
   *
   * @throws PaymentWidgetError PSP_ERROR when the provider does not respond in time or refuses the page.
   */
  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields>;
}

/** Shows the buttons of wallets. In the browser they are on the page. */
export interface ExpressHost {
  /**
   * Shows the buttons of the wallets that pay through an offer, in place of earlier ones.
   *
   * @throws PaymentWidgetError PSP_ERROR when none can be shown; its message says why, for developers.
   */
  openExpress(
    offer: OfferedPaymentMethod,
    session: Session,
    actions: Pick<ExpressButtonsOptions, 'canPay' | 'onApprove'>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Returns the name of the slot that shows a method's secured fields. */
export function securedSlot(paymentMethod: PaymentMethod): string {
  return `secured-${paymentMethod}`;
}

/** Name of the slot that shows the buttons of wallets. */
export const expressSlot = 'express';
