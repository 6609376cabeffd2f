import { and, desc, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { Queue } from '../../core/jobs/batch.js';
import { auditRecords } from '../studios/staff/staff.tables.js';

const [RESTORED, RESUMED] = ['database.restore', 'payments.resume'];

/**
 * Returns whether payments are held because the database was restored: claims that it shows as open may have been paid
 * since the backup. The audit record of the restore holds payments, and the one of the `resume` command releases them.
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

/**
 * Makes a queue find nothing while payments are held. It is meant for work that takes, books or refunds money based on
 * the database.
 */
export function unlessHeld<P extends string>(queue: Queue<P>): Queue<P> {
  return {
    ...queue,
    find: async (context, search) =>
      (await isHeldAfterRestore(context.db)) ? [] : queue.find(context, search),
  };
}
