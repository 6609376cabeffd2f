import type { FormView } from '../forms/form-view.js';
import type { PaymentRequest, Session } from '@upc/contract/gateway';
import type { Wallet } from '../providers/provider.js';
import type { Choice } from './flow-state.js';

/**
 * Builds the request to the gateway, without side effects.
 *
 * @param form form of the chosen method, with only valid fields.
 * @param returnUrl provides the return address, for methods that may redirect.
 */
export function paymentRequest(
  choice: Choice,
  form: FormView | undefined,
  returnUrl: () => string,
): PaymentRequest {
  if (choice.kind === 'instrument') {
    return { paymentMethod: choice.paymentMethod, paymentInstrumentToken: choice.token };
  }
  const { paymentMethod, flow } = choice.method;
  const details = form && choice.form?.toDetails(form.values);
  const signature = form?.signature?.svg;
  return {
    paymentMethod,
    ...(details && { details }),
    ...((flow === 'frames' || flow === 'page') && { returnUrl: returnUrl() }),
    ...(form?.save !== undefined && { savePaymentInstrument: form.save }),
    ...(form?.mandate && {
      mandate: {
        reference: form.mandate.reference,
        version: form.mandate.version,
        language: form.mandate.language,
        accepted: true as const,
        ...(signature !== undefined && { signature }),
      },
    }),
  };
}

/** Builds the request for a payment by wallet, without side effects. It stores a card only where that is not optional. */
export function walletRequest(wallet: Wallet, { savingOffered }: Session, returnUrl: string): PaymentRequest {
  return {
    paymentMethod: 'CREDIT_CARD',
    details: { wallet },
    returnUrl,
    ...(savingOffered && { savePaymentInstrument: false }),
  };
}
