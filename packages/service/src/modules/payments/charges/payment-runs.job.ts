import { randomUUID } from 'node:crypto';
import { debtClaims } from '../account/account.tables.js';
import type { Context } from '../../../core/context.js';
import { customers } from '../../customers/customers.tables.js';
import { hasCome } from '../../studios/due-dates.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import { everyStudio } from '../../studios/studios.js';
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
  { signal, traceId = randomUUID() }: { readonly signal?: AbortSignal; readonly traceId?: string } = {},
): Promise<number> {
  const { db, clock } = context;
  if (await isHeldAfterRestore(db)) return 0;
  const all = await everyStudio(db, onFault);
  const studios = all.filter((studio) => settingsOf(studio).paymentRuns.automatic);
  const byId = new Map(studios.map((studio) => [studio.id, studio]));
  const isDue = hasCome(debtClaims.dueDate, customers.studioId, { studios, now: clock.now() }, onFault);
  let reserved = 0;
  for (let after = 0; ;) {
    const owing = await customersOwing(db, isDue, after);
    for (const { customerId, studioId } of owing) {
      if (signal?.aborted) return reserved;
      const studio = byId.get(studioId);
      after = customerId;
      try {
        const charge =
          studio &&
          (await db.transaction((tx) => reserveCharge({ context, tx, traceId }, { studio, customerId })));
        if (!charge) continue;
        reserved += 1;
        await context.step('charge.reserved');
      } catch (fault) {
        onFault(fault);
      }
    }
    if (owing.length === 0) return reserved;
  }
}
