import type { Context } from '../../src/core/context.js';
import { runQueue } from './batches.js';
import { runPayments } from '../../src/modules/payments/charges/payment-runs.job.js';

/**
 * Makes a payment run as the service does: it reserves what is due, then has the queue of charges call the providers.
 */
export async function makePaymentRun(context: Context): Promise<void> {
  const onFault = (fault: unknown) => {
    throw fault;
  };
  await runPayments(context, onFault);
  await runQueue(context, 'CHARGES', 1);
}
