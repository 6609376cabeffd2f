import { RefusedFieldError } from '../gateway/gateway-client.js';
import type { Gateway, Payment, PaymentRequest } from '../gateway/gateway.js';
import { isFinal, pollPayment, type PollOptions } from '../gateway/poll-payment.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';

export interface AttemptOptions extends PollOptions {
  readonly gateway: Gateway;
  /** A fresh idempotency key. */
  readonly newKey: () => string;
  /** The payment is out of the person's hands, or in them elsewhere. */
  readonly onAwaiting: (payment: Payment) => void;
}

interface Attempt {
  readonly body: string;
  readonly key: string;
}

/**
 * Brings a payment request to its end, sending it at most once: the idempotency key is made before the first send
 * and kept for every repetition of the same request, until its outcome is known. A changed form is a new request
 * with a new key; the gateway then cancels the earlier one, or says that it is still pending.
 */
export class PaymentAttempts {
  #open: Attempt | undefined;

  /**
   * @returns the payment as it ended.
   * @throws PaymentWidgetError; after one that leaves the outcome open the same request goes on with the same key.
   */
  async run(request: PaymentRequest, options: AttemptOptions): Promise<Payment> {
    const body = JSON.stringify(request);
    const attempt = this.#open?.body === body ? this.#open : { body, key: options.newKey() };
    this.#open = attempt;
    try {
      const payment = await this.#create(request, attempt.key, options);
      const ended = await followPayment(payment, attempt.key, options);
      this.#open = undefined;
      return ended;
    } catch (error) {
      if (!leavesOutcomeOpen(error)) this.#open = undefined;
      throw error;
    }
  }

  async #create(request: PaymentRequest, key: string, { gateway, signal }: AttemptOptions): Promise<Payment> {
    try {
      return await gateway.createPayment(request, key, signal);
    } catch (error) {
      // Another tab or an earlier attempt is under way: its outcome comes first.
      const pending = isPending(error) ? (await gateway.getSession(signal)).pendingPayment : undefined;
      if (pending) return pending;
      throw error;
    }
  }
}

/**
 * Goes on with a payment until it is final.
 * @param key of the attempt; the authentication's own key is derived from it, so that it too is asked for once.
 */
export async function followPayment(
  payment: Payment,
  key: string,
  options: AttemptOptions,
): Promise<Payment> {
  const { gateway, signal, onAwaiting } = options;
  if (isFinal(payment)) return payment;
  if (payment.status === 'CREATED' && !payment.nextAction) {
    const next = await gateway.authenticate(payment.id, {}, `${key}-auth`, signal);
    return next.status === 'CREATED' ? pollPayment(next, options) : followPayment(next, key, options);
  }
  onAwaiting(payment);
  return pollPayment(payment, options);
}

function isPending(error: unknown): boolean {
  return error instanceof PaymentWidgetError && error.reason === 'errormessage.payment.pending';
}

function leavesOutcomeOpen(error: unknown): boolean {
  if (error instanceof RefusedFieldError || !(error instanceof PaymentWidgetError)) return false;
  const { code, httpStatus = 0 } = error;
  return code === 'NETWORK_ERROR' || httpStatus === 408 || httpStatus === 429 || httpStatus >= 500;
}
