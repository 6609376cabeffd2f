import { and, desc, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { auditRecords } from '../studios/staff/staff.tables.js';

const [RESTORED, RESUMED] = ['database.restore', 'payments.resume'];

/**
 * Returns whether payments are held because the database was restored: claims that it shows as open may have been paid
 * since the backup. The audit record of the restore holds payments, and the one of the `resume` command releases them.
 */
export async function isHeldAfterRestore(db: Database): Promise<boolean> {
  const [last] = await lastOf(db);
  return last?.action === RESTORED;
}

/** Returns a condition for work that takes, books or refunds money based on the database: payments are not held. */
export function isNotHeld(db: Database): SQL {
  return sql`coalesce((${lastOf(db)}) <> ${RESTORED}, true)`;
}

function lastOf(db: Database) {
  return db
    .select({ action: auditRecords.action })
    .from(auditRecords)
    .where(and(isNull(auditRecords.studioId), inArray(auditRecords.action, [RESTORED, RESUMED])))
    .orderBy(desc(auditRecords.id))
    .limit(1);
}
