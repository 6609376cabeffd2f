import { eq } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { customers } from '../store/schema.js';

export type Customer = typeof customers.$inferSelect;

/**
 * A customer that a studio's key may work with.
 *
 * @throws ApiError 404 when there is none, 403 when it is another studio's or the member has not consented.
 */
export async function findCustomer(
  db: Database,
  studioId: number,
  customerId: number,
  reference?: string,
): Promise<Customer> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  if (!customer) throw new ApiError('errormessage.customer.not.found', reference, { customerId });
  if (customer.studioId !== studioId) {
    throw new ApiError('errormessage.permission.denied', reference, {
      problem: 'the customer belongs to another studio',
    });
  }
  if (!customer.thirdPartyAccess) {
    throw new ApiError('errormessage.third.party.customer.access.disabled', reference);
  }
  return customer;
}

/** The instrument of the customer's payment runs; null is CASH. */
export async function setInstrument(
  tx: Database,
  customerId: number,
  instrumentId: string | null,
): Promise<void> {
  await tx.update(customers).set({ paymentInstrumentId: instrumentId }).where(eq(customers.id, customerId));
}
