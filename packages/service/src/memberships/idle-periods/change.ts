import type { Context, Studio } from '../../context.js';
import { lockCustomer } from '../../customers/customers.js';
import { ApiError } from '../../errors/api-error.js';
import type { Database } from '../../store/database.js';
import { loadFreezes, type FreezesOfContract } from './idle-periods.js';

/** Works on the freezes of a contract as they stand under the lock. */
type Work<T> = (tx: Database, freezes: FreezesOfContract) => Promise<T>;

/**
 * Changes the freezes of a contract, under the lock of its person, which also guards claims and balance.
 *
 * @param unlessMade what the same request has made before, which is then answered with it.
 * @throws ApiError 409 when another request has changed them since this one began.
 */
export async function changeFreezes<T>(
  context: Context,
  { studio, contractId }: { readonly studio: Studio; readonly contractId: number },
  work: Work<T>,
  unlessMade: Work<T | null> = async () => null,
): Promise<T> {
  const seen = await loadFreezes(context, context.db, studio, contractId);
  return context.db.transaction(async (tx) => {
    await lockCustomer(tx, seen.contract.customerId);
    const now = await loadFreezes(context, tx, studio, contractId);
    const made = await unlessMade(tx, now);
    if (made !== null) return made;
    if (revisionOf(now) !== revisionOf(seen)) {
      throw new ApiError('errormessage.concurrent.modification', 'contractId');
    }
    return work(tx, now);
  });
}

/** No freeze is ever deleted, and versions only grow. */
function revisionOf({ periods }: FreezesOfContract): number {
  return periods.reduce((sum, { version }) => sum + version, 0);
}
