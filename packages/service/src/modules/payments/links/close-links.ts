import { and, eq, exists, inArray, not, type SQL } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { debtClaims } from '../account/account.tables.js';
import { paymentLinkClaims, paymentLinks } from './links.tables.js';

/**
 * Closes the links whose claims have just been paid and that are for nothing else. The caller holds the person's lock. A
 * link with a claim that cannot be paid here is closed when it is opened (`closeLinkIfDone`).
 */
export async function closeLinksOfClaims(tx: Database, claimIds: readonly number[]): Promise<void> {
  if (claimIds.length === 0) return;
  const ofClaims = tx
    .select({ linkId: paymentLinkClaims.linkId })
    .from(paymentLinkClaims)
    .where(inArray(paymentLinkClaims.claimId, [...claimIds]));
  await close(tx, inArray(paymentLinks.id, ofClaims));
}

/**
 * Records on a customer's links that the customer has set another instrument, and closes those that are for nothing
 * else. The caller holds the person's lock.
 */
export async function closeLinksOfInstrument(tx: Database, customerId: number): Promise<void> {
  const isTheirs = eq(paymentLinks.customerId, customerId);
  const changed = await tx
    .update(paymentLinks)
    .set({ isInstrumentOpen: false })
    .where(and(isTheirs, eq(paymentLinks.isInstrumentOpen, true)))
    .returning({ id: paymentLinks.id });
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await close(tx, inArray(paymentLinks.id, ids));
}

/** Closes those of some links whose claims are settled and that are for no instrument. */
async function close(tx: Database, which: SQL): Promise<void> {
  const unpaid = tx
    .select({ id: debtClaims.id })
    .from(paymentLinkClaims)
    .innerJoin(debtClaims, eq(debtClaims.id, paymentLinkClaims.claimId))
    .where(and(eq(paymentLinkClaims.linkId, paymentLinks.id), eq(debtClaims.isSettled, false)));
  const isDone = and(eq(paymentLinks.isInstrumentOpen, false), not(exists(unpaid)));
  await tx
    .update(paymentLinks)
    .set({ status: 'CLOSED' })
    .where(and(which, eq(paymentLinks.status, 'OPEN'), isDone));
}
