import { asc, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { openClaims } from '../payments/account/claims.js';
import { CLOSURE_EFFECTS } from './closures.js';
import type { Closure } from './debt-collection.stored.js';
import { collectionCases, collectionDebts } from './debt-collection.tables.js';
import { dunningLevel } from './handover.js';
import { collectionSettings } from './partnerships.js';

/**
 * Returns whether a claim counts as in collection, according to the last case that contained it. It does while the case
 * is open, whatever is left of the claim (specification, rule 8), and after a rejection until the claim is settled.
 */
export function isInCollection(closure: Closure | null, isClaimOpen: boolean): boolean {
  if (closure === null) return true;
  return !CLOSURE_EFFECTS[closure.type].liftsStatus && isClaimOpen;
}

export interface CollectionStatus {
  readonly inDebtCollection: boolean;
  /** Highest dunning level among the open claims; 0 if there is none. */
  readonly dunningLevel: number;
}

/** Returns the status of a customer's claims, both in dunning and with a collection partner. */
export async function collectionStatus(
  db: Database,
  customer: { readonly id: number; readonly studioId: number },
  today: CalendarDate,
): Promise<CollectionStatus> {
  const { dunningAfterDays } = await collectionSettings(db, customer.studioId);
  const open = await openClaims(db, customer.id);
  const handedOver = await db
    .select({ claimId: collectionDebts.claimId, closure: collectionCases.closure })
    .from(collectionDebts)
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .where(eq(collectionCases.customerId, customer.id))
    .orderBy(asc(collectionCases.position));
  // The last case that contains a claim determines its status.
  const latest = new Map(handedOver.map(({ claimId, closure }) => [claimId, closure]));
  return {
    inDebtCollection: [...latest].some(([claimId, closure]) =>
      isInCollection(
        closure,
        open.some(({ id }) => id === claimId),
      ),
    ),
    dunningLevel: Math.max(0, ...open.map(({ dueDate }) => dunningLevel(dueDate, today, dunningAfterDays))),
  };
}
