import { catalogue, isPaymentMethod, methodNames } from '@upc/contract/catalogue';
import { leavesOutcomeOpen } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Clock } from '../core/clock.js';
import type { Wakeup } from '../core/wakeup.js';
import type { Payment, PaymentMethod, PaymentStatus } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';

/** Between two questions, in milliseconds. */
const delays = [500, 1_000, 2_000, 5_000];
const usualDelay = 10_000;
const lateDelay = 30_000;
const final: readonly PaymentStatus[] = ['PREAUTHED', 'FAILED', 'CANCELLED'];

/**
 * A payment that is pending and whose id is not known yet: the session, which knows it, is asked.
 *
 * @param refusal what said that it is pending; its trace id stands for the payment's.
 */
export function unnamedPayment(paymentMethod: PaymentMethod, { traceId }: PaymentWidgetError): Payment {
  return { id: '', paymentMethod, status: 'UNKNOWN', ...(traceId !== undefined && { traceId }) };
}

export function isFinal(payment: Payment): boolean {
  return final.includes(payment.status);
}

/** Longest time of a payment of the method until the widget stops asking, in milliseconds. */
export function pollingDeadline(paymentMethod: PaymentMethod): number {
  // A gateway newer than this build may know methods that it does not: such a payment is waited for longest.
  const known = isPaymentMethod(paymentMethod) ? [paymentMethod] : methodNames;
  return Math.max(...known.map((method) => catalogue[method].waitMinutes)) * 60_000;
}

export interface PollOptions {
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  readonly signal: AbortSignal;
  /** An event `ask` ends the wait for the next question. */
  readonly asks: EventTarget;
  /** Of the authentication, which is sent again while the gateway has not heard of it. */
  readonly authenticationKey: string;
  /** The state of the payment while it is out of the person's hands, or in them elsewhere. */
  readonly onAwaiting: (payment: Payment) => void;
  /** Its state is not known: no answer, or none of the provider's for longer than that usually takes. */
  readonly onUnknown: (payment: Payment) => void;
  /** The method's deadline was over, and reported, before the widget was taken off the page and put back. */
  readonly isOverdue: boolean;
  /** Once, when the method's deadline is over; polling continues. @param error POLLING_TIMEOUT */
  readonly onOverdue: (error: PaymentWidgetError) => void;
}

/**
 * Asks for the payment until it is final: after 0.5, 1, 2, 5, then every 10 s, past the method's deadline every 30 s;
 * not while the page is hidden, and at once when it comes back. A network that fails meanwhile says nothing about the
 * payment, and neither is an error of the gateway. The deadline is time that has passed, not what a clock shows: that may
 * jump.
 *
 * @returns the payment: final, or CREATED when the gateway has found that the provider knows nothing of it.
 * @throws PaymentWidgetError when the gateway, which had not heard of the authentication yet, refuses it; for an
 *   unnamed payment, when nothing is pending any more.
 */
export async function pollPayment(payment: Payment, options: PollOptions): Promise<Payment> {
  const { clock, signal, onAwaiting, onUnknown, isOverdue, onOverdue } = options;
  let last = payment;
  const deadline = { isOver: isOverdue, isReported: isOverdue };
  clock.sleep(pollingDeadline(payment.paymentMethod), signal).then(
    () => (deadline.isOver = true),
    () => undefined,
  );
  for (let round = 0; ; round += 1) {
    await pause(deadline.isReported && round > 0 ? lateDelay : (delays[round] ?? usualDelay), options);
    const next = await ask(last, options);
    if (next && (isFinal(next) || next.status === 'CREATED')) return next;
    last = next ?? last;
    const isSlow = deadline.isOver || round >= delays.length;
    if (!next || (isSlow && next.status !== 'ACTION_REQUIRED')) onUnknown(last);
    else onAwaiting(next);
    if (deadline.isOver && !deadline.isReported) {
      deadline.isReported = true;
      onOverdue(outcomeUnknown({ ...payment, ...last }));
    }
  }
}

/** @returns undefined when nobody can say. */
async function ask({ id }: Payment, options: PollOptions): Promise<Payment | undefined> {
  const { gateway, signal, authenticationKey } = options;
  let next: Payment | undefined;
  try {
    if (!id) return await pendingPayment(gateway, signal);
    next = await gateway.getPayment(id, signal);
    return next.status === 'CREATED' ? await gateway.authenticate(id, {}, authenticationKey, signal) : next;
  } catch (error) {
    signal.throwIfAborted();
    // Refused: the session has ended, or the gateway has just said that the payment has not begun.
    if ((next || !id) && !(error instanceof PaymentWidgetError && leavesOutcomeOpen(error))) throw error;
    return undefined;
  }
}

/** @throws PaymentWidgetError when nothing is pending any more: another payment can be made. */
async function pendingPayment(gateway: Gateway, signal: AbortSignal): Promise<Payment> {
  const { pendingPayment: pending } = await gateway.getSession(signal);
  if (pending) return pending;
  throw new PaymentWidgetError(
    'PSP_ERROR',
    'Another payment of the session has ended; this one was not made.',
    {
      reason: 'errormessage.payment.pending',
    },
  );
}

function outcomeUnknown({ traceId }: Payment): PaymentWidgetError {
  return new PaymentWidgetError('POLLING_TIMEOUT', 'The outcome of the payment is not known yet.', {
    reason: 'OUTCOME_UNKNOWN',
    traceId,
  });
}

/** Waits, and longer while the page is hidden; a page that comes back ends the wait. */
async function pause(milliseconds: number, { clock, wakeup, signal, asks }: PollOptions): Promise<void> {
  const wait = new AbortController();
  const end = (): void => wait.abort();
  signal.addEventListener('abort', end, { once: true });
  try {
    const woken = new Promise<void>((resolve) => {
      wait.signal.addEventListener('abort', () => resolve(), { once: true });
      wakeup.onWake(resolve, wait.signal);
      asks.addEventListener('ask', () => resolve(), { signal: wait.signal });
    });
    const slept = clock.sleep(milliseconds, wait.signal).then(
      () => (wakeup.isHidden() ? woken : undefined),
      () => undefined,
    );
    await Promise.race([slept, woken]);
  } finally {
    wait.abort();
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
}
