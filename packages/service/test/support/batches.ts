import { and, eq, gt, ne } from 'drizzle-orm';
import type { Context } from '../../src/core/context.js';
import { jobRetries } from '../../src/core/jobs/jobs.tables.js';
import { type Queue, QueueWorker } from '../../src/core/jobs/queue.js';
import { queuesOf } from '../../src/core/jobs/retries.js';
import { DECLARATION_QUEUE } from '../../src/modules/memberships/declarations/declarations.queue.js';
import { SALES_QUEUE } from '../../src/modules/memberships/sales/sales.queue.js';
import { WITHDRAWALS_QUEUE } from '../../src/modules/memberships/withdrawals/withdrawals.queue.js';
import { PAYMENT_QUEUES } from '../../src/modules/payments/payments.queues.js';
import { TAX_EXPORT_QUEUE } from '../../src/modules/tax-exports/tax-exports.queue.js';
import { deliveryQueue } from '../../src/modules/webhooks/deliveries.js';

/**
 * Returns the queues of payments, sales, declarations and exports, once for each of their providers.
 *
 * @param untouchedMs milliseconds for which an item must not have changed
 */
export function retriedQueues(untouchedMs: number): Queue[] {
  return [...PAYMENT_QUEUES, SALES_QUEUE, DECLARATION_QUEUE, WITHDRAWALS_QUEUE, TAX_EXPORT_QUEUE].flatMap(
    (work): Queue[] => queuesOf(work, untouchedMs),
  );
}

/** Works on queues until nothing is due. They do not wait for each other. */
export async function workOff(
  context: Context,
  queues: readonly Queue[],
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const options = { onFault, ...(signal && { signal }) };
  const workers = queues.map((queue) => new QueueWorker(context, queue, options));
  for (const worker of workers) worker.wake();
  await Promise.all(workers.map((worker) => worker.rest()));
}

/**
 * Works on all queues of payments, sales, declarations and exports until nothing is due. With 0, items that wait for their next retry are due
 * too. Throws the first fault that `onFault` throws.
 */
export async function runBatches(
  context: Context,
  untouchedMs: number,
  onFault: (fault: unknown) => void,
): Promise<void> {
  if (untouchedMs === 0) await endWaits(context);
  const faults: unknown[] = [];
  await workOff(context, retriedQueues(untouchedMs), (fault) => void faults.push(fault));
  for (const fault of faults) onFault(fault);
}

/** Works on the queues of one name, as `runBatches` does. Throws the fault of an item. */
export async function runQueue(context: Context, name: string, untouchedMs: number): Promise<void> {
  if (untouchedMs === 0) await endWaits(context);
  const faults: unknown[] = [];
  const queues = retriedQueues(untouchedMs).filter((queue) => queue.name.split(' ')[0] === name);
  await workOff(context, queues, (fault) => void faults.push(fault));
  if (faults.length > 0) throw faults[0];
}

/** Sends all events that are due. Throws the fault that kept one from being sent. */
export async function deliverDue(
  context: Context,
  { timeoutMs, signal }: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const faults: unknown[] = [];
  await workOff(context, [deliveryQueue({ timeoutMs })], (fault) => void faults.push(fault), signal);
  if (faults.length > 0) throw faults[0];
}

/** Makes items due that wait for their next retry, apart from debits, whose checks have their own times. */
async function endWaits({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  const { nextRetryAt, queue, subjectId } = jobRetries;
  const isWaiting = and(gt(nextRetryAt, now), ne(queue, 'RETURNS'));
  // Services lock rows in any order. An update of several rows could deadlock with them; this holds one row at a time.
  for (const each of await db.select().from(jobRetries).where(isWaiting)) {
    const isIt = and(eq(queue, each.queue), eq(subjectId, each.subjectId), isWaiting);
    await db.update(jobRetries).set({ nextRetryAt: now }).where(isIt);
  }
}
