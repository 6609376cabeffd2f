import type { AuthenticationRequest, Bank, Payment, PaymentRequest, Session } from '@upc/contract/gateway';

/**
 * Calls of a session to the payment gateway. Every call rejects with a PaymentWidgetError, or with the signal's reason
 * when it was aborted.
 */
export interface Gateway {
  getSession(signal: AbortSignal): Promise<Session>;
  /** Looks up an account's bank. */
  lookUpBank(iban: string, signal: AbortSignal): Promise<Bank>;
  /** @param idempotencyKey one key per attempt, reused for its retries. */
  createPayment(request: PaymentRequest, idempotencyKey: string, signal: AbortSignal): Promise<Payment>;
  authenticate(
    id: string,
    request: AuthenticationRequest,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<Payment>;
  getPayment(id: string, signal: AbortSignal): Promise<Payment>;
  cancelPayment(id: string, signal: AbortSignal): Promise<Payment>;
  /** Removes a stored instrument from the person's lists, together with those that look the same. */
  removeInstrument(token: string, signal: AbortSignal): Promise<unknown>;
}
