import { eq } from 'drizzle-orm';
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

/** The same by the customer's id; a move to another studio gives a customer another person. */
export async function lockCustomer(tx: Database, customerId: number): Promise<void> {
  const personOf = async () => {
    const [found] = await tx
      .select({ id: customers.paymentCustomerId })
      .from(customers)
      .where(eq(customers.id, customerId));
    return found?.id;
  };
  for (let person = await personOf(), locked: string | undefined; person && person !== locked;) {
    await lockPerson(tx, person);
    locked = person;
    person = await personOf();
  }
}
