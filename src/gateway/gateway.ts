import type { AuthenticationRequest, Bank, Payment, PaymentRequest, Session } from '@upc/contract/gateway';

/**
 * Calls of the session to the payment gateway. Every call rejects with a PaymentWidgetError, or with the
 * signal's reason when it was aborted.
 */
export interface Gateway {
  getSession(signal: AbortSignal): Promise<Session>;
  /** The bank of an account. */
  lookUpBank(iban: string, signal: AbortSignal): Promise<Bank>;
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
  /** Takes a stored instrument from the person's lists, with those that look the same. */
  removeInstrument(token: string, signal: AbortSignal): Promise<unknown>;
}
