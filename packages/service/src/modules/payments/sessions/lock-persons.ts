import { inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import { lockPerson } from '../../customers/customers.js';
import { paymentSessions } from './sessions.tables.js';

/**
 * Locks persons and all of their sessions until the transaction ends. Sessions are locked first, in the order used by
 * all code that locks several. Opening a session also locks the person, so no new ones can appear afterwards.
 *
 * @throws StaffError when a session was opened at this moment.
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
    throw new StaffError('One of these persons has just opened a payment session. Try again.');
  }
}
