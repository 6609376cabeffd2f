import { catalogue, isPaymentMethod, methodNames } from '@upc/contract/catalogue';
import { leavesOutcomeOpen } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Clock } from '../platform/clock.js';
import type { Wakeup } from '../platform/wakeup.js';
import type { Payment, PaymentMethod, PaymentStatus } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';

const delays = [500, 1_000, 2_000, 5_000, 10_000];
const final: readonly PaymentStatus[] = ['PREAUTHED', 'FAILED', 'CANCELLED'];

export function isFinal(payment: Payment): boolean {
  return final.includes(payment.status);
}

/** How long a payment of the method may take until the widget stops asking, in milliseconds. */
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
  /** How the payment stands while it is out of the person's hands, or in them elsewhere. */
  readonly onAwaiting: (payment: Payment) => void;
}

/**
 * Asks for the payment until it is final: after 0.5, 1, 2, 5, then every 10 s; not while the page is hidden, and at
 * once when it comes back. A network that fails meanwhile is no verdict on the payment.
 *
 * @throws PaymentWidgetError POLLING_TIMEOUT past the method's deadline: the outcome is unknown, not bad.
 */
export async function pollPayment(payment: Payment, options: PollOptions): Promise<Payment> {
  const { gateway, clock, wakeup, signal, onAwaiting } = options;
  const deadline = clock.now() + pollingDeadline(payment.paymentMethod);
  for (let round = 0; ; round += 1) {
    await pause(delays[Math.min(round, delays.length - 1)] ?? 0, clock, wakeup, signal);
    const next = await ask(payment.id, gateway, signal);
    if (next && isFinal(next)) return next;
    if (next) onAwaiting(next);
    if (clock.now() >= deadline) {
      throw new PaymentWidgetError('POLLING_TIMEOUT', 'The outcome of the payment is not known yet.');
    }
  }
}

async function ask(id: string, gateway: Gateway, signal: AbortSignal): Promise<Payment | undefined> {
  try {
    return await gateway.getPayment(id, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PaymentWidgetError && leavesOutcomeOpen(error)) return undefined;
    throw error;
  }
}

/** Waits, and longer while the page is hidden; a page that comes back ends the wait. */
async function pause(milliseconds: number, clock: Clock, wakeup: Wakeup, signal: AbortSignal): Promise<void> {
  const wait = new AbortController();
  const end = (): void => wait.abort();
  signal.addEventListener('abort', end, { once: true });
  try {
    const woken = new Promise<void>((resolve) => {
      wait.signal.addEventListener('abort', () => resolve(), { once: true });
      wakeup.onWake(resolve, wait.signal);
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
