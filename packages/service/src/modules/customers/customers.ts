import type { PaymentMethod } from '@upc/contract/gateway';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { customers, paymentCustomers } from './customers.tables.js';
import { profileColumns } from './identity.js';
import type { PersonProfile } from './profile.js';

/** A customer as a request names one; whether the studio has them, `findCustomer` says. */
export interface CustomerOfStudio {
  readonly studio: Studio;
  readonly customerId: number;
}

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
  {
    paymentMethod,
    instrumentId,
  }: {
    readonly paymentMethod: PaymentMethod;
    readonly instrumentId: string | null;
  },
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

type Needs = Pick<Context, 'keys' | 'clock'>;

/** The record of a customer of whom the payment service knows already; partners are told. @returns its id. */
export async function insertCustomer(
  context: Needs,
  tx: Database,
  { studioId, paymentCustomerId }: { readonly studioId: number; readonly paymentCustomerId: string },
  profile: PersonProfile,
): Promise<number> {
  const { firstName, lastName } = profile;
  const columns = profileColumns(context.keys, paymentCustomerId, profile);
  const [made] = await tx
    .insert(customers)
    .values({ studioId, paymentCustomerId, firstName, lastName, createdAt: context.clock.now(), ...columns })
    .returning({ id: customers.id });
  if (!made) throw new Error('The customer was not inserted.');
  await emit(context, tx, studioId, { type: 'CUSTOMER_CREATED', entityId: made.id });
  return made.id;
}

/** The same of somebody of whom the payment service does not know yet, such as who comes for a trial. @returns its id. */
export async function insertPerson(
  context: Needs,
  tx: Database,
  person: { readonly studioId: number; readonly paymentCustomerId: string },
  profile: PersonProfile,
): Promise<number> {
  const { studioId, paymentCustomerId: id } = person;
  await tx.insert(paymentCustomers).values({ id, studioId, createdAt: context.clock.now() });
  return insertCustomer(context, tx, person, profile);
}

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
