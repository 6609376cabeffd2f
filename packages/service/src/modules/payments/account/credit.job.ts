import { calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { lockCustomer } from '../../customers/customers.js';
import { customersToSettle, settleDueClaims } from './credit.js';

/**
 * Settles claims that have fallen due, by each studio's calendar, from their customers' credit. This does not involve a
 * provider.
 *
 * @param onFault called for each customer whose claims could not be settled; the others continue.
 */
export async function settleCredit(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  let settled = 0;
  for (const { customerId, timeZone } of await customersToSettle(db, now, onFault)) {
    if (signal?.aborted) break;
    try {
      settled += await db.transaction(async (tx) => {
        await lockCustomer(tx, customerId);
        return settleDueClaims(context, tx, customerId, calendarDateIn(now, timeZone));
      });
    } catch (fault) {
      onFault(fault);
    }
  }
  return settled;
}
