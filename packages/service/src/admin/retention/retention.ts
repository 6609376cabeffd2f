import { instantBefore } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { deleteErasedCustomers, repeatRecentErasures } from './erased-customers.js';
import { deleteOldLedgers, deleteOldSessions } from './ledger.js';
import type { RetentionSettings } from './retention-periods.js';
import { RETENTION_RULES } from './rules.js';

/** Rows that one statement removes at most: what others wait for behind it stays short. */
const BATCH = 500;
/** Customers whose ledgers are looked at one after the other before it is asked whether to continue. */
const CUSTOMERS = 100;

/**
 * Removes what is not to be kept any longer, in batches. Several services may do it at the same time: what one has
 * removed, the other does not find.
 *
 * @param signal ends it after the batch that it is at.
 */
export async function applyRetention(
  context: Pick<Context, 'db' | 'clock' | 'memberships'>,
  settings: RetentionSettings,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const ledgerCutoff = instantBefore(now, { months: 12 * settings.ledgerYears });
  const untilEmpty = async (remove: () => Promise<number>) => {
    while (!signal?.aborted && (await remove()) === BATCH);
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
}
