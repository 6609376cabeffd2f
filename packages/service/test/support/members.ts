import { eq } from 'drizzle-orm';
import type { Database } from '../../src/core/database/database.js';
import { customers, paymentCustomers } from '../../src/modules/customers/customers.tables.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';

/** A member of the seed whose contract the new members sign too. */
const MODEL = 2005;

/** Adds a member of studio 1001 whose contract runs for years. @returns the customer's id. */
export async function newMember(db: Database): Promise<number> {
  const paymentCustomerId = crypto.randomUUID();
  const createdAt = new Date('2020-01-01');
  await db.insert(paymentCustomers).values({ id: paymentCustomerId, studioId: 1001, createdAt });
  const person = { firstName: 'Test', lastName: 'Member', thirdPartyAccess: true };
  const [made] = await db
    .insert(customers)
    .values({ studioId: 1001, paymentCustomerId, ...person, createdAt })
    .returning({ id: customers.id });
  const [model] = await db.select().from(contracts).where(eq(contracts.customerId, MODEL));
  if (!made || !model) throw new Error('The member was not added.');
  const { id: _, ...terms } = model;
  const dates = {
    startDate: '2020-01-01',
    endDate: '2035-12-31',
    finalEndDate: '2035-12-31',
    nextChange: null,
  };
  await db.insert(contracts).values({ ...terms, ...dates, customerId: made.id });
  return made.id;
}
