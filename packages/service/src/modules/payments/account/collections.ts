import { and, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import {
  collectionAdjustments,
  collectionCases,
  collectionDebts,
} from '../../debt-collection/debt-collection.tables.js';
import { collectionPartners } from '../../integrations/integrations.tables.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';

/**
 * Tells the partner who collects claims that the account has changed under them: what was credited of one, or came back
 * for it, is the member's, while the partner continues to collect. Claims in no open case are passed over.
 */
export async function tellOfClaims(
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
  await tellOfChange(context, tx, studio, cases);
}

/** Tells the partner of cases that the studio has changed by itself, if the partner wants to be told. */
export async function tellOfChange(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  cases: readonly (typeof collectionCases.$inferSelect)[],
): Promise<void> {
  const told = new Set<string>();
  const partners = await tx.select().from(collectionPartners);
  for (const { id: caseId, partnerId, customerId, agencyCaseId } of cases) {
    const partner = partners.find(({ id }) => id === partnerId);
    // Cases that the partner has gathered are one to it.
    const name = `${partnerId} ${customerId} ${agencyCaseId ?? caseId}`;
    if (!partner?.adjustmentsEnabled || told.has(name)) continue;
    told.add(name);
    const [made] = await tx
      .insert(collectionAdjustments)
      .values({ caseId, createdAt: context.clock.now() })
      .returning({ id: collectionAdjustments.id });
    await emit(context, tx, studio.id, {
      type: 'FINANCE_DEBT_COLLECTION_CASE_UPDATED',
      entityId: made?.id ?? 0,
      // The specification's name of the partner's id, and that of the real system's events.
      content:
        agencyCaseId === null
          ? { collectionCaseId: caseId }
          : { agencyCollectionCaseId: agencyCaseId, agencyDebtCollectionCaseId: agencyCaseId },
    });
  }
}
