import type { Context } from '../context.js';
import type { Database } from '../store/database.js';
import { auditRecords } from '../store/staff-tables.js';

type AuditRecord = Omit<typeof auditRecords.$inferInsert, 'id' | 'createdAt'>;

/** Writes down who did what, in the transaction that does it. Ids, states and settings, never personal data of customers. */
export async function recordAudit(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  record: AuditRecord,
): Promise<void> {
  await tx.insert(auditRecords).values({ ...record, createdAt: clock.now() });
}
