import { leavesOutcomeOpen } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { Payment, PaymentRequest } from '@upc/contract/gateway';
import { tracedTo } from '../errors/traced-to.js';
import { isFinal, pollPayment, unnamedPayment, type PollOptions } from '../gateway/poll-payment.js';
import type { FormView } from '../forms/form-view.js';
import type { Wakeup } from '../core/wakeup.js';
import type { ProviderConfirm } from '../providers/provider.js';
import { paymentFailure } from './payment-failure.js';
import { paymentRequest } from './payment-request.js';
import { paymentResult } from './payment-result.js';
import type { Choice, PaymentResult } from './flow-state.js';

/** The page, as attempts need it. */
export interface AttemptsPage {
  /** Polls again as soon as the page is visible. */
  readonly wakeup: Wakeup;
  /** A fresh, unguessable idempotency key. */
  readonly newKey: () => string;
}

/** The session, as following a payment needs it. */
export type FollowOptions = Omit<PollOptions, 'authenticationKey' | 'wakeup'>;

/** The input of a payment request, at the time the button is pressed. */
export interface Submitted {
  readonly choice: Choice;
  readonly form: FormView | undefined;
  /** The address that a redirect returns to. */
  readonly returnUrl: () => string;
}

export interface AttemptOptions extends FollowOptions {
  /** Hands the secured fields to the provider. */
  readonly confirm: (action: ProviderConfirm) => Promise<void>;
  /**
   * Leaves the page; only ever for a payment that the person has just submitted.
   * @throws PaymentWidgetError PSP_ERROR when the gateway's configuration does not allow the address.
   */
  readonly redirect: (payment: Payment) => Promise<void>;
}

/** A payment that is PREAUTHED, and what the host receives of it. */
export interface Paid {
  readonly payment: Payment;
  readonly result: PaymentResult;
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
  /** Id of the payment that the person cancelled here, and not in another tab. */
  #cancelled: string | undefined;
  readonly #page: AttemptsPage;

  constructor(page: AttemptsPage) {
    this.#page = page;
  }

  /**
   * @throws PaymentWidgetError; after one that leaves the outcome open the same request continues with the same key.
   */
  async run({ choice, form, returnUrl }: Submitted, options: AttemptOptions): Promise<Paid> {
    const request = paymentRequest(choice, form, returnUrl);
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
   * Waits for a payment, which the person may have submitted before a reload.
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
   * Continues a payment that the session has found. One that was only recorded is for the person
   * to submit again; of secured fields the gateway is asked, since the page may have been left out of them.
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

  /** Cancels a payment; the next poll shows whether it was too late. */
  async cancel(
    { id }: Payment,
    { gateway, signal }: Pick<FollowOptions, 'gateway' | 'signal'>,
  ): Promise<void> {
    this.#cancelled = id;
    try {
      await gateway.cancelPayment(id, signal);
    } catch {
      // It may have been paid at the last moment.
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
      // Another tab or an earlier attempt is under way: its outcome comes first.
      return unnamedPayment(request.paymentMethod, error);
    }
  }

  /**
   * Takes a payment that was just made to its end: confirmed by the provider where it asks for that, authenticated,
   * redirected where the bank wants the person elsewhere. Whatever it throws carries the payment's trace id.
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
      // Still only recorded: nothing has reached the provider, and the next submit is another attempt.
      this.#open = undefined;
      throw unconfirmed ?? new PaymentWidgetError('PSP_ERROR', 'The provider has not confirmed the payment.');
    } catch (error) {
      throw tracedTo(payment, error);
    }
  }

  /**
   * The person closed the challenge, or the provider refused: what it was for is given up, so that another attempt
   * can be made. An error that leaves the outcome open gives nothing up: the payment continues with the next submit.
   *
   * @returns the payment, when it turns out to be decided after all.
   * @throws the reason.
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
  // Recorded before the page was left; the question is whether more has happened.
  const isUnknown = options.isOverdue && payment.status !== 'ACTION_REQUIRED';
  if (payment.status === 'CREATED' || isUnknown) options.onUnknown(payment);
  else options.onAwaiting(payment);
  return pollPayment(payment, options);
}

/** @returns the payment as the gateway knows it; when its answer is lost, UNKNOWN until it says. */
async function authenticate(payment: Payment, options: CompleteOptions): Promise<Payment> {
  const { gateway, signal, authenticationKey } = options;
  try {
    return await gateway.authenticate(payment.id, {}, authenticationKey, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PaymentWidgetError && leavesOutcomeOpen(error))) throw error;
    const unknown: Payment = { ...payment, status: 'UNKNOWN' };
    // An unreadable answer came over a working connection: the next poll may settle it.
    if (error.code === 'NETWORK_ERROR') options.onUnknown(unknown);
    return pollPayment(unknown, options);
  }
}

/** @returns the provider's error; the gateway is asked nevertheless, since it knows the outcome. */
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
