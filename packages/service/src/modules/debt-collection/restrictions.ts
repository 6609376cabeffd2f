import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { emit } from '../webhooks/webhook-events.js';
import { collectionRestrictions } from './debt-collection.tables.js';

/** A customer of a studio. */
interface Restricted {
  readonly studioId: number;
  readonly customerId: number;
}

/** Those of the customers who may not enter because of a hand-over, and since when. */
export function handOverRestrictions(
  db: Database,
  customerIds: readonly number[],
): Promise<(typeof collectionRestrictions.$inferSelect)[]> {
  return db
    .select()
    .from(collectionRestrictions)
    .where(inArray(collectionRestrictions.customerId, [...customerIds]));
}

/** Lets a customer enter no more; partners are told, unless it was so before. */
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

/** Lets a customer enter again; partners are told. @returns whether they could not. */
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
