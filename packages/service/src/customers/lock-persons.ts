import { inArray } from 'drizzle-orm';
import { StaffError } from '../errors/staff-error.js';
import type { Database } from '../store/database.js';
import { paymentSessions } from '../store/schema.js';
import { lockPerson } from './customers.js';

/**
 * Locks persons with all of their sessions until the transaction ends: sessions first, in the order of everybody who locks
 * several. Making a session locks the person, so there are no more from then on.
 *
 * @throws StaffError when one was made at this moment.
 */
export async function lockPersonsWithSessions(tx: Database, personIds: readonly string[]): Promise<void> {
  const ofThem = inArray(paymentSessions.paymentCustomerId, [...personIds]);
  const sessions = await tx
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(ofThem)
    .orderBy(paymentSessions.id)
    .for('update');
  for (const id of [...personIds].sort()) await lockPerson(tx, id);
  if ((await tx.$count(paymentSessions, ofThem)) > sessions.length) {
    throw new StaffError('A payment session of theirs was made at this moment; try again.');
  }
}
