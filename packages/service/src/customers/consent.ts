import { eq } from 'drizzle-orm';
import type { Context, CustomerOfStudio } from '../context.js';
import type { Database } from '../store/database.js';
import { customers } from '../store/schema.js';
import { emit } from '../webhooks/outbox.js';
import { findCustomerOfStudio } from './customers.js';
import { lockCustomerRecord } from './lock-customer-record.js';

/**
 * Keeps whether a member consents to access by third parties (specification, authentication, 7; events, data privacy
 * change). Partners are told when that changes: what they may no longer ask for, or that they may ask again.
 *
 * @returns whether it was another answer before.
 * @throws ApiError 404 when there is no such customer, 403 when it is another studio's.
 */
export async function setThirdPartyAccess(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
  isAllowed: boolean,
): Promise<boolean> {
  await findCustomerOfStudio(tx, studio.id, customerId, 'customerId');
  const { thirdPartyAccess } = await lockCustomerRecord(tx, customerId);
  if (thirdPartyAccess === isAllowed) return false;
  await tx.update(customers).set({ thirdPartyAccess: isAllowed }).where(eq(customers.id, customerId));
  const type = isAllowed ? 'CUSTOMER_UPDATED' : 'CUSTOMER_ACCESS_DISABLED';
  await emit(context, tx, studio.id, { type, entityId: customerId });
  return true;
}
