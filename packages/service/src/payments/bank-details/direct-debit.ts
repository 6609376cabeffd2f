import type { PaymentInstrumentDetails, Schemas } from '@upc/contract/gateway';
import type { PaymentDetails } from './details.js';

/** A method whose form the gateway takes itself: bank details and a mandate, debited when the token is used. */
export interface DirectDebit {
  /** Fields beside account and holder that are always asked for. */
  readonly requiredFields: readonly ('address' | 'email')[];
  /** Whether `requireDirectDebitSignature` concerns it. */
  readonly isSigned: boolean;
  /**
   * Puts the address of the mandate's document into the details, or takes it out again. Only where the payer is handed
   * the document before continuing.
   */
  readonly handOver?: (
    details: PaymentInstrumentDetails,
    url: string | undefined,
  ) => PaymentInstrumentDetails;
  /**
   * The details in the form they are sent and stored; what the method does not need is dropped.
   *
   * @throws ApiError 400 with `details.<field>` as reference.
   */
  check(details: PaymentDetails): PaymentDetails;
  /** The part that may be shown and kept in the clear. */
  mask(details: PaymentDetails, mandate: AcceptedMandate): PaymentInstrumentDetails;
}

/** The part of an instrument's details that comes from the mandate. */
export interface AcceptedMandate {
  readonly reference: string;
  /** SVG or null. */
  readonly signature: string | null;
}

/** An account with the address of its mandate's document; without one when there is no address. */
export function withDocument(
  { directDebitPdfFormUrl: _, ...account }: Schemas['DirectDebitInstrument'] = {},
  url: string | undefined,
): Schemas['DirectDebitInstrument'] {
  return { ...account, ...(url !== undefined && { directDebitPdfFormUrl: url }) };
}
