import { eq } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { customers, type payments } from '../store/schema.js';

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

/** How the customer's payment runs collect from now on: in the way that a payment has brought about. */
export async function setPaymentMethod(
  tx: Database,
  customerId: number,
  { paymentMethod, instrumentId }: Pick<typeof payments.$inferSelect, 'paymentMethod' | 'instrumentId'>,
): Promise<void> {
  await tx
    .update(customers)
    .set({ paymentMethod, paymentInstrumentId: instrumentId })
    .where(eq(customers.id, customerId));
}
