import { leavesOutcomeOpen } from '../errors/payment-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { Payment, PaymentRequest } from '@upc/contract/gateway';
import { tracedTo } from '../errors/traced-to.js';
import { isFinal, pollPayment, unnamedPayment, type PollOptions } from '../gateway/poll-payment.js';
import type { Wakeup } from '../core/wakeup.js';
import type { ProviderConfirm } from '../providers/provider.js';
import { paymentFailure } from './payment-failure.js';
import { paymentResult } from './payment-result.js';
import type { PaymentResult } from './flow-state.js';

/** Functions of the page that attempts use. */
export interface AttemptsPage {
  /** Triggers a poll as soon as the page is visible. */
  readonly wakeup: Wakeup;
  /** Returns a new, unguessable idempotency key. */
  readonly newKey: () => string;
}

/** Options for following a payment. */
export type FollowOptions = Omit<PollOptions, 'authenticationKey' | 'wakeup'>;

export interface AttemptOptions extends FollowOptions {
  /** Has the provider confirm the payment with its secured fields. */
  readonly confirm: (action: ProviderConfirm) => Promise<void>;
  /**
   * Leaves the page. This only happens for a payment that the person has just submitted.
   *
   * @throws PaymentWidgetError PSP_ERROR when the gateway's configuration does not allow the address.
   */
  readonly redirect: (payment: Payment) => Promise<void>;
}

/** A PREAUTHED payment and its result for the host. */
export interface Paid {
  readonly payment: Payment;
  readonly result: PaymentResult;
}

interface Attempt {
  readonly body: string;
  readonly key: string;
}

/**
 * Carries a payment request to its outcome, so that it takes effect at most once. The idempotency key is created before
 * the first send and reused for every repetition of the same request until its outcome is known. A changed form is a
 * new request with a new key; the gateway then cancels the earlier one, or responds that it is still pending.
 */
export class PaymentAttempts {
  #open: Attempt | undefined;
  /** Id of the payment that the person cancelled in this widget rather than in another tab. */
  #cancelled: string | undefined;
  readonly #page: AttemptsPage;

  constructor(page: AttemptsPage) {
    this.#page = page;
  }

