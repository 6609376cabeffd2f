import type { Context } from '../../src/core/context.js';
import { providerQueues, runBatch } from '../../src/core/jobs/batch.js';
import { SALES_QUEUE } from '../../src/modules/memberships/sales/sales.queue.js';
import { PAYMENT_QUEUES } from '../../src/modules/payments/payments.queues.js';

/** All queues, once for each of their providers, as the service runs them. */
export const PROVIDER_QUEUES = providerQueues([...PAYMENT_QUEUES, SALES_QUEUE]);

/** Runs one batch of every queue. They do not wait for each other. */
export async function runBatches(
  context: Context,
  untouchedFor: number,
  onFault: (fault: unknown) => void,
): Promise<void> {
  await Promise.all(PROVIDER_QUEUES.map((of) => runBatch(context, of, { untouchedFor, onFault })));
}

/** Runs one batch of a queue for each of its providers, one after the other. Throws the fault of an item. */
export async function runQueue(context: Context, name: string, untouchedFor: number): Promise<void> {
  const onFault = (fault: unknown) => {
    throw fault;
  };
  for (const each of PROVIDER_QUEUES.filter(({ queue }) => queue.name === name)) {
    await runBatch(context, each, { untouchedFor, onFault });
  }
}
