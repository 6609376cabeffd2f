import { and, asc, sql } from 'drizzle-orm';
import { isNotWaiting, type RetriedWork } from '../../core/jobs/retries.js';
import { writeExport } from './tax-exports.js';
import { taxExports } from './tax-exports.tables.js';

/** Exports whose file is not written yet. */
export const TAX_EXPORT_QUEUE: RetriedWork = {
  name: 'TAX_EXPORTS',
  table: taxExports,
  providers: [null],
  find: (db, { now, limit }) =>
    db
      .select({ id: taxExports.uuid })
      .from(taxExports)
      .where(
        // A literal, so that the index `tax_exports_pending` is used.
        and(sql`${taxExports.state} = 'PENDING'`, isNotWaiting(db, 'TAX_EXPORTS', taxExports.uuid, now)),
      )
      .orderBy(asc(taxExports.createdAt))
      .limit(limit),
  work: (context, uuid) => writeExport(context, uuid),
};
