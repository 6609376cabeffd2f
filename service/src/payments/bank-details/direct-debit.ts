import type { components } from '../../gateway/gateway-types.js';
import type { PaymentDetails } from './details.js';

type Schemas = components['schemas'];

/** A method whose form the gateway takes itself: bank details and a mandate, debited when the token is used. */
export interface DirectDebit {
  readonly scheme: Schemas['MandateOffer']['scheme'];
  /**
   * The details in the form they are sent and stored; what the method does not need is dropped.
   *
   * @throws ApiError 400 with `details.<field>` as reference.
   */
  check(details: PaymentDetails): PaymentDetails;
  /** What may be shown and kept in the clear. `signature` is SVG or null. */
  mask(details: PaymentDetails, signature: string | null): Schemas['PaymentInstrumentDetails'];
}
