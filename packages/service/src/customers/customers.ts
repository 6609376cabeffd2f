import { and, eq, isNull } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import type { Database } from '../store/database.js';
import { customers, paymentCustomers, type payments } from '../store/schema.js';

export type Customer = typeof customers.$inferSelect;

/**
 * A customer of a studio, whether they have consented to access by third parties or not.
 *
 * @throws ApiError 404 when there is none, 403 when it is another studio's.
 */
export async function findCustomerOfStudio(
  db: Database,
  studioId: number,
  customerId: number,
  reference?: string,
): Promise<Customer> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  if (!customer || customer.erasedAt)
    throw new ApiError('errormessage.customer.not.found', reference, { customerId });
  if (customer.studioId !== studioId) {
    throw new ApiError('errormessage.permission.denied', reference, {
      problem: textPart('problem.customer.otherStudio'),
    });
  }
  return customer;
}

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
  const customer = await findCustomerOfStudio(db, studioId, customerId, reference);
  if (!customer.thirdPartyAccess) {
    throw new ApiError('errormessage.third.party.customer.access.disabled', reference);
  }
  return customer;
}

/**
 * The same with the person locked, for whoever is about to decide about their money: a member who has moved to another
 * studio meanwhile is that studio's.
 *
 * @throws ApiError as `findCustomer`.
 */
export async function lockFoundCustomer(
  tx: Database,
  studioId: number,
  customerId: number,
  reference: string,
): Promise<Customer> {
  await lockCustomer(tx, customerId);
  return findCustomer(tx, studioId, customerId, reference);
}

/**
 * A customer whom a body names, not the path of the operation: one of another studio is not there. The specification
 * asks for the difference where an entity is accessed (Rules, 5); anywhere else it would reveal to strangers which ids exist.
 *
 * @throws ApiError 404 when the studio has none, 403 when the member has not consented.
 */
export async function findNamedCustomer(
  db: Database,
  studioId: number,
  customerId: number,
  reference: string,
): Promise<Customer> {
  return findCustomer(db, studioId, customerId, reference).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'errormessage.permission.denied') throw error;
    throw new ApiError('errormessage.customer.not.found', reference, { customerId });
  });
}

/** A customer with whom staff of the studio work, for which no consent is asked. @throws ApiError 404 when there is none. */
export async function customerOfStudio(
  db: Database,
  studioId: number,
  customerId: number,
): Promise<Customer> {
  const isTheirs = and(
    eq(customers.id, customerId),
    eq(customers.studioId, studioId),
    isNull(customers.erasedAt),
  );
  const [customer] = await db.select().from(customers).where(isTheirs);
  if (!customer) throw new ApiError('errormessage.customer.not.found', 'customerId', { customerId });
  return customer;
}

/** Sets the method that the customer's payment runs use from now on, as a payment has agreed it. */
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
