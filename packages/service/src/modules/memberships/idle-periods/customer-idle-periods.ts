import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { signedTerm } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import type { FreezePeriod } from './freeze.js';
import { idlePeriods } from './idle-periods.tables.js';

/** A freeze that counts, as agreed: not what a member has only asked for. */
export interface CustomerFreeze extends FreezePeriod {
  readonly id: number;
  readonly customerId: number;
  readonly reason: string;
  readonly contract: { readonly id: number; readonly rateName: string };
}

/** The past, present and coming freezes of customers, by their start. */
export async function customerFreezes(
  db: Database,
  customerIds: readonly number[],
): Promise<CustomerFreeze[]> {
  if (customerIds.length === 0) return [];
  const found = await db
    .select({ id: idlePeriods.id, inForce: idlePeriods.inForce, contract: contracts })
    .from(idlePeriods)
    .innerJoin(contracts, eq(contracts.id, idlePeriods.contractId))
    .where(inArray(contracts.customerId, [...customerIds]))
    .orderBy(asc(idlePeriods.id));
  return found
    .flatMap(({ id, inForce, contract }) => {
      if (!inForce) return [];
      const { startDate, endDate, reason } = inForce;
      const signed = { id: contract.id, rateName: signedTerm(contract).rateName };
      return {
        id,
        customerId: contract.customerId,
        startDate,
        endDate,
        reason: reason.name,
        contract: signed,
      };
    })
    .sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0));
}
