import { asc, eq } from 'drizzle-orm';
import { openClaims } from '../customers/claims.js';
import { dunningLevel } from '../customers/dunning-level.js';
import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { collectionCases, collectionDebts } from '../store/debt-collection-tables.js';
import { collectionSettings } from './collection-settings.js';
import { isInCollection } from './rules/collection-status.js';

export interface CollectionStatus {
  readonly inDebtCollection: boolean;
  /** Of the claim that is furthest; 0 for none. */
  readonly dunningLevel: number;
}

/** Status of a customer's claims, in dunning and with a collection partner. */
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
  // The case that has a claim last decides about it.
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
