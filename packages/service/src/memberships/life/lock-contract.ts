import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../../context.js';
import { lockCustomer } from '../../customers/customers.js';
import { ApiError } from '../../errors/api-error.js';
import { calendarDateIn, type CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import { customers, studios } from '../../store/schema.js';
import type { Contract } from '../contracts.js';
import { freezesOf } from '../idle-periods/freezes-of.js';
import type { Freeze } from './freeze.js';

/** A contract in its current state, which nobody changes until the transaction ends. */
export interface LockedContract {
  readonly contract: Contract;
  readonly freezes: readonly Freeze[];
  readonly studio: Studio;
  /** At the studio. */
  readonly today: CalendarDate;
}

/**
 * Locks the person of a contract, and reads under the lock what its life follows from.
 *
 * @throws ApiError 404 for a contract whose member was erased.
 */
export async function lockContract(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  contractId: number,
): Promise<LockedContract> {
  const owner = await loadContract(tx, contractId);
  await lockCustomer(tx, owner.customerId);
  const contract = await loadContract(tx, contractId);
  const [found] = await tx
    .select({ studio: studios, erasedAt: customers.erasedAt })
    .from(customers)
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(eq(customers.id, contract.customerId));
  if (!found) throw new Error('The studio of a contract is gone.');
  const { studio, erasedAt } = found;
  if (erasedAt)
    throw new ApiError('errormessage.membership.contract.not.found', 'contractId', { contractId });
  const today = calendarDateIn(clock.now(), studio.timeZone);
  return { contract, freezes: await freezesOf(tx, contractId, today), studio, today };
}

async function loadContract(tx: Database, contractId: number): Promise<Contract> {
  const [found] = await tx.select().from(contracts).where(eq(contracts.id, contractId));
  if (!found) throw new Error('A contract that was just there is gone.');
  return found;
}
