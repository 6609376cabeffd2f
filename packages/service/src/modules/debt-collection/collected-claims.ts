import { and, eq, exists, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { collectionPartners } from '../integrations/integrations.tables.js';
import { debtClaims } from '../payments/account/account.tables.js';
import type { DebtCollection } from '../payments/later-modules.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { collectionAdjustments, collectionCases, collectionDebts } from './debt-collection.tables.js';

/** The part of debt collection that payments and memberships call through the Context. */
export const debtCollection: DebtCollection = { claimsInCollection, wasHandedOver, notifyOfClaims };

async function claimsInCollection(db: Database, customerId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ claimId: collectionDebts.claimId })
    .from(collectionDebts)
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
  return new Set(rows.map(({ claimId }) => claimId));
}

function wasHandedOver(db: Database): SQL {
  const { claimId } = collectionDebts;
  return exists(db.select({ claimId }).from(collectionDebts).where(eq(claimId, debtClaims.id)));
}

async function notifyOfClaims(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  claimIds: readonly number[],
): Promise<void> {
  if (claimIds.length === 0) return;
  const named = tx
    .select({ id: collectionDebts.caseId })
    .from(collectionDebts)
    .where(inArray(collectionDebts.claimId, [...claimIds]));
  const cases = await tx
    .select()
    .from(collectionCases)
    .where(and(inArray(collectionCases.id, named), isNull(collectionCases.closure)));
  await notifyOfChange(context, tx, studio, cases);
}

/** Notifies the partner of cases that the studio itself has changed, if the partner has enabled these notifications. */
export async function notifyOfChange(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  cases: readonly (typeof collectionCases.$inferSelect)[],
): Promise<void> {
  const notified = new Set<string>();
  const partners = await tx.select().from(collectionPartners);
  for (const { id: caseId, partnerId, customerId, agencyCaseId } of cases) {
    const partner = partners.find(({ id }) => id === partnerId);
    // The partner treats cases that it has grouped as one.
    const name = `${partnerId} ${customerId} ${agencyCaseId ?? caseId}`;
    if (!partner?.adjustmentsEnabled || notified.has(name)) continue;
    notified.add(name);
    const [made] = await tx
      .insert(collectionAdjustments)
      .values({ caseId, createdAt: context.clock.now() })
      .returning({ id: collectionAdjustments.id });
    await emit(context, tx, studio.id, {
      type: 'FINANCE_DEBT_COLLECTION_CASE_UPDATED',
      entityId: made?.id ?? 0,
      // The partner's id has one name in the specification and another in the real system's events.
      content:
        agencyCaseId === null
          ? { collectionCaseId: caseId }
          : { agencyCollectionCaseId: agencyCaseId, agencyDebtCollectionCaseId: agencyCaseId },
    });
  }
}
