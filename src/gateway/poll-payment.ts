import { catalogue, isPaymentMethod, methodNames } from '@upc/contract/catalogue';
import { leavesOutcomeOpen } from '../errors/payment-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Clock } from '../core/clock.js';
import type { Wakeup } from '../core/wakeup.js';
import type { Payment, PaymentMethod, PaymentStatus } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';

/** Delays between two polls, in milliseconds. */
const delays = [500, 1_000, 2_000, 5_000];
const usualDelay = 10_000;
const lateDelay = 30_000;
const final: readonly PaymentStatus[] = ['PREAUTHED', 'FAILED', 'CANCELLED'];

/**
 * Represents a pending payment whose id is not yet known. The session, which contains it, is queried instead.
 *
 * @param refusal error that reported the pending payment. Its trace id is used for the payment.
 */
export function unnamedPayment(paymentMethod: PaymentMethod, { traceId }: PaymentWidgetError): Payment {
  return { id: '', paymentMethod, status: 'UNKNOWN', ...(traceId !== undefined && { traceId }) };
}

export function isFinal(payment: Payment): boolean {
  return final.includes(payment.status);
}

/** Returns how long a payment of the method may take before it counts as overdue, in milliseconds. */
export function pollingDeadline(paymentMethod: PaymentMethod): number {
  // A newer gateway may offer methods that this build lacks. For them the longest deadline applies.
  const known = isPaymentMethod(paymentMethod) ? [paymentMethod] : methodNames;
  return Math.max(...known.map((method) => catalogue[method].waitMinutes)) * 60_000;
}

export interface PollOptions {
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  readonly signal: AbortSignal;
  /** Target of the `ask` event, which ends the wait for the next poll. */
  readonly asks: EventTarget;
  /** Idempotency key of the authentication, which is sent again while the payment is still CREATED. */
  readonly authenticationKey: string;
  /** Called while the payment waits for the bank, the provider or the person elsewhere. */
  readonly onAwaiting: (payment: Payment) => void;
  /** Called when the state is not known: the gateway does not respond, or the provider takes longer than usual. */
  readonly onUnknown: (payment: Payment) => void;
  /** Whether the deadline passed, and was reported, before the widget was taken off the page and put back. */
  readonly isOverdue: boolean;
  /** Called once when the method's deadline passes. Polling continues. @param error POLLING_TIMEOUT */
  readonly onOverdue: (error: PaymentWidgetError) => void;
}

/**
 * Polls a payment until it is final: after 0.5, 1, 2 and 5 s, then every 10 s, and every 30 s after the method's
 * deadline. It does not poll while the page is hidden, and polls immediately when the page returns. A network failure
 * or a gateway error says nothing about the payment, so polling continues. The deadline is measured as elapsed time,
 * since the clock may jump.
 *
 * @returns the payment, either final or CREATED if the gateway found that the provider has no record of it.
 * @throws PaymentWidgetError when the gateway refuses the authentication that is sent again; for an unnamed payment,
 * when no payment is pending any longer.
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

/** Polls once. @returns undefined when the state could not be determined. */
async function ask({ id }: Payment, options: PollOptions): Promise<Payment | undefined> {
  const { gateway, signal, authenticationKey } = options;
  let next: Payment | undefined;
  try {
    if (!id) return await pendingPayment(gateway, signal);
    next = await gateway.getPayment(id, signal);
    return next.status === 'CREATED' ? await gateway.authenticate(id, {}, authenticationKey, signal) : next;
  } catch (error) {
    signal.throwIfAborted();
    // The refusal is final: the session has ended, or the gateway has just reported that the payment has not begun.
    if ((next || !id) && !(error instanceof PaymentWidgetError && leavesOutcomeOpen(error))) throw error;
    return undefined;
  }
}

/**
 * Returns the session's pending payment.
 *
 * @throws PaymentWidgetError when none is pending any longer, so that another payment can be made.
 */
async function pendingPayment(gateway: Gateway, signal: AbortSignal): Promise<Payment> {
  const { pendingPayment: pending } = await gateway.getSession(signal);
  if (pending) return pending;
  throw new PaymentWidgetError(
    'PSP_ERROR',
    'Another payment of the session has ended; this one was not submitted.',
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

/** Waits, and while the page is hidden continues to wait. The return of the page ends the wait. */
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
