import { inArray } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { moduleContractsOf } from '../additional-modules/module-contracts.js';
import { idleTimesOf } from '../idle-periods/idle-periods.js';
import { contractParts } from './contract-parts.js';
import { contracts } from './contracts.tables.js';
import { feeKey } from './fee-changes.js';
import type { PlannedClaim } from './planned-claims.js';

/** The part of a contract's claim that identifies its plan. */
interface OfContract {
  readonly contractId: number | null;
  readonly contractKey: string | null;
}

/**
 * Loads the plans of claims. The returned function returns null for a claim without a contract, and for one that is no
 * longer planned.
 */
export async function claimPlansOf(
  db: Database,
  claims: readonly OfContract[],
  today: CalendarDate,
): Promise<(claim: OfContract) => PlannedClaim | null> {
  const ids = [...new Set(claims.flatMap(({ contractId }) => contractId ?? []))];
  const found = ids.length === 0 ? [] : await db.select().from(contracts).where(inArray(contracts.id, ids));
  const booked = await moduleContractsOf(db, ids);
  const plans = new Map<string, PlannedClaim>();
  for (const contract of found) {
    const ofContract = booked.filter(({ contractId }) => contractId === contract.id);
    const parts = contractParts(contract, ofContract, await idleTimesOf(db, contract.id, today), today);
    for (const claim of parts.claims) plans.set(`${contract.id} ${claim.key}`, claim);
  }
  return ({ contractId, contractKey }) => plans.get(`${contractId} ${feeKey(contractKey ?? '')}`) ?? null;
}