  /**
   * Submits a payment and waits for its outcome.
   *
   * @throws PaymentWidgetError. If the error leaves the outcome open, the same request continues with the same key.
   */
  async run(request: PaymentRequest, options: AttemptOptions): Promise<Paid> {
    const body = JSON.stringify(request);
    const attempt = this.#open?.body === body ? this.#open : { body, key: this.#page.newKey() };
    this.#open = attempt;
    try {
      const payment = await this.#create(request, attempt.key, options);
      const ended = await this.#complete(payment, {
        ...options,
        wakeup: this.#page.wakeup,
        authenticationKey: `${attempt.key}-auth`,
      });
      this.#open = undefined;
      return this.#requireSuccess(ended);
    } catch (error) {
      const isOpen =
        options.signal.aborted || (error instanceof PaymentWidgetError && leavesOutcomeOpen(error));
      if (!isOpen) this.#open = undefined;
      throw error;
    }
  }

  /**
   * Waits for the outcome of a payment, which may have been submitted before a reload.
   *
   * @throws PaymentWidgetError
   */
  async follow(payment: Payment, options: FollowOptions): Promise<Paid> {
    const { wakeup, newKey } = this.#page;
    const polling = { ...options, wakeup, authenticationKey: newKey() };
    try {
      return this.#requireSuccess(await untilFinal(payment, polling));
    } catch (error) {
      throw tracedTo(payment, error);
    }
  }

  /**
   * Decides how to continue a pending payment that the session contains. If it was only recorded, the person has to
   * submit it again. With secured fields the gateway is queried first, since the provider may have led the person away
   * from the page.
   */
  async recall(pending: Payment, hasFrames: boolean, options: FollowOptions): Promise<Payment | undefined> {
    const { gateway, signal } = options;
    if (pending.status !== 'CREATED') return pending;
    if (!hasFrames) return undefined;
    try {
      const asked = await gateway.authenticate(pending.id, {}, this.#page.newKey(), signal);
      return asked.status === 'CREATED' ? undefined : asked;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PaymentWidgetError && leavesOutcomeOpen(error)) return pending;
      throw tracedTo(pending, error);
    }
  }

  /** Cancels a payment. The next poll shows whether it was too late. */
  async cancel(
    { id }: Payment,
    { gateway, signal }: Pick<FollowOptions, 'gateway' | 'signal'>,
  ): Promise<void> {
    this.#cancelled = id;
    try {
      await gateway.cancelPayment(id, signal);
    } catch {
      // The payment may have succeeded at the last moment.
    }
  }

  #requireSuccess(payment: Payment): Paid {
    if (payment.status === 'PREAUTHED') return { payment, result: paymentResult(payment) };
    throw paymentFailure(payment, payment.id === this.#cancelled);
  }

  async #create(request: PaymentRequest, key: string, { gateway, signal }: AttemptOptions): Promise<Payment> {
    try {
      return await gateway.createPayment(request, key, signal);
    } catch (error) {
      if (!isPending(error)) throw error;
      // A payment of another tab or an earlier attempt is in progress. Its outcome has to be awaited first.
      return unnamedPayment(request.paymentMethod, error);
    }
  }

  /**
   * Takes a new payment to its end. The provider confirms it if the gateway requires that, the gateway authenticates
   * it, and the person is redirected if the bank requires it. Every error thrown carries the payment's trace id.
   */
  async #complete(payment: Payment, options: CompleteOptions): Promise<Payment> {
    try {
      if (payment.status !== 'CREATED') return await untilFinal(payment, options);
      const unconfirmed = await confirm(payment, options);
      const next = await authenticate(payment, options);
      if (unconfirmed && next.status === 'ACTION_REQUIRED')
        return await this.#giveUp(next, unconfirmed, options);
      if (next.nextAction?.type === 'REDIRECT' && next.status === 'ACTION_REQUIRED')
        await options.redirect(next);
      const ended = next.status === 'CREATED' ? next : await untilFinal(next, options);
      if (ended.status !== 'CREATED') return ended;
      // The payment is still only recorded. Nothing has reached the provider, so the next submission is a new attempt.
      this.#open = undefined;
      throw unconfirmed ?? new PaymentWidgetError('PSP_ERROR', 'The provider has not confirmed the payment.');
    } catch (error) {
      throw tracedTo(payment, error);
    }
  }

  /**
   * Cancels a payment after the person closed the challenge or the provider refused, so that another attempt can be
   * made. If the error leaves the outcome open, nothing is cancelled, and the next submission continues the payment.
   *
   * @returns the payment, if it turns out to be decided after all.
   * @throws the given reason.
   */
  async #giveUp(payment: Payment, reason: PaymentWidgetError, options: CompleteOptions): Promise<Payment> {
    const { gateway, signal } = options;
    if (leavesOutcomeOpen(reason)) throw reason;
    try {
      await gateway.cancelPayment(payment.id, signal);
    } catch {
      signal.throwIfAborted();
      const ended = await untilFinal(payment, options);
      if (ended.status !== 'CANCELLED') return ended;
    }
    throw reason;
  }
}

type CompleteOptions = AttemptOptions & PollOptions;

async function untilFinal(payment: Payment, options: PollOptions): Promise<Payment> {
  if (isFinal(payment)) return payment;
  // A CREATED payment was recorded before the person left the page. More may have happened since.
  const isUnknown = options.isOverdue && payment.status !== 'ACTION_REQUIRED';
  if (payment.status === 'CREATED' || isUnknown) options.onUnknown(payment);
  else options.onAwaiting(payment);
  return pollPayment(payment, options);
}

/**
 * Authenticates a payment.
 *
 * @returns the payment as the gateway reports it. If the response is lost, the payment is UNKNOWN and is polled.
 */
async function authenticate(payment: Payment, options: CompleteOptions): Promise<Payment> {
  const { gateway, signal, authenticationKey } = options;
  try {
    return await gateway.authenticate(payment.id, {}, authenticationKey, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PaymentWidgetError && leavesOutcomeOpen(error))) throw error;
    const unknown: Payment = { ...payment, status: 'UNKNOWN' };
    // An unreadable response still shows that the connection works, so the next poll may settle the outcome.
    if (error.code === 'NETWORK_ERROR') options.onUnknown(unknown);
    return pollPayment(unknown, options);
  }
}

/**
 * Has the provider confirm a payment.
 *
 * @returns the provider's error, if any. The gateway is queried nevertheless, since it has the outcome.
 */
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

function isPending(error: unknown): error is PaymentWidgetError {
  return error instanceof PaymentWidgetError && error.reason === 'errormessage.payment.pending';
}
