import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { closeCases } from './adjustments.js';
import { notifyOfChange } from './collected-claims.js';
import {
  collectionCases,
  collectionDebtors,
  collectionPartnerships,
  collectionRuns,
} from './debt-collection.tables.js';
import { lockMembers } from './debtors.js';
import { endGrants } from './grants.js';
import { requireActivePartner } from './partnerships.js';

export interface Termination {
  readonly partnerId: number;
  readonly closedCases: number;
}

/**
 * Ends the partnership between a studio and its partner. If the studio ends it, open cases are closed as REJECTION with
 * WITHDRAWN_BY_STUDIO; if the partner ends it, as REVERSAL (specification, debt collection steps). The partner loses
 * its right to read data, and runs that it has not confirmed fail. It may still report payments for closed cases.
 *
 * @throws ApiError 400 if no partner collects for the studio.
 */
export async function terminatePartnership(
  context: Context,
  tx: Database,
  studio: Studio,
  by: 'STUDIO' | 'PARTNER',
): Promise<Termination> {
  const { id: partnerId } = await requireActivePartner(tx, studio);
  await tx
    .update(collectionPartnerships)
    .set({ status: 'TERMINATED' })
    .where(
      and(eq(collectionPartnerships.studioId, studio.id), eq(collectionPartnerships.partnerId, partnerId)),
    );
  const debtors = await tx
    .select({ id: customers.id })
    .from(collectionDebtors)
    .innerJoin(customers, eq(customers.id, collectionDebtors.customerId))
    .where(and(eq(collectionDebtors.partnerId, partnerId), eq(customers.studioId, studio.id)));
  const customerIds = await lockMembers(
    tx,
    studio,
    debtors.map(({ id }) => id),
  );
  const cases =
    customerIds.length === 0
      ? []
      : await tx
          .select()
          .from(collectionCases)
          .where(
            and(
              eq(collectionCases.partnerId, partnerId),
              inArray(collectionCases.customerId, customerIds),
              isNull(collectionCases.closure),
            ),
          )
          .orderBy(asc(collectionCases.position));
  const type = by === 'STUDIO' ? 'REJECTION' : 'REVERSAL';
  await closeCases(context, tx, studio, { cases, type });
  if (by === 'STUDIO') await notifyOfChange(context, tx, studio, cases);
  await endGrants(tx, partnerId, customerIds);
  await tx
    .update(collectionRuns)
    .set({ status: 'FAILED' })
    .where(
      and(
        eq(collectionRuns.studioId, studio.id),
        eq(collectionRuns.partnerId, partnerId),
        eq(collectionRuns.status, 'WAITING_FOR_CONFIRMATION'),
      ),
    );
  return { partnerId, closedCases: cases.length };
}
