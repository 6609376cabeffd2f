import { and, asc, eq, gt } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { customers } from '../../customers/customers.tables.js';
import { hasCome } from '../../studios/due-dates.js';
import { studios } from '../../studios/studios.tables.js';
import { advanceContract } from './advance.js';
import { contracts } from './contracts.tables.js';

const AT_A_TIME = 100;

/**
 * Advances every contract that is due to change, in its studio's time zone: it adds extensions, and writes claims ahead
 * of their due dates. If the job has missed some days, one run catches up on all of them.
 *
 * @param onFault called for each contract or studio that could not be advanced; the others are still advanced.
 */
export async function advanceContracts(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  const all = await db.select({ id: studios.id, timeZone: studios.timeZone }).from(studios);
  const isDue = hasCome(
    contracts.nextChange,
    customers.studioId,
    { studios: all, now: clock.now() },
    onFault,
  );
  let advanced = 0;
  for (let after = 0; ;) {
    const due = await db
      .select({ id: contracts.id })
      .from(contracts)
      .innerJoin(customers, eq(customers.id, contracts.customerId))
      .where(and(isDue, gt(contracts.id, after)))
      .orderBy(asc(contracts.id))
      .limit(AT_A_TIME);
    for (const { id } of due) {
      if (signal?.aborted) return advanced;
      try {
        await db.transaction((tx) => advanceContract(context, tx, id));
        advanced += 1;
      } catch (fault) {
        onFault(fault);
      }
      after = id;
    }
    if (due.length < AT_A_TIME) return advanced;
  }
}
