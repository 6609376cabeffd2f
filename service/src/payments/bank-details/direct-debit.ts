import type { Schemas } from '@upc/contract/gateway';
import type { PaymentDetails } from './details.js';

/** A method whose form the gateway takes itself: bank details and a mandate, debited when the token is used. */
export interface DirectDebit {
  readonly scheme: Schemas['MandateOffer']['scheme'];
  /** Fields beside account and holder that are always asked for. */
  readonly requiredFields: readonly ('address' | 'email')[];
  /** Whether `requireDirectDebitSignature` concerns it. */
  readonly isSigned: boolean;
  /** Whether the payer is handed the mandate as a document before going on. */
  readonly isHandedOver: boolean;
  /**
   * The details in the form they are sent and stored; what the method does not need is dropped.
   *
   * @throws ApiError 400 with `details.<field>` as reference.
   */
  check(details: PaymentDetails): PaymentDetails;
  /** What may be shown and kept in the clear. */
  mask(details: PaymentDetails, mandate: AcceptedMandate): Schemas['PaymentInstrumentDetails'];
}

/** What the mandate adds to the details of an instrument. */
export interface AcceptedMandate {
  readonly reference: string;
  /** SVG or null. */
  readonly signature: string | null;
}
