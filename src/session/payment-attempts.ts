import { leavesOutcomeOpen } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { Payment, PaymentRequest } from '@upc/contract/gateway';
import { isFinal, pollPayment, type PollOptions } from '../gateway/poll-payment.js';
import type { ProviderConfirm } from '../ports/provider.js';

export interface AttemptOptions extends PollOptions {
  /** A fresh idempotency key. */
  readonly newKey: () => string;
  /** Hands the secured fields to the provider. */
  readonly confirm: (action: ProviderConfirm) => Promise<void>;
  /**
   * Leaves the page; only ever for a payment that the person has just submitted.
   * @throws PaymentWidgetError PSP_ERROR when the gateway's configuration does not allow the address.
   */
  readonly redirect: (payment: Payment) => Promise<void>;
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
      const ended = await this.#complete(payment, attempt.key, options);
      this.#open = undefined;
      return ended;
    } catch (error) {
      const isOpen =
        options.signal.aborted || (error instanceof PaymentWidgetError && leavesOutcomeOpen(error));
      if (!isOpen) this.#open = undefined;
      throw error;
    }
  }

  /** Waits for a payment, which the person may have submitted before a reload, until it is final. Sends nothing. */
  async follow(payment: Payment, options: PollOptions): Promise<Payment> {
    if (isFinal(payment)) return payment;
    options.onAwaiting(payment);
    return pollPayment(payment, options);
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

  /**
   * Takes a payment that was just made to its end: confirmed by the provider where it asks for that, authenticated,
   * redirected where the bank wants the person elsewhere.
   */
  async #complete(payment: Payment, key: string, options: AttemptOptions): Promise<Payment> {
    const { gateway, signal, redirect } = options;
    if (payment.status !== 'CREATED') return this.follow(payment, options);
    const unconfirmed = await confirm(payment, options);
    const next = await gateway.authenticate(payment.id, {}, `${key}-auth`, signal);
    if (unconfirmed && next.status === 'ACTION_REQUIRED') return this.#giveUp(payment, unconfirmed, options);
    // Still only written down: nothing has reached the provider, and the next submit is another attempt.
    if (next.status === 'CREATED') {
      this.#open = undefined;
      throw unconfirmed ?? new PaymentWidgetError('PSP_ERROR', 'The provider has not confirmed the payment.');
    }
    if (next.nextAction?.type === 'REDIRECT' && next.status === 'ACTION_REQUIRED') await redirect(next);
    return this.follow(next, options);
  }

  /**
   * The person closed the challenge, or the provider refused: what it was for is given up, so that another attempt
   * can be made. An error that leaves the outcome open gives nothing up: the payment goes on at the next submit.
   *
   * @returns the payment, when it turns out to be decided after all.
   * @throws the reason.
   */
  async #giveUp(payment: Payment, reason: PaymentWidgetError, options: AttemptOptions): Promise<Payment> {
    const { gateway, signal } = options;
    if (leavesOutcomeOpen(reason)) throw reason;
    try {
      await gateway.cancelPayment(payment.id, signal);
    } catch {
      signal.throwIfAborted();
      return this.follow(await gateway.getPayment(payment.id, signal), options);
    }
    throw reason;
  }
}

/** @returns what went wrong with the provider; the gateway is asked all the same, for it knows what became of it. */
async function confirm(
  { nextAction }: Payment,
  options: AttemptOptions,
): Promise<PaymentWidgetError | undefined> {
  if (nextAction?.type !== 'PROVIDER_CONFIRM') return undefined;
  try {
    await options.confirm(nextAction);
    return undefined;
  } catch (error) {
    options.signal.throwIfAborted();
    return toPaymentWidgetError(error);
  }
}

function isPending(error: unknown): boolean {
  return error instanceof PaymentWidgetError && error.reason === 'errormessage.payment.pending';
}
