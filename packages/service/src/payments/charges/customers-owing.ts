import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm';
import type { Context, Studio } from '../../context.js';
import { calendarDateIn } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { customers, debtClaims } from '../../store/schema.js';

const AT_A_TIME = 100;

/**
 * The next customers with an instrument of whom something is due and open, by their ids; what of it may be charged is
 * decided under their lock.
 *
 * @param after the last customer of the batch before; 0 at first
 */
export async function customersOwing(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  { id: studioId, timeZone }: Studio,
  after: number,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: customers.id })
    .from(customers)
    .innerJoin(debtClaims, eq(debtClaims.customerId, customers.id))
    .where(
      and(
        eq(customers.studioId, studioId),
        gt(customers.id, after),
        isNotNull(customers.paymentInstrumentId),
        lte(debtClaims.dueDate, calendarDateIn(clock.now(), timeZone)),
        eq(debtClaims.isSettled, false),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(AT_A_TIME);
  return rows.map(({ id }) => id);
}
