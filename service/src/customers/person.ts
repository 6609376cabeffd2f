import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { customers, paymentCustomers } from '../store/schema.js';

/**
 * Locks a person until the transaction ends: whoever decides about their balance, credit or claims holds this lock,
 * and reads them under it. Sessions are locked before the person, never after.
 */
export async function lockPerson(tx: Database, paymentCustomerId: string): Promise<void> {
  const isPerson = eq(paymentCustomers.id, paymentCustomerId);
  // Sessions and instruments, which refer to the person, can be made meanwhile.
  await tx.select().from(paymentCustomers).where(isPerson).for('no key update');
}

/** The same by the customer's id. */
export async function lockCustomer(tx: Database, customerId: number): Promise<void> {
  const person = tx
    .select({ id: customers.paymentCustomerId })
    .from(customers)
    .where(eq(customers.id, customerId));
  await tx.select().from(paymentCustomers).where(inArray(paymentCustomers.id, person)).for('no key update');
}
