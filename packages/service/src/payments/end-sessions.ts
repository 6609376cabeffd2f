import { and, eq, inArray } from 'drizzle-orm';
import type { UnitOfWork } from '../context.js';
import { paymentSessions } from '../store/schema.js';
import { markCancelled } from './cancellation.js';
import { findLivePayment, isUndecided } from './payments.js';

/**
 * Ends the sessions of a person, which are locked, before their time: none of their tokens is good any more, no payment of
 * theirs keeps an instrument, and the jobs give back what providers hold.
 *
 * @returns false when a token is being used or the outcome of a payment is unknown: then some may be left.
 */
export async function endSessions(unit: UnitOfWork, paymentCustomerId: string): Promise<boolean> {
  const { context, tx } = unit;
  const ofPerson = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
  const unfinished = await tx
    .select({ id: paymentSessions.id, status: paymentSessions.status })
    .from(paymentSessions)
    .where(and(ofPerson, inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING'])));
  for (const { id, status } of unfinished) {
    const live = await findLivePayment(tx, id);
    if (status === 'USING' || (live && isUndecided(live.status))) return false;
    if (live) await markCancelled(unit, live, 'EXPIRED');
  }
  // From here on it is as if their time were over.
  const now = context.clock.now();
  const isOpen = and(ofPerson, eq(paymentSessions.status, 'OPEN'));
  await tx.update(paymentSessions).set({ status: 'EXPIRING', validUntil: now }).where(isOpen);
  return true;
}
