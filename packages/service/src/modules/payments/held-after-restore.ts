import { and, desc, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { Queue } from '../../core/jobs/batch.js';
import { auditRecords } from '../studios/staff/staff.tables.js';

const [RESTORED, RESUMED] = ['database.restore', 'payments.resume'];

/**
 * Whether payments are held: the database is of the past, and what it says is open may be paid since. The audit record of
 * the restore holds them, that of the command `resume` lets them go on.
 */
export async function isHeldAfterRestore(db: Database): Promise<boolean> {
  const [last] = await db
    .select({ action: auditRecords.action })
    .from(auditRecords)
    .where(and(isNull(auditRecords.studioId), inArray(auditRecords.action, [RESTORED, RESUMED])))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return last?.action === RESTORED;
}

/** Lets a queue find nothing while payments are held: for work that takes, books or gives back money by what the database says. */
export function unlessHeld<P extends string>(queue: Queue<P>): Queue<P> {
  return {
    ...queue,
    find: async (context, search) =>
      (await isHeldAfterRestore(context.db)) ? [] : queue.find(context, search),
  };
}
