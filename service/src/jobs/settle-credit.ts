import type { Context } from '../context.js';
import { customersToSettle, settleDueClaims } from '../customers/credit.js';
import { lockCustomer } from '../customers/person.js';
import { calendarDateIn } from '../domain/calendar.js';
import { studios } from '../store/schema.js';

/**
 * Settles claims that have fallen due, on the calendar of each studio, by the credit of their customers. No provider is
 * asked.
 *
 * @param onFault told about each customer whose claims could not be settled; the others continue.
 */
export async function settleCredit(
  { db, clock }: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const studio of await db.select().from(studios)) {
    const today = calendarDateIn(clock.now(), studio.timeZone);
    for (const customerId of await customersToSettle(db, studio, today)) {
      if (signal?.aborted) return;
      const settled = db.transaction(async (tx) => {
        await lockCustomer(tx, customerId);
        await settleDueClaims(tx, customerId, today);
      });
      await settled.catch(onFault);
    }
  }
}
