import { and, asc, sql } from 'drizzle-orm';
import { isNotWaiting, type RetriedWork } from '../../../core/jobs/retries.js';
import { settleReceived } from './declarations.js';
import { declarations } from './declarations.tables.js';

/** Declarations whose contract has not been looked for yet. */
export const DECLARATION_QUEUE: RetriedWork = {
  name: 'DECLARATIONS',
  table: declarations,
  providers: [null],
  find: (db, { now, limit }) =>
    db
      .select({ id: declarations.key })
      .from(declarations)
      .where(
        // A literal, so that the index `declarations_received` is used.
        and(
          sql`${declarations.status} = 'RECEIVED'`,
          isNotWaiting(db, 'DECLARATIONS', declarations.key, now),
        ),
      )
      .orderBy(asc(declarations.receivedAt))
      .limit(limit),
  work: async (context, key, traceId) => {
    await settleReceived(context, key, traceId);
    return true;
  },
};
