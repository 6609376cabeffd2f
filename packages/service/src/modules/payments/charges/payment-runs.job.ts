import { randomUUID } from 'node:crypto';
import type { Context } from '../../../core/context.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import { everyStudio } from '../../studios/studios.js';
import type { Studio } from '../../studios/studios.tables.js';
import { isHeldAfterRestore } from '../held-after-restore.js';
import { customersOwing, reserveCharge } from './reserve-charge.js';

/**
 * Makes the payment runs of studios with automatic runs: it reserves charges of their customers' stored instruments for
 * claims that are due. It calls no provider, so a provider that does not respond delays no studio; the queue of charges
 * does the charging.
 *
 * @param onFault called for each customer whose charge could not be reserved, and for each studio that cannot have a
 * run; the others continue.
 */
export async function runPayments(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (await isHeldAfterRestore(context.db)) return;
  for (const studio of await everyStudio(context.db, onFault)) {
    if (!settingsOf(studio).paymentRuns.automatic) continue;
    await runStudioPayments(context, studio, onFault, signal).catch(onFault);
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
    for (const customerId of owing) {
      if (signal?.aborted) return;
      try {
        const charge = await context.db.transaction((tx) =>
          reserveCharge({ context, tx, traceId }, { studio, customerId }),
        );
        if (charge !== null) await context.step('charge.reserved');
      } catch (fault) {
        onFault(fault);
      }
      after = customerId;
    }
    if (owing.length === 0) return;
  }
}
