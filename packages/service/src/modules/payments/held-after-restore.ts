import { and, desc, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { LaneName } from '../../core/jobs/tries.js';
import { auditRecords } from '../studios/staff/staff.tables.js';

const [RESTORED, RESUMED] = ['database.restore', 'payments.resume'];

/** Lanes that take, book or give back money by what the database says is still to be done. */
const MONEY_LANES: ReadonlySet<LaneName> = new Set(['USAGES', 'SALES', 'CHARGES', 'EXPIRY', 'RELEASES']);

/**
 * Whether payments are held: the database is of the past, and what it says is open may be paid since. The audit record of
 * the restore is the mark, that of the command `resume` lifts it.
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

export async function isLaneHeld(db: Database, lane: LaneName): Promise<boolean> {
  return MONEY_LANES.has(lane) && (await isHeldAfterRestore(db));
}
