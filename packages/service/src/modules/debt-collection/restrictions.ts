import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { emit } from '../webhooks/webhook-events.js';
import { collectionRestrictions } from './debt-collection.tables.js';

/** A customer and the customer's studio. */
interface Restricted {
  readonly studioId: number;
  readonly customerId: number;
}

/** Returns the access restrictions of the given customers, each with the time of the handover that caused it. */
export function handOverRestrictions(
  db: Database,
  customerIds: readonly number[],
): Promise<(typeof collectionRestrictions.$inferSelect)[]> {
  return db
    .select()
    .from(collectionRestrictions)
    .where(inArray(collectionRestrictions.customerId, [...customerIds]));
}

/** Bars a customer from entering and notifies partners, unless the customer is already barred. */
export async function restrictAccess(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studioId, customerId }: Restricted,
): Promise<void> {
  const made = await tx
    .insert(collectionRestrictions)
    .values({ customerId, since: context.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (made.length === 0) return;
  const type = 'CUSTOMER_ACCESS_RESTRICTION_CREATED';
  await emit(context, tx, studioId, { type, entityId: customerId });
}

/** Lets a customer enter again and notifies partners. @returns whether the customer was barred before. */
export async function restoreAccess(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studioId, customerId }: Restricted,
): Promise<boolean> {
  const removed = await tx
    .delete(collectionRestrictions)
    .where(eq(collectionRestrictions.customerId, customerId))
    .returning();
  if (removed.length === 0) return false;
  const type = 'CUSTOMER_ACCESS_RESTRICTION_DELETED';
  await emit(context, tx, studioId, { type, entityId: customerId });
  return true;
}
