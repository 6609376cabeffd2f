import type { Schemas } from '@upc/contract/gateway';
import type { PaymentMethod } from '../ports/provider.js';

type Details = Schemas['PaymentInstrumentDetails'];

/** Methods that a person only chooses: no provider, no mandate, nothing to wait for. */
const DETAILS: Partial<Record<PaymentMethod, Details>> = {
  CASH: { cash: {} },
  BANK_TRANSFER: { bankTransfer: {} },
};

/** The details of a method that is done as soon as it is chosen, or null for any other. */
export function immediateDetails(method: PaymentMethod): Details | null {
  return DETAILS[method] ?? null;
}
