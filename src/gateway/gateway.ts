import type { components } from './gateway-types.js';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Payment = Schemas['Payment'];
export type PaymentStatus = Schemas['PaymentStatus'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type PaymentRequest = Schemas['PaymentRequest'];
export type PaymentDetails = Schemas['PaymentDetails'];
export type PaymentInstrumentDetails = Schemas['PaymentInstrumentDetails'];
export type StoredPaymentInstrument = Schemas['StoredPaymentInstrument'];
export type OfferedPaymentMethod = Schemas['OfferedPaymentMethod'];
export type MandateOffer = Schemas['MandateOffer'];
export type NextAction = Schemas['NextAction'];
export type Creditor = Schemas['Creditor'];
export type Money = Schemas['Money'];
export type GatewayErrorBody = Schemas['Error'];
export type AuthenticationRequest = Schemas['AuthenticationRequest'];

/**
 * What the session asks of the payment gateway. Every call rejects with a PaymentWidgetError, or with the
 * signal's reason when it was aborted.
 */
export interface Gateway {
  getSession(signal: AbortSignal): Promise<Session>;
  /** @param idempotencyKey one per attempt; the same for each retry of it. */
  createPayment(request: PaymentRequest, idempotencyKey: string, signal: AbortSignal): Promise<Payment>;
  authenticate(
    id: string,
    request: AuthenticationRequest,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<Payment>;
  getPayment(id: string, signal: AbortSignal): Promise<Payment>;
  cancelPayment(id: string, signal: AbortSignal): Promise<Payment>;
}
