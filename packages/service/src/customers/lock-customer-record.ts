import { eq } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { customers } from '../store/schema.js';
import type { Customer } from './customers.js';

/**
 * The record of a customer, locked until the transaction ends: whoever changes it reads it under this lock. Money is
 * guarded by another one, `lockPerson`, which is taken first where both are.
 *
 * @throws ApiError 404 for who was erased meanwhile; Error when there is none, `findCustomer` has found it before.
 */
export async function lockCustomerRecord(tx: Database, customerId: number): Promise<Customer> {
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update');
  if (!customer) throw new Error('The record of a customer is gone.');
  if (customer.erasedAt) throw new ApiError('errormessage.customer.not.found', 'customerId', { customerId });
  return customer;
}
