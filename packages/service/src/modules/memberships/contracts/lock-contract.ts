import { eq } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { lockCustomer } from '../../customers/customers.js';
import { customers } from '../../customers/customers.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import type { IdleTime } from '../idle-periods/idle-time.js';
import { idleTimesOf } from '../idle-periods/idle-periods.js';
import type { Contract } from './contracts.js';
import { contracts } from './contracts.tables.js';

/** A contract in its current state, locked against changes until the transaction ends. */
export interface LockedContract {
  readonly contract: Contract;
  readonly idleTimes: readonly IdleTime[];
  readonly studio: Studio;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
}

/**
 * Locks a contract's customer, then reads under the lock everything that the contract's life depends on.
 *
 * @throws ApiError 404 if the contract's member was erased.
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
  if (!found) throw new Error('The studio of the contract no longer exists.');
  const { studio, erasedAt } = found;
  if (erasedAt)
    throw new ApiError('errormessage.membership.contract.not.found', 'contractId', { contractId });
  const today = calendarDateIn(clock.now(), studio.timeZone);
  return { contract, idleTimes: await idleTimesOf(tx, contractId, today), studio, today };
}

/**
 * Locks a contract of a studio.
 *
 * @throws ApiError 404 if the studio has no such contract, or its member was erased.
 */
export async function lockContractOf(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  contractId: number,
): Promise<LockedContract> {
  const notFound = new ApiError('errormessage.membership.contract.not.found', 'contractId', { contractId });
  if ((await tx.$count(contracts, eq(contracts.id, contractId))) === 0) throw notFound;
  const locked = await lockContract(context, tx, contractId);
  if (locked.studio.id !== studio.id) throw notFound;
  return locked;
}

/** Loads a contract that must exist. */
export async function loadContract(tx: Database, contractId: number): Promise<Contract> {
  const [found] = await tx.select().from(contracts).where(eq(contracts.id, contractId));
  if (!found) throw new Error('The contract no longer exists.');
  return found;
}
