import { and, asc, eq, lte } from 'drizzle-orm';
import { isNotWaiting, type RetriedWork } from '../../../core/jobs/retries.js';
import { isNotHeld } from '../../payments/held-after-restore.js';
import { settleWithdrawal } from './withdrawals.js';
import { withdrawals } from './withdrawals.tables.js';

/** Withdrawals whose payments have yet to be refunded. A payment in progress may take days. */
export const WITHDRAWALS_QUEUE: RetriedWork = {
  name: 'WITHDRAWALS',
  table: withdrawals,
  providers: [null],
  delay: { first: 5, longest: 3600 },
  find: (db, { now, before, limit }) =>
    db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(
        and(
          isNotHeld(db),
          eq(withdrawals.status, 'REFUNDING'),
          lte(withdrawals.createdAt, before),
          isNotWaiting(db, 'WITHDRAWALS', withdrawals.id, now),
        ),
      )
      .orderBy(asc(withdrawals.createdAt))
      .limit(limit),
  work: settleWithdrawal,
};
