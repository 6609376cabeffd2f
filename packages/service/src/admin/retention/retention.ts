import { instantBefore } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { deleteErasedCustomers, repeatRecentErasures } from './erased-customers.js';
import { deleteOldLedgers, deleteOldSessions } from './ledger.js';
import type { RetentionSettings } from './retention-periods.js';
import { RETENTION_RULES } from './rules.js';

/** Maximum number of rows that one statement removes. It is small, so that other transactions wait only briefly. */
const BATCH = 500;
/** Customers whose ledgers are checked before the job looks at its abort signal again. */
const CUSTOMERS = 100;

/**
 * Removes data whose retention period has ended, in batches. Several services may do this concurrently: one does not
 * find what another has removed.
 *
 * @param signal ends the work after the current batch.
 */
export async function applyRetention(
  context: Pick<Context, 'db' | 'clock' | 'memberships'>,
  settings: RetentionSettings,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const ledgerCutoff = instantBefore(now, { months: 12 * settings.ledgerYears });
  let removed = 0;
  const untilEmpty = async (remove: () => Promise<number>) => {
    for (let count = BATCH; count === BATCH && !signal?.aborted; removed += count) count = await remove();
  };
  const works = [
    ...RETENTION_RULES.map((remove) => () => untilEmpty(() => remove(db, settings, now, BATCH))),
    async () => {
      for (let after: number | null = 0; after !== null && !signal?.aborted;) {
        after = await deleteOldLedgers(db, ledgerCutoff, { after, limit: CUSTOMERS }, onFault);
      }
    },
    () => untilEmpty(() => deleteOldSessions(db, ledgerCutoff, BATCH)),
    () => repeatRecentErasures(context, onFault),
    () => untilEmpty(() => deleteErasedCustomers(db, ledgerCutoff, BATCH)),
  ];
  for (const work of works) await work().catch(onFault);
  return removed;
}
