import { randomUUID } from 'node:crypto';
import type { Context, Studio } from '../context.js';
import { settingsOf } from '../domain/studio-settings.js';
import { customersOwing } from '../payments/charges/customers-owing.js';
import { finishCharge } from '../payments/charges/finish-charge.js';
import { reserveCharge } from '../payments/charges/reserve-charge.js';
import { studios } from '../store/schema.js';
import { inParallel } from './in-parallel.js';

const AT_ONCE = 4;

/**
 * The payment runs of the studios that have them made by themselves: charges the stored instruments of their customers for
 * what is due. A charge whose outcome is not known is brought to its end by the rounds of its lane.
 */
export async function runPayments(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const studio of await context.db.select().from(studios)) {
    if (settingsOf(studio).paymentRuns.automatic) await runStudioPayments(context, studio, onFault, signal);
  }
}

async function runStudioPayments(
  context: Context,
  studio: Studio,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const traceId = randomUUID();
  for (let after = 0; ;) {
    const owing = await customersOwing(context, context.db, studio, after);
    await inParallel(owing, AT_ONCE, async (customerId) => {
      if (signal?.aborted) return;
      try {
        const about = { studio, customerId, traceId };
        const charge = await context.db.transaction((tx) => reserveCharge(context, tx, about));
        await context.step('charge.reserved');
        if (charge !== null) await finishCharge(context, charge, traceId);
      } catch (fault) {
        onFault(fault);
      }
    });
    after = owing.at(-1) ?? after;
    if (owing.length === 0 || signal?.aborted) return;
  }
}
