import { inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import { lockPerson } from '../../customers/customers.js';
import { paymentSessions } from './sessions.tables.js';

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
